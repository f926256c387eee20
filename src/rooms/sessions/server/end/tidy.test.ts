import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs, hourMs, minuteMs } from '#base/time.ts'
import { launch } from '../start/launch.ts'
import { openRoom, type Room } from '../room.testkit.ts'
import { correctTimes } from './tidy.ts'

const namesIn = (room: Room) => [...room.context.registry.all()].map(({ session }) => session.tmux_session)

async function passHours(room: Room, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour++) {
    await room.time.pass(hourMs)
    await room.settled()
  }
}

test('ended sessions leave a running service after a day, and viewers are told', async () => {
  const room = await openRoom()
  await room.report('agent-done', ['start', 'process.exit'])
  await room.report('agent-runs', 'start')
  const id = room.context.registry.byTmuxName('agent-done')?.session.id ?? ''
  await passHours(room, 24)
  assert.deepEqual(namesIn(room), ['agent-done', 'agent-runs'])
  await passHours(room, 1)
  assert.deepEqual(namesIn(room), ['agent-runs'])
  assert.deepEqual(room.published.at(-1), { op: 'remove', id, value: null })
  const { events } = await room.context.events.page(id, { limit: 10, before: null })
  assert.deepEqual([events[0]?.kind, events[0]?.source], ['removed', 'service'])
  await room.crash()
  const again = await openRoom({ home: room.home, nowMs: room.time.nowMs })
  assert.deepEqual(namesIn(again), ['agent-runs'])
  await again.close()
})

test('a thousand of them go within the same hour', async () => {
  const room = await openRoom()
  await Promise.all(
    Array.from({ length: 1000 }, (_, index) => room.report(`agent-${index}`, ['start', 'process.exit'])),
  )
  await passHours(room, 25)
  assert.equal(room.context.registry.size, 0)
  await room.close()
})

test('a terminal that outlives its card is not taken for a new session, after a restart neither', async () => {
  const room = await openRoom()
  room.terminals.open('agent-shell')
  await room.scan()
  await room.report('agent-shell', 'process.exit')
  await passHours(room, 25)
  await room.scan()
  assert.deepEqual(namesIn(room), [])
  room.file.flushSync()
  await room.crash()
  const again = await openRoom({ home: room.home, nowMs: room.time.nowMs, terminals: room.terminals })
  await again.scan()
  assert.deepEqual(namesIn(again), [])
  again.terminals.close('agent-shell')
  await again.scan()
  await again.time.pass(minuteMs)
  await again.scan()
  assert.equal([...again.context.registry.dismissed()].length, 0)
  await again.close()
})

test('one that is pruned at the start leaves its name as well while its terminal lives', async () => {
  const room = await openRoom()
  room.terminals.open('agent-shell')
  await room.scan()
  await room.report('agent-shell', 'process.exit')
  room.file.flushSync()
  await room.crash()
  const again = await openRoom({ home: room.home, nowMs: room.time.nowMs + 2 * dayMs, terminals: room.terminals })
  await again.scan()
  assert.deepEqual(namesIn(again), [])
  await again.close()
})

test('what waits for the task of an ended session still starts once its other tasks are done', async () => {
  const room = await openRoom()
  const first = { agent_type: 'shell', prompt: 'true', session_name: 'first', task_id: 'elsewhere-1' }
  assert.ok((await launch(room.context, first)).ok)
  await room.report('first', 'process.exit')
  const after = { agent_type: 'shell', prompt: 'true', session_name: 'after', depends_on: ['elsewhere-1', 'T2'] }
  assert.ok((await launch(room.context, after)).ok)
  await passHours(room, 48)
  room.statuses.set('T2', 'done')
  room.context.onTaskSettled('T2')
  await room.settled()
  assert.equal(room.context.registry.byTmuxName('after')?.session.state, 'running')
  await passHours(room, 1)
  assert.equal(room.context.registry.byTmuxName('first'), null)
  await room.close()
})

test('times that lie in the future after the clock was set back become now, and stay after a kill', async () => {
  const room = await openRoom()
  room.time.set('2026-11-21T12:00:00.000Z')
  await room.report('agent-a', ['start', 'hook.to_review'])
  await room.report('agent-b', ['start', 'process.exit'])
  room.time.set('2026-11-20T12:00:05.000Z')
  await correctTimes(room.context)
  const now = '2026-11-20T12:00:05.000Z'
  for (const { session } of room.context.registry.all()) {
    const { last_activity, created_at, started_at, state_since, ended_at, cause } = session
    const times = [last_activity, created_at, started_at, state_since, cause?.at, ended_at ?? now]
    assert.deepEqual([...new Set(times)], [now], session.tmux_session)
  }
  const shown = room.published.length
  await correctTimes(room.context)
  assert.equal(room.published.length, shown)
  await room.crash()
  const again = await openRoom({ home: room.home, nowMs: room.time.nowMs })
  assert.equal(again.context.registry.byTmuxName('agent-b')?.session.ended_at, now)
  await again.close()
})

test('a name that was dismissed while the clock was ahead is forgotten like any other', async () => {
  const room = await openRoom()
  const name = { tmux_session: 'agent-a', gone_since_ms: room.time.nowMs + dayMs, tmux_id: null, tmux_created_ms: null }
  room.context.registry.remember({ ...name, run_id: null })
  await room.scan()
  assert.equal(room.context.registry.dismissedByName('agent-a'), null)
  await room.close()
})

test('history written while the clock was ahead holds up no older one', async () => {
  const room = await openRoom()
  await room.report('agent-a', 'start')
  room.time.set('2027-11-20T12:00:00.000Z')
  await room.report('agent-a', 'hook.to_review')
  room.time.set('2026-11-20T12:00:00.000Z')
  await room.report('agent-a', 'agent.tool_use')
  const id = room.context.registry.byTmuxName('agent-a')?.session.id ?? ''
  await passHours(room, 24 * 31)
  await room.report('agent-a', 'hook.to_review')
  const { events } = await room.context.events.page(id, { limit: 10, before: null })
  assert.deepEqual(
    events.map(({ event }) => event),
    ['hook.to_review'],
  )
  await room.close()
})
