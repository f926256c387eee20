import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { ok } from '#base/result.ts'
import { endSession } from '../end/end-session.ts'
import { launch } from '../start/launch.ts'
import { openRoom, registered, scriptTerminals, type Room } from '../room.testkit.ts'
import { scanOnce } from './scan.ts'

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
  const look = scanOnce(slow, async () => true)
  await launch(room.context, { agent_type: 'shell', prompt: 'true', session_name: 'agent-new' })
  gate.resolve()
  await look
  assert.deepEqual(summary(room), [['agent-new', 'shell', 'running']])
  await room.close()
})

/** A look that is under way until the answer is called: tmux has answered, and nothing was judged yet. */
function lookUnderWay(room: Room): () => Promise<void> {
  const drained = Promise.withResolvers<boolean>()
  const look = scanOnce(room.context, () => drained.promise)
  return async () => {
    drained.resolve(true)
    await look
  }
}

test('a session that was being started when a look began is not judged by it, but by another one', async () => {
  const opening = Promise.withResolvers<void>()
  const terminals = scriptTerminals()
  const room = await openRoom({
    terminals,
    async spawn({ session }) {
      await opening.promise
      return ok(terminals.open(session.tmux_session))
    },
  })
  const launching = launch(room.context, { agent_type: 'shell', prompt: 'true', session_name: 'agent-new' })
  while (room.context.spawning.size === 0) await setImmediate()
  await setImmediate()
  const judge = lookUnderWay(room)
  await setImmediate()
  opening.resolve()
  await launching
  await judge()
  assert.deepEqual(summary(room), [['agent-new', 'shell', 'running']])
  await setImmediate()
  assert.equal(room.asked.looks, 1)
  await room.close()
})

test('a session that was started again after its end was found, and before that was written down, runs on', async () => {
  const room = await openRoom()
  const others = Array.from({ length: 20 }, (_, index) => `agent-${index}`)
  for (const name of [...others, 'agent-last']) {
    await launch(room.context, { agent_type: 'shell', prompt: 'true', session_name: name })
    await room.report(name, 'process.exit', { exitCode: 0 })
    room.terminals.close(name)
  }
  const looked = room.scan()
  const first = () => room.context.registry.byTmuxName('agent-0')?.session.tmux_alive
  while (first() !== false) await setImmediate()
  // The end of each of the others is a commit of its own.
  const last = room.context.registry.byTmuxName('agent-last')?.session.id ?? ''
  await Promise.all([looked, room.patch(last, { event: 'start' })])
  assert.deepEqual(summary(room).at(-1), ['agent-last', 'shell', 'running'])
  await room.close()
})

test('a terminal that was missed while a look was under way does not count as back', async () => {
  const room = await openRoom()
  const answer = await launch(room.context, { agent_type: 'shell', prompt: 'true', session_name: 'agent-x' })
  assert.ok(answer.ok)
  await room.report('agent-x', 'process.exit', { exitCode: 0 })
  const judge = lookUnderWay(room)
  await setImmediate()
  room.terminals.close('agent-x')
  await endSession(room.context, answer.value.id)
  await judge()
  assert.deepEqual(summary(room), [['agent-x', 'shell', 'completed']])
  await room.close()
})

test('while reports of agents are held up, no terminal is judged', async () => {
  const room = await openRoom()
  await launch(room.context, { agent_type: 'shell', prompt: 'true', session_name: 'agent-x' })
  room.terminals.close('agent-x')
  await scanOnce(room.context, async () => false)
  assert.deepEqual(summary(room), [['agent-x', 'shell', 'running']])
  await room.report('agent-x', 'process.exit', { exitCode: 0 })
  await room.scan()
  assert.deepEqual(summary(room), [['agent-x', 'shell', 'completed']])
  await room.close()
})
