import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '#platform/server/clock.ts'
import { startTestServer, testToken } from '#platform/server/http/testing/test-server.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { systemTimers } from '#platform/server/timers.ts'
import { createTmux } from '#platform/server/tmux/create-tmux.ts'
import { openTerminalRoom } from './index.ts'

test('another device is told where a session runs, and of an unknown session nothing', async () => {
  await using terminals = openTerminalRoom(
    {
      tmux: createTmux({ socketName: 'named', env: {}, log: silentLog }),
      environment: {},
      machine: { userName: 'ada', hostName: 'box' },
      clock: systemClock,
      timers: systemTimers,
      config: { publicUrl: 'https://board.example', tmuxSocket: 'named' },
    },
    {
      findTerminal: (id) => (id === 's1' ? { kind: 'here', tmuxId: null, tmuxSession: 'agent-1' } : null),
      nodeOf: async () => null,
      ofDevices: null,
      tellSize: () => {},
    },
  )
  const server = await startTestServer({ mount: ({ api, metrics }) => terminals.mount?.(api, metrics) })
  const ask = async (id: string) => {
    const headers = { authorization: `Bearer ${testToken}` }
    const answer = await fetch(`${server.url}/api/agents/${id}/transfer`, { headers })
    return { status: answer.status, body: (await answer.json()) as { readonly transfer?: object } }
  }
  try {
    assert.deepEqual((await ask('s1')).body.transfer, {
      public_url: 'https://board.example',
      ssh_host: 'ada@box',
      tmux_socket: 'named',
    })
    assert.equal((await ask('s2')).status, 404)
  } finally {
    await server.stop()
  }
})
