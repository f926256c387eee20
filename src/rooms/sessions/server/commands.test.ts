import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionState } from '../contract.ts'
import { patch, remove, stop } from './commands.ts'
import { openRoom, registered, type Room } from './room.testkit.ts'

/** Ways from a fresh session into each state. */
const ways: Record<SessionState, readonly string[]> = {
  idle: [],
  running: ['start'],
  awaiting_review: ['start', 'hook.to_review'],
  completed: ['start', 'process.exit'],
  failed: ['start', 'process.exit_error'],
}

async function sessionIn(room: Room, state: SessionState, name: string): Promise<string> {
  const { session } = await registered(room, { tmux_session: name })
  for (const event of ways[state]) assert.equal((await patch(room.context, session.id, { event })).ok, true)
  assert.equal(room.context.registry.get(session.id)?.session.state, state)
  return session.id
}

const stay = 'unchanged'
const no = 'invalid_transition'

/** Rows: the present state. Columns: the wanted one. */
const outcomes: Record<SessionState, Record<SessionState, SessionState | typeof stay | typeof no>> = {
  idle: { idle: stay, running: 'running', awaiting_review: no, completed: no, failed: no },
  running: { idle: no, running: stay, awaiting_review: 'awaiting_review', completed: 'completed', failed: 'failed' },
  awaiting_review: { idle: no, running: 'running', awaiting_review: stay, completed: 'completed', failed: 'failed' },
  completed: { idle: 'idle', running: 'running', awaiting_review: no, completed: stay, failed: no },
  failed: { idle: 'idle', running: 'running', awaiting_review: no, completed: no, failed: stay },
}

const states: readonly SessionState[] = ['idle', 'running', 'awaiting_review', 'completed', 'failed']

test('PATCH of every state from every state', async () => {
  const room = await openRoom()
  for (const from of states) {
    for (const wanted of states) {
      const id = await sessionIn(room, from, `${from}-${wanted}`)
      const answer = await patch(room.context, id, { state: wanted })
      const expected = outcomes[from][wanted]
      if (expected === no) {
        assert.ok(!answer.ok, `${from} to ${wanted}`)
        assert.equal(answer.error.error, 'invalid_transition')
        assert.equal(answer.error.extra?.from, from)
        assert.equal(room.context.registry.get(id)?.session.state, from)
      } else {
        assert.ok(answer.ok, `${from} to ${wanted}`)
        assert.equal(answer.value.changed, expected !== stay)
        assert.equal(answer.value.session.state, expected === stay ? from : expected)
      }
    }
  }
  await room.close()
})

test('a refused transition names the state, the event and what is allowed', async () => {
  const room = await openRoom()
  const id = await sessionIn(room, 'idle', 'a')
  const answer = await patch(room.context, id, { state: 'awaiting_review' })
  assert.ok(!answer.ok)
  assert.deepEqual(answer.error.extra, { from: 'idle', event: 'hook.to_review', allowed: ['start'] })
  assert.match(answer.error.reason, /A session that is idle does not take hook\.to_review/)
  await room.close()
})

test('unknown states, events and sessions are refused by name', async () => {
  const room = await openRoom()
  const id = await sessionIn(room, 'running', 'a')
  const badState = await patch(room.context, id, { state: 'complete' })
  assert.deepEqual(!badState.ok && [badState.error.error, badState.error.hint], [
    'invalid_request',
    'Did you mean completed?',
  ])
  const badEvent = await patch(room.context, id, { event: 'user.resum' })
  assert.deepEqual(!badEvent.ok && [badEvent.error.error, badEvent.error.hint], [
    'invalid_request',
    'Did you mean user.resume?',
  ])
  const unknown = await patch(room.context, 'nobody', { state: 'running' })
  assert.equal(!unknown.ok && unknown.error.error, 'not_found')
  await room.close()
})

test('stop sends Ctrl+C to the terminal by its id and fails the session, once', async () => {
  const room = await openRoom()
  const terminal = room.terminals.open('agent-a')
  await room.scan()
  const id = room.context.registry.byTmuxName('agent-a')?.session.id ?? ''
  const stopped = await stop(room.context, id)
  assert.ok(stopped.ok)
  assert.deepEqual([stopped.value.session.state, stopped.value.session.end_reason], ['failed', 'cancelled'])
  assert.deepEqual(room.terminals.interrupted, [terminal.id])
  const again = await stop(room.context, id)
  assert.equal(!again.ok && again.error.error, 'invalid_transition')
  await room.close()
})

test('registering a known tmux name answers the session that has it', async () => {
  const room = await openRoom()
  const first = await registered(room, { tmux_session: 'a', label: 'first', depends_on: ['T1', 'T1'] })
  const second = await registered(room, { tmux_session: 'a', label: 'second' })
  assert.deepEqual([first.created, second.created], [true, false])
  assert.deepEqual(second.session, first.session)
  assert.deepEqual([first.session.label, first.session.depends_on], ['first', ['T1']])
  await room.close()
})

test('restart spawns when the terminal is gone, and only moves the state when it lives', async () => {
  const room = await openRoom()
  const { session } = await registered(room, { tmux_session: 'a', agent_type: 'shell', prompt: 'true' })
  await patch(room.context, session.id, { state: 'running' })
  assert.deepEqual(room.spawned, ['a'])
  await patch(room.context, session.id, { state: 'completed' })
  await patch(room.context, session.id, { state: 'running' })
  assert.deepEqual(room.spawned, ['a'])
  await patch(room.context, session.id, { state: 'completed' })
  room.terminals.close('a')
  await room.scan()
  await patch(room.context, session.id, { state: 'running' })
  assert.deepEqual(room.spawned, ['a', 'a'])
  await room.close()
})

test('a session whose terminal is gone and that has no command is not said to run', async () => {
  const room = await openRoom()
  room.terminals.open('agent-a')
  await room.scan()
  room.terminals.close('agent-a')
  await room.scan()
  const id = room.context.registry.byTmuxName('agent-a')?.session.id ?? ''
  const answer = await patch(room.context, id, { state: 'running' })
  assert.equal(!answer.ok && answer.error.error, 'conflict')
  assert.equal(room.context.registry.get(id)?.session.state, 'completed')
  await room.close()
})

test('a removal takes the card away and, when asked, the terminal', async () => {
  const room = await openRoom()
  room.terminals.open('agent-a')
  await room.scan()
  const id = room.context.registry.byTmuxName('agent-a')?.session.id ?? ''
  assert.equal((await remove(room.context, id, { kill: true })).ok, true)
  assert.deepEqual(room.published.at(-1), { kind: 'session', op: 'remove', id, value: null })
  assert.deepEqual(await room.terminals.tmux.list(), { kind: 'sessions', sessions: [] })
  const again = await remove(room.context, id, { kill: false })
  assert.equal(!again.ok && again.error.error, 'not_found')
  await room.close()
})
