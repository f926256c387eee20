import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { LaunchRequest, RegisterRequest, Session } from '../../contract.ts'
import { register, type AskedBy } from '../change/commands.ts'
import { settleTask } from './dependants.ts'
import { launch } from './launch.ts'
import { remove } from '../end/remove.ts'
import { openRoom, registered, type Room } from '../room.testkit.ts'

async function launched(room: Room, request: Partial<LaunchRequest>): Promise<Session> {
  const answer = await launch(room.context, { agent_type: 'shell', prompt: 'true', ...request })
  assert.ok(answer.ok)
  return answer.value
}

const stateOf = (room: Room, id: string) => room.context.registry.get(id)?.session.state

test('a launch answers a running session and shows one card', async () => {
  const room = await openRoom()
  const session = await launched(room, { label: 'Say it', task_id: 'T1' })
  assert.deepEqual(
    [session.state, session.origin, session.label, session.tmux_alive],
    ['running', 'launched', 'Say it', true],
  )
  assert.match(session.tmux_session, /^agent-shell-[0-9a-z]{6}$/)
  assert.equal(room.published.length, 1)
  assert.deepEqual(room.followed, [['T1', 'in_progress']])
  await room.close()
})

test('a name that is taken is refused, by us or by tmux, and leaves nothing behind', async () => {
  const room = await openRoom({ spawn: async () => err({ error: 'session_exists', reason: 'tmux has that name.' }) })
  const foreign = await launch(room.context, { agent_type: 'shell', prompt: 'true', session_name: 'theirs' })
  assert.equal(!foreign.ok && foreign.error.error, 'session_exists')
  assert.equal(room.context.registry.size, 0)
  await room.report('mine', 'start')
  const ours = await launch(room.context, { agent_type: 'shell', prompt: 'true', session_name: 'mine' })
  assert.equal(!ours.ok && ours.error.error, 'session_exists')
  assert.deepEqual(!ours.ok && ours.error.details?.map(({ field }) => field), ['session_name'])
  assert.equal(room.context.registry.size, 1)
  await room.close()
})

test('a session with unmet dependencies waits and starts when a session of that task completes', async () => {
  const room = await openRoom()
  const waiting = await launched(room, { session_name: 'after', depends_on: ['T1'] })
  assert.deepEqual([waiting.state, waiting.blocked_by], ['idle', ['T1']])
  assert.deepEqual(room.spawned, [])
  const first = await launched(room, { session_name: 'first', task_id: 'T1' })
  await room.report('first', 'process.exit')
  await room.settled()
  assert.equal(stateOf(room, first.id), 'completed')
  assert.equal(stateOf(room, waiting.id), 'running')
  assert.deepEqual(room.spawned, ['first', 'after'])
  const { events } = await room.context.events.page(waiting.id, { limit: 10, before: null })
  assert.deepEqual([events[0]?.event, events[0]?.source], ['start', 'dependency'])
  await room.close()
})

test('all of several dependencies must be met, by done tasks or completed sessions', async () => {
  const room = await openRoom()
  const waiting = await launched(room, { depends_on: ['T1', 'T2'] })
  room.statuses.set('T1', 'done')
  await settleTask(room.context, 'T1')
  assert.deepEqual(
    [stateOf(room, waiting.id), room.context.registry.get(waiting.id)?.session.blocked_by],
    ['idle', ['T2']],
  )
  room.statuses.set('T2', 'done')
  await settleTask(room.context, 'T2')
  assert.equal(stateOf(room, waiting.id), 'running')
  await room.close()
})

test('a failed session meets nothing, and neither does one that was dismissed', async () => {
  const room = await openRoom()
  const waiting = await launched(room, { depends_on: ['T1'] })
  await launched(room, { session_name: 'first', task_id: 'T1' })
  await room.report('first', 'process.exit_error')
  await room.settled()
  assert.equal(stateOf(room, waiting.id), 'idle')
  await room.close()
})

test('a requeued session does not start by itself, and a person may start a blocked one', async () => {
  const room = await openRoom()
  const waiting = await launched(room, { session_name: 'after', depends_on: ['T1'] })
  assert.equal((await room.patch(waiting.id, { state: 'running' })).ok, true)
  const { events } = await room.context.events.page(waiting.id, { limit: 1, before: null })
  assert.equal(events[0]?.metadata, 'started although it waits for T1')
  await room.report('after', 'process.exit')
  await room.patch(waiting.id, { state: 'idle' })
  room.statuses.set('T1', 'done')
  await settleTask(room.context, 'T1')
  assert.equal(stateOf(room, waiting.id), 'idle')
  await room.close()
})

test('chains start link by link', async () => {
  const room = await openRoom()
  const third = await launched(room, { session_name: 'third', depends_on: ['T2'] })
  const second = await launched(room, { session_name: 'second', task_id: 'T2', depends_on: ['T1'] })
  await launched(room, { session_name: 'first', task_id: 'T1' })
  await room.report('first', 'process.exit')
  await room.settled()
  assert.deepEqual([stateOf(room, second.id), stateOf(room, third.id)], ['running', 'idle'])
  await room.report('second', 'process.exit')
  await room.settled()
  assert.equal(stateOf(room, third.id), 'running')
  await room.close()
})

test('what an agent says while it is being started waits for the start', async () => {
  const gate = Promise.withResolvers<void>()
  const room = await openRoom({
    async spawn({ session }) {
      await gate.promise
      return ok({ id: '$1', name: session.tmux_session, createdMs: 0 })
    },
  })
  const starting = launch(room.context, { agent_type: 'shell', prompt: 'true', session_name: 'quick' })
  while (room.context.starting.size === 0) await setImmediate()
  const report = room.report('quick', 'process.exit', { exitCode: 0 })
  gate.resolve()
  assert.equal((await starting).ok, true)
  const answer = await report
  assert.deepEqual(answer.ok && [answer.value.session?.state, answer.value.session?.exit_code], ['completed', 0])
  await room.close()
})

test('a service that died in the middle of a start finds the agent running', async () => {
  const room = await openRoom({ spawn: () => new Promise(() => undefined) })
  void launch(room.context, { agent_type: 'shell', prompt: 'true', session_name: 'agent-cut' })
  while (room.context.registry.byTmuxName('agent-cut')?.spawning !== true) await setImmediate()
  await setImmediate()
  await room.crash()
  const again = await openRoom({ home: room.home })
  again.terminals.open('agent-cut')
  await again.scan()
  const record = again.context.registry.byTmuxName('agent-cut')
  assert.deepEqual([record?.session.state, record?.spawning, record?.session.origin], ['running', false, 'launched'])
  await again.close()
})

test('dismissing a session forgets what it held up', async () => {
  const room = await openRoom()
  const waiting = await launched(room, { depends_on: ['T1'] })
  await remove(room.context, waiting.id, { kill: false })
  assert.deepEqual(room.context.registry.waitingFor('T1'), [])
  await room.close()
})

test('a session can be linked to a task by hand, and starts when that is done', async () => {
  const room = await openRoom()
  const session = await launched(room, { depends_on: ['T1'] })
  const linked = await room.patch(session.id, { depends_on: ['T2', 'T2'] })
  assert.deepEqual(linked.ok && [linked.value.changed, linked.value.session.blocked_by], [true, ['T2']])
  const same = await room.patch(session.id, { depends_on: ['T2'] })
  assert.equal(same.ok && same.value.changed, false)
  room.statuses.set('T2', 'done')
  await settleTask(room.context, 'T2')
  assert.equal(stateOf(room, session.id), 'running')
  await room.close()
})

test('what would wait for itself for ever is refused in words, however it comes, and leaves nothing behind', async () => {
  const room = await openRoom()
  const refused = async (answer: Promise<Result<unknown, Refusal>>): Promise<string> => {
    const outcome = await answer
    assert.ok(!outcome.ok && outcome.error.error === 'invalid_request')
    assert.deepEqual(
      outcome.error.details?.map(({ field }) => field),
      ['depends_on'],
    )
    return outcome.error.reason
  }
  const shell = { agent_type: 'shell', prompt: 'true' }
  const own = { task_id: 'A', depends_on: ['Z', 'A'] }
  const registration: AskedBy<RegisterRequest> = { request: { tmux_session: 'own', ...own }, by: 'authenticated' }
  assert.match(await refused(launch(room.context, { ...shell, ...own })), / A, the task that it works on itself/)
  assert.match(await refused(register(room.context, registration)), / A, the task/)
  assert.equal(room.context.registry.size, 0)

  const first = await launched(room, { task_id: 'A', depends_on: ['Z'] })
  assert.match(await refused(room.patch(first.id, { depends_on: ['A'] })), / A, the task/)
  const second = await launched(room, { task_id: 'B', depends_on: ['A'] })
  assert.match(await refused(room.patch(first.id, { depends_on: ['B'] })), / B, .* A: neither would ever/)
  assert.deepEqual(room.context.registry.get(first.id)?.session.depends_on, ['Z'])

  // Done already, or in the hands of another session: nobody waits in vain.
  room.statuses.set('B', 'done')
  assert.ok((await room.patch(first.id, { depends_on: ['Z', 'B'] })).ok)
  await launched(room, { task_id: 'C' })
  assert.ok((await launch(room.context, { ...shell, task_id: 'C', depends_on: ['C'] })).ok)
  assert.equal(stateOf(room, second.id), 'idle')
  await room.close()
})

test('two restarts at once start one agent, and a third that waited for them starts none', async () => {
  const room = await openRoom()
  const { id, tmux_session } = await launched(room, {})
  await room.report(tmux_session, 'process.exit')
  room.terminals.close(tmux_session)
  await room.scan()
  room.spawned.length = 0
  const restarts = await Promise.all([1, 2, 3].map(() => room.patch(id, { state: 'running' })))
  assert.deepEqual(room.spawned, [tmux_session])
  assert.deepEqual(
    restarts.map((restart) => restart.ok && restart.value.changed),
    [true, false, false],
  )
  await room.close()
})

test('sessions that wait for one that failed to restart try in turn, not at once', async () => {
  let running = 0
  let most = 0
  const room = await openRoom({
    async spawn() {
      running += 1
      most = Math.max(most, running)
      await setImmediate()
      running -= 1
      return err({ error: 'tmux_missing', reason: 'There is no tmux.' })
    },
  })
  const mine = await registered(room, { agent_type: 'shell', tmux_session: 'mine', prompt: 'true' })
  const { id } = mine.session
  await Promise.all([1, 2, 3, 4].map(() => room.patch(id, { state: 'running' })))
  assert.equal(most, 1)
  await room.close()
})

test('a session that is dismissed while its like are looked at holds nobody up', async () => {
  const room = await openRoom()
  const names = ['one', 'two', 'three', 'four']
  const waiting = await Promise.all(
    names.map((name) => launched(room, { session_name: name, depends_on: ['T1', 'T2'] })),
  )
  room.statuses.set('T1', 'done')
  const settling = settleTask(room.context, 'T1')
  await remove(room.context, waiting[1]?.id ?? '', { kill: false })
  await settling
  room.statuses.set('T2', 'done')
  const starting = settleTask(room.context, 'T2')
  await remove(room.context, waiting[2]?.id ?? '', { kill: false })
  await starting
  assert.deepEqual(room.spawned, ['one', 'four'])
  await room.close()
})
