import assert from 'node:assert/strict'
import { test } from 'node:test'
import { launch } from './launch.ts'
import { openRoom, registered, type Room } from './room.testkit.ts'

const summary = (room: Room) =>
  [...room.context.registry.all()].map(({ session }) => [session.tmux_session, session.agent_type, session.state])

test('a look adopts agents by name and by tag, and infers their type', async () => {
  const room = await openRoom()
  room.terminals.open('agent-claude-1')
  room.terminals.open('agent-openclaw-1')
  room.terminals.open('agent-1')
  room.terminals.open('work')
  room.terminals.open('my-claude', 'my-claude')
  await room.scan()
  assert.deepEqual(summary(room), [
    ['agent-claude-1', 'code-agent', 'running'],
    ['agent-openclaw-1', 'gateway-agent', 'running'],
    ['agent-1', 'shell', 'running'],
    ['my-claude', 'code-agent', 'running'],
  ])
  await room.scan()
  assert.equal(room.context.registry.size, 4)
  await room.close()
})

test('sessions end once, and only on a positive answer of tmux', async () => {
  const room = await openRoom()
  room.terminals.open('agent-a')
  await room.scan()
  room.terminals.close('agent-a')
  for (const listing of [{ kind: 'unknown', reason: 'hung' }, { kind: 'not_installed' }] as const) {
    room.terminals.listing = listing
    await room.scan()
    assert.deepEqual(summary(room), [['agent-a', 'shell', 'running']])
  }
  room.terminals.listing = null
  await room.scan()
  assert.deepEqual(summary(room), [['agent-a', 'shell', 'completed']])
  const { seq } = { seq: room.context.ledger.lastSeq() }
  await room.scan()
  assert.equal(room.context.ledger.lastSeq(), seq)
  await room.close()
})

test('a launched session whose terminal goes without a report has failed', async () => {
  const room = await openRoom()
  const answer = await launch(room.context, { agent_type: 'shell', prompt: 'true', session_name: 'agent-x' })
  assert.ok(answer.ok)
  room.terminals.close('agent-x')
  await room.scan()
  const session = room.context.registry.get(answer.value.id)?.session
  assert.deepEqual([session?.state, session?.end_reason, session?.tmux_alive], ['failed', 'terminal_gone', false])
  await room.close()
})

test('a registered session that was never seen alive is left alone', async () => {
  const room = await openRoom()
  await registered(room, { tmux_session: 'elsewhere' })
  await room.report('elsewhere', 'start')
  await room.scan()
  assert.deepEqual(summary(room), [['elsewhere', 'code-agent', 'running']])
  await room.close()
})

test('an agent whose terminal comes back runs again', async () => {
  const room = await openRoom()
  room.terminals.open('agent-a')
  await room.scan()
  room.terminals.close('agent-a')
  await room.scan()
  room.terminals.open('agent-a')
  await room.scan()
  assert.deepEqual(summary(room), [['agent-a', 'shell', 'running']])
  await room.close()
})

test('a session that was launched while a look was under way is not taken for gone', async () => {
  const room = await openRoom()
  const list = room.terminals.tmux.list
  const gate = Promise.withResolvers<void>()
  const slow = {
    ...room.context,
    tmux: {
      ...room.terminals.tmux,
      async list() {
        const listing = await list()
        await gate.promise
        return listing
      },
    },
  }
  const { scanOnce } = await import('./scan.ts')
  const look = scanOnce(slow, async () => undefined)
  await launch(room.context, { agent_type: 'shell', prompt: 'true', session_name: 'agent-new' })
  gate.resolve()
  await look
  assert.deepEqual(summary(room), [['agent-new', 'shell', 'running']])
  await room.close()
})
