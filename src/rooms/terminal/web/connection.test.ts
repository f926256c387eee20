// The page's terminal connection against a service that a test plays.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { dropToken, keepToken } from '#platform/web/auth/token.ts'
import { createTestWorld } from '#platform/web/live/socket-world.testkit.ts'
import { openConnection } from './connection.ts'

const size = { columns: 80, rows: 24 }

beforeEach(() => keepToken('t'))
afterEach(() => {
  dropToken('t')
  mock.restoreAll()
})

function setUp() {
  const world = createTestWorld()
  const output: number[] = []
  const connection = openConnection(
    { sessionId: 's 1', mode: 'write', size, onOutput: (bytes) => output.push(...bytes) },
    world,
  )
  return { world, connection, output, state: () => connection.state.get() }
}

/** What the request after a refused socket is answered. */
function answerScreen(status: number, body: object): void {
  mock.method(globalThis, 'fetch', async () => new Response(JSON.stringify(body), { status }))
}

test('it is attached when the service says so, with the size and mode that are wanted by then', () => {
  const { world, connection, state } = setUp()
  assert.match(world.last().dial.path, /^\/ws\/terminal\/s%201\?mode=write&columns=80&rows=24$/)
  connection.resize({ columns: 100, rows: 30 })
  connection.setMode('read')
  world.last().open()
  assert.equal(state().kind, 'connecting')
  world.last().say({ type: 'ready', mode: 'write' })
  assert.deepEqual(state(), { kind: 'live', mode: 'write' })
  assert.deepEqual(world.last().sent, [
    { type: 'shown', bytes: 0 },
    { type: 'resize', columns: 100, rows: 30 },
    { type: 'mode', mode: 'read' },
  ])
})

test('keys are sent only while it is attached and may write', () => {
  const { world, connection } = setUp()
  world.last().open()
  connection.type('early')
  world.last().say({ type: 'ready', mode: 'write' })
  world.last().sent.length = 0
  connection.type('a')
  connection.setMode('read')
  connection.type('b')
  assert.deepEqual(world.last().sent, [new TextEncoder().encode('a'), { type: 'mode', mode: 'read' }])
})

test('what was drawn is told in steps, and counted anew for each connection', () => {
  const { world, connection, output } = setUp()
  world.last().open()
  world.last().bytes(1, 2)
  connection.shown(60_000)
  connection.shown(10_000)
  assert.deepEqual(world.last().sent.at(-1), { type: 'shown', bytes: 70_000 })
  connection.reconnect()
  world.last().open()
  connection.shown(65_536)
  assert.deepEqual(world.last().sent.at(-1), { type: 'shown', bytes: 65_536 })
  assert.deepEqual(output, [1, 2])
})

test('an end that time does not change is told and rests; one that may pass is tried again', () => {
  answerScreen(200, { screen: null })
  const { world, connection, state } = setUp()
  world.last().open()
  world.last().say({ type: 'ended', reason: 'gone', message: 'It is gone.' })
  world.last().end()
  const end = state()
  assert.equal(end.kind === 'ended' && end.reason, 'gone')
  world.pass(60_000)
  assert.equal(world.sockets.length, 1)
  connection.reconnect()
  assert.equal(state().kind, 'connecting')
  world.last().open()
  world.last().say({ type: 'ended', reason: 'too_many', message: 'Later.' })
  world.last().end()
  assert.equal(state().kind, 'reconnecting')
  world.pass(500)
  assert.equal(world.sockets.length, 3)
})

test('a refused socket asks why: no login rests until there is one, an unknown session ends', async () => {
  answerScreen(401, { error: 'unauthenticated', reason: 'Log in.' })
  const first = setUp()
  first.world.last().end()
  await settled()
  assert.equal(first.state().kind, 'signed_out')
  keepToken('t')
  answerScreen(404, { error: 'not_found', reason: 'There is no session.' })
  const second = setUp()
  second.world.last().end()
  await settled()
  const end = second.state()
  assert.equal(end.kind === 'ended' && end.reason, 'unknown_session')
})

test('without a login nothing is dialled, and a login dials', () => {
  dropToken('t')
  const { world, state } = setUp()
  assert.deepEqual([state().kind, world.sockets.length], ['signed_out', 0])
  keepToken('t')
  assert.equal(world.sockets.length, 1)
})

/** The answer of the page's request and what hangs on it. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
}
