import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog } from '../log/log.ts'
import { createTmux } from './create-tmux.ts'
import { isRunning, startTestTmux, until, type TestTmux } from './tmux.testkit.ts'
import type { Tmux } from './tmux.ts'

function adapter(server: TestTmux): Tmux {
  return createTmux({ socketName: server.socketName, env: server.env, log: silentLog })
}

async function started(server: TestTmux, tmux: Tmux, script: string): Promise<string> {
  const argv = ['sh', '-c', script]
  const answer = await tmux.create({ name: 'agent-1', workingDir: server.folder, env: {}, argv, pipeTo: null })
  assert.ok(answer.ok, JSON.stringify(answer))
  return answer.value.id
}

test('a look tells the name, the size, and the first process of every pane', async () => {
  using server = startTestTmux(process.env)
  const tmux = adapter(server)
  const id = await started(server, tmux, 'sleep 1000')
  server.raw('new-window', '-d', '-t', 'agent-1:', 'sleep 1000')
  const view = await tmux.look(id)
  assert.ok(view.ok)
  assert.deepEqual(
    { ...view.value, panePids: view.value.panePids.map(isRunning) },
    {
      name: 'agent-1',
      columns: 160,
      rows: 48,
      panePids: [true, true],
    },
  )
})

test('a capture is the screen, with the history before it when asked for, and with colours when asked for', async () => {
  using server = startTestTmux(process.env)
  const tmux = adapter(server)
  const id = await started(server, tmux, String.raw`seq 1 200; printf '\033[31mred\033[0m end'; sleep 1000`)
  const capture = async (historyLines: number, withLooks = false): Promise<string> => {
    const answer = await tmux.capture(id, { historyLines, withLooks })
    assert.ok(answer.ok)
    return answer.value
  }
  await until('it has written', async () => (await capture(0)).includes('red end'))
  assert.ok(!(await capture(0)).includes('\n100\n'))
  assert.match(await capture(1000), /^1\n2\n[^]*\n199\n200\nred end\n/)
  assert.ok((await capture(0, true)).includes('\u001B[31mred\u001B[39m end'))
})

test('a session that is gone, and what is no id, are gone; nothing is taken for a name', async () => {
  using server = startTestTmux(process.env)
  const tmux = adapter(server)
  await started(server, tmux, 'sleep 1000')
  for (const id of ['$77', 'agent-1', '=agent-1', '', '$0;kill-server']) {
    for (const answer of [await tmux.look(id), await tmux.capture(id, { historyLines: 0, withLooks: false })]) {
      assert.ok(!answer.ok)
      assert.equal(answer.error.kind, 'gone', id)
    }
  }
  assert.throws(() => tmux.attachProgram('agent-1', { isReadOnly: true }), /no id/)
})

test('the program that attaches names the server, targets by id, and has no secret in its environment', async () => {
  using server = startTestTmux(process.env)
  const env = { ...server.env, ACCESS_TOKEN: 'secret', SERVICE_HOME: '/x', TMUX: '/tmp/x,1,0' }
  const tmux = createTmux({ socketName: server.socketName, env, log: silentLog })
  const { argv, env: given } = tmux.attachProgram('$3', { isReadOnly: true })
  assert.deepEqual(argv.slice(-6), ['-L', server.socketName, 'attach-session', '-t', '$3', '-r'])
  assert.equal(given.TERM, 'xterm-256color')
  for (const name of ['ACCESS_TOKEN', 'SERVICE_HOME', 'TMUX']) assert.ok(!(name in given), name)
})

test('many screens come in one call, whatever is on them, and who is gone is left out', async () => {
  using server = startTestTmux(process.env)
  const tmux = adapter(server)
  assert.equal((await tmux.screens([]))?.size, 0)
  assert.deepEqual(await tmux.screens(['agent-1', '$x; kill-server']), new Map())
  const id = await started(server, tmux, "echo 'screen-12ab$7'; echo two; sleep 1000")
  server.raw('new-session', '-d', '-s', 'other', "printf 'x;#{pane_id}'; sleep 1000")
  const other = server.raw('display-message', '-p', '-t', '=other:', '#{session_id}')
  const lines = async () => {
    const screens = (await tmux.screens([id, '$999', other])) ?? assert.fail('no answer')
    return [...screens].map(([session, screen]) => [session, screen.trimEnd()])
  }
  await until('both have written', async () => (await lines()).every(([, screen]) => screen !== ''))
  assert.deepEqual(await lines(), [
    [id, 'screen-12ab$7\ntwo'],
    [other, 'x;#{pane_id}'],
  ])
})
