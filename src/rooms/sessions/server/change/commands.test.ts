import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PatchRequest, SessionState } from '../../contract.ts'
import { stop } from '../end/stop.ts'
import { patch, register, registeredByAnybodyLimit } from './commands.ts'
import { remove } from '../end/remove.ts'
import { openRoom, registered, type Room } from '../room.testkit.ts'

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
  for (const event of ways[state]) assert.equal((await room.patch(session.id, { event })).ok, true)
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
      const answer = await room.patch(id, { state: wanted })
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
  const answer = await room.patch(id, { state: 'awaiting_review' })
  assert.ok(!answer.ok)
  assert.deepEqual(answer.error.extra, { from: 'idle', event: 'hook.to_review', allowed: ['start'] })
  assert.match(answer.error.reason, /A session that is idle can’t be sent to review/)
  await room.close()
})

test('unknown states, events and sessions are refused by name', async () => {
  const room = await openRoom()
  const id = await sessionIn(room, 'running', 'a')
  const badState = await room.patch(id, { state: 'complete' })
  assert.deepEqual(!badState.ok && [badState.error.error, badState.error.hint], [
    'invalid_request',
    'Did you mean completed?',
  ])
  const badEvent = await room.patch(id, { event: 'user.resum' })
  assert.deepEqual(!badEvent.ok && [badEvent.error.error, badEvent.error.hint], [
    'invalid_request',
    'Did you mean user.resume?',
  ])
  const unknown = await room.patch('nobody', { state: 'running' })
  assert.equal(!unknown.ok && unknown.error.error, 'not_found')
  await room.close()
})

test('stop sends Ctrl+C to the terminal by its id and fails the session; the next one sends it again', async () => {
  const room = await openRoom()
  const terminal = room.terminals.open('agent-a')
  await room.scan()
  const id = room.context.registry.byTmuxName('agent-a')?.session.id ?? ''
  const stopped = await stop(room.context, id)
  assert.ok(stopped.ok)
  assert.deepEqual([stopped.value.session.state, stopped.value.session.end_reason], ['failed', 'cancelled'])
  assert.deepEqual(room.terminals.interrupted, [terminal.id])
  const again = await stop(room.context, id)
  assert.ok(again.ok)
  assert.equal(again.value.session.state, 'failed')
  assert.notEqual(again.value.session.stopping?.asked_at ?? null, null)
  assert.deepEqual(room.terminals.interrupted, [terminal.id, terminal.id])
  await room.close()
})

test('a stop reaches the terminal of a session that no look has seen yet', async () => {
  const room = await openRoom()
  const terminal = room.terminals.open('mine')
  const { session } = await registered(room, { tmux_session: 'mine' })
  await room.report('mine', 'start')
  await stop(room.context, session.id)
  assert.deepEqual(room.terminals.interrupted, [terminal.id])
  await room.close()
})

test('a stop without credentials calls over what has no terminal, and types into none that no look has seen', async () => {
  const room = await openRoom()
  room.terminals.open('mine')
  const cancel = async (name: string) => {
    const { session } = await registered(room, { tmux_session: name })
    await room.report(name, 'start')
    const answer = await patch(room.context, session.id, { request: { event: 'user.cancel' }, by: anybody })
    return answer.ok ? answer.value.session.state : answer.error.error
  }
  assert.deepEqual([await cancel('mine'), await cancel('elsewhere')], ['unauthenticated', 'failed'])
  assert.deepEqual(room.terminals.interrupted, [])
  await room.close()
})

test('a session that somebody tells of is looked at soon', async () => {
  const room = await openRoom()
  await registered(room, { tmux_session: 'mine' })
  assert.equal(room.asked.looks, 1)
  await room.report('agent-told', 'start')
  assert.equal(room.asked.looks, 2)
  await room.report('agent-told', 'hook.to_review')
  assert.equal(room.asked.looks, 2)
  await room.close()
})

test("a stop never reaches another terminal that has the session's name or id by now", async () => {
  const room = await openRoom()
  room.terminals.open('agent-a')
  await room.scan()
  room.terminals.close('agent-a')
  room.terminals.open('agent-a')
  const stopped = await stop(room.context, room.context.registry.byTmuxName('agent-a')?.session.id ?? '')
  assert.ok(stopped.ok)
  assert.deepEqual(room.terminals.interrupted, [])
  await room.scan()
  assert.equal(room.context.registry.get(stopped.value.session.id)?.session.state, 'running')
  await room.close()
})

test('on a full disk a stop interrupts first, says so, and is recorded once there is room', async () => {
  const room = await openRoom()
  const terminal = room.terminals.open('agent-a')
  await room.scan()
  const id = room.context.registry.byTmuxName('agent-a')?.session.id ?? ''
  const makeRoom = await room.fillDisk()
  const refused = await stop(room.context, id)
  assert.deepEqual(!refused.ok && [refused.error.error, refused.error.reason], [
    'storage_unavailable',
    'Ctrl+C was sent to the terminal, but the database takes no changes now.',
  ])
  assert.equal(room.context.registry.get(id)?.session.state, 'running')
  await room.scan()
  room.terminals.close('agent-a')
  await makeRoom()
  await room.scan()
  const session = room.context.registry.get(id)?.session
  assert.deepEqual([session?.state, session?.end_reason, session?.tmux_alive], ['failed', 'cancelled', false])
  assert.deepEqual(room.terminals.interrupted, [terminal.id])
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
  await room.patch(session.id, { state: 'running' })
  assert.deepEqual(room.spawned, ['a'])
  await room.patch(session.id, { state: 'completed' })
  await room.patch(session.id, { state: 'running' })
  assert.deepEqual(room.spawned, ['a'])
  await room.patch(session.id, { state: 'completed' })
  room.terminals.close('a')
  await room.scan()
  await room.patch(session.id, { state: 'running' })
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
  const answer = await room.patch(id, { state: 'running' })
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
  assert.deepEqual(room.published.at(-1), { op: 'remove', id, value: null })
  assert.deepEqual(await room.terminals.tmux.list(), { kind: 'sessions', sessions: [] })
  const again = await remove(room.context, id, { kill: false })
  assert.equal(!again.ok && again.error.error, 'not_found')
  await room.close()
})

const anybody = 'anybody'

test('a prompt that was registered without credentials is never spawned, by nobody and by no dependency', async () => {
  const room = await openRoom()
  const request = { tmux_session: 'a', agent_type: 'shell', prompt: 'touch x', depends_on: ['T1'] }
  const registered = await register(room.context, { request, by: anybody })
  assert.ok(registered.ok)
  const { id, runnable } = registered.value.session
  assert.equal(runnable, false)
  room.statuses.set('T1', 'done')
  room.context.onTaskSettled('T1')
  await room.settled()
  assert.equal(room.context.registry.get(id)?.session.state, 'running')
  for (const by of [anybody, 'authenticated'] as const) {
    await patch(room.context, id, { request: { state: 'completed' }, by })
    const moved = await patch(room.context, id, { request: { state: 'running' }, by })
    assert.equal(moved.ok && moved.value.session.state, 'running')
  }
  // Its terminal was seen once and is gone: what it does is for its registrant to say.
  room.terminals.open('a')
  await room.scan()
  room.terminals.close('a')
  await room.scan()
  const again = await room.patch(id, { state: 'running' })
  assert.equal(again.ok && again.value.session.state, 'running')
  assert.deepEqual(room.spawned, [])
  await room.close()
})

test('a session that was registered with credentials is a launch put off', async () => {
  const room = await openRoom()
  const { session } = await registered(room, {
    tmux_session: 'a',
    agent_type: 'shell',
    prompt: 'true',
    depends_on: ['T1'],
  })
  assert.equal(session.runnable, true)
  room.statuses.set('T1', 'done')
  room.context.onTaskSettled('T1')
  await room.settled()
  assert.deepEqual(room.spawned, ['a'])
  await room.close()
})

test('registering a known name with credentials does not make its prompt a command', async () => {
  const room = await openRoom()
  const request = { tmux_session: 'a', agent_type: 'shell', prompt: 'touch x' }
  await register(room.context, { request, by: anybody })
  const { session, created } = await registered(room, request)
  assert.deepEqual([created, session.runnable], [false, false])
  await room.patch(session.id, { state: 'running' })
  assert.deepEqual(room.spawned, [])
  await room.close()
})

test('without credentials nobody spawns, types into a terminal, or says when a program starts', async () => {
  const room = await openRoom()
  const put = await registered(room, { tmux_session: 'put-off', agent_type: 'shell', prompt: 'true' })
  room.terminals.open('agent-a')
  await room.scan()
  const seen = room.context.registry.byTmuxName('agent-a')?.session.id ?? ''
  const rows: [string, PatchRequest, SessionState][] = [
    [put.session.id, { state: 'running' }, 'idle'],
    [put.session.id, { event: 'start' }, 'idle'],
    [put.session.id, { depends_on: ['T1'] }, 'idle'],
    [seen, { state: 'failed' }, 'running'],
    [seen, { event: 'user.cancel' }, 'running'],
  ]
  for (const [id, request, state] of rows) {
    const answer = await patch(room.context, id, { request, by: anybody })
    assert.equal(!answer.ok && answer.error.error, 'unauthenticated', JSON.stringify(request))
    assert.equal(room.context.registry.get(id)?.session.state, state)
  }
  assert.deepEqual([room.spawned, room.terminals.interrupted], [[], []])
  // What only moves a state stays anybody's, also for a launched session whose terminal lives.
  const moves = ['hook.to_review', 'user.resume', 'process.exit', 'start'] as const
  for (const event of moves) {
    assert.equal((await patch(room.context, seen, { request: { event }, by: anybody })).ok, true, event)
  }
  await room.close()
})

test('so many live sessions are registered without credentials, and no more', async () => {
  const room = await openRoom()
  const ask = (name: string) => register(room.context, { request: { tmux_session: name }, by: anybody })
  const names = Array.from({ length: registeredByAnybodyLimit }, (_, number) => `n${number}`)
  const all = await Promise.all(names.map(ask))
  assert.ok(all.every(({ ok }) => ok))
  const over = await ask('one-more')
  assert.equal(!over.ok && over.error.error, 'too_many')
  assert.equal((await ask('n1')).ok, true, 'a known one is answered')
  assert.equal((await registered(room, { tmux_session: 'owner' })).created, true)
  const [first] = all
  assert.ok(first?.ok)
  await room.patch(first.value.session.id, { state: 'running' })
  await room.patch(first.value.session.id, { state: 'completed' })
  assert.equal((await ask('one-more')).ok, true, 'one that ended leaves its place')
  await room.close()
})
