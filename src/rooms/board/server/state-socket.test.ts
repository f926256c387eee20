import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import { startTestServer } from '#platform/server/http/testing/test-server.ts'
import { deadAfterMs, pingIntervalMs } from '#platform/server/live/viewer.ts'
import { ManualTime } from '#platform/server/manual-time.testkit.ts'
import { createStateSocket } from './state-socket.ts'

/** The socket on a server of its own, with time that stands still until the test moves it. */
async function openSocket() {
  const time = new ManualTime('2026-11-20T12:00:00.000Z')
  const state = createStateSocket({
    mode: 'legacy',
    sessions: () => [],
    tasks: () => [],
    startSeq: 0,
    onSeq: () => {},
    timers: time,
  })
  const server = await startTestServer({ mount: (http) => http.addSocket(state.route) })
  const client = new WebSocket(`${server.url.replace('http', 'ws')}/ws/state`)
  await once(client, 'message')
  const ended = new AbortController()
  client.on('close', () => ended.abort(new Error('the viewer was ended')))
  return {
    time,
    state,
    client,
    /** Rejects when the viewer is ended instead. */
    next: (event: string) => once(client, event, { signal: ended.signal }),
    async [Symbol.asyncDispose]() {
      client.terminate()
      state[Symbol.dispose]()
      await server.stop()
    },
  }
}

test('a clock that jumps by a day, either way, ends no viewer', async () => {
  await using socket = await openSocket()
  const { time, client, state, next } = socket
  for (const jump of ['2026-11-21T12:00:00.000Z', '2026-11-19T12:00:00.000Z']) {
    time.set(jump)
    const pinged = next('ping')
    await time.pass(pingIntervalMs)
    await pinged
    state.publish([{ kind: 'task', op: 'remove', id: jump, value: null }])
    const [data] = (await next('message')) as [Buffer]
    assert.match(data.toString(), new RegExp(jump))
  }
  assert.deepEqual([client.readyState, state.viewers()], [WebSocket.OPEN, 1])
})

test('a viewer that answers no ping is ended', async () => {
  await using socket = await openSocket()
  socket.client.pause()
  await socket.time.pass(deadAfterMs)
  socket.client.resume()
  await once(socket.client, 'close')
  assert.equal(socket.client.readyState, WebSocket.CLOSED)
})
