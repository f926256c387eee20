import assert from 'node:assert/strict'
import { test } from 'node:test'
import { launch } from '../start/launch.ts'
import { remove } from './remove.ts'
import { openRoom, registered, type Room } from '../room.testkit.ts'

const named = (room: Room, name: string) => room.context.registry.byTmuxName(name)
const idOf = (room: Room, name: string): string => named(room, name)?.session.id ?? ''

async function dismissedAgent(): Promise<Room> {
  const room = await openRoom()
  room.terminals.open('agent-a')
  await room.scan()
  await remove(room.context, idOf(room, 'agent-a'), { kill: false })
  return room
}

test('a dismissed terminal stays away as long as it lives', async () => {
  const room = await dismissedAgent()
  await room.scan()
  assert.deepEqual((await room.report('agent-a', 'start')).ok, true)
  assert.equal(named(room, 'agent-a'), null)
  await room.close()
})

test('a new terminal of a dismissed name appears at once, whether or not anybody saw the old one go', async () => {
  for (const looks of [0, 1]) {
    const room = await dismissedAgent()
    room.terminals.close('agent-a')
    if (looks === 1) await room.scan()
    room.terminals.open('agent-a')
    await room.scan()
    assert.equal(named(room, 'agent-a')?.session.state, 'running')
    await room.close()
  }
})

test('after a restart of the service the dismissed terminal stays away, and a new one of its name appears', async () => {
  for (const end of ['flushed', 'killed'] as const) {
    const room = await dismissedAgent()
    if (end === 'flushed') room.file.flushSync()
    await room.crash()
    const next = await openRoom({ home: room.home, terminals: room.terminals })
    await next.scan()
    assert.equal(named(next, 'agent-a'), null)
    next.terminals.close('agent-a')
    next.terminals.open('agent-a')
    await next.scan()
    assert.equal(named(next, 'agent-a')?.session.state, 'running')
    await next.close()
  }
})

test('a session that was dismissed before any look hides the terminal that it had, and no later one', async () => {
  const room = await openRoom()
  const told = async (name: string) => {
    await room.report(name, 'start')
    await remove(room.context, idOf(room, name), { kill: false })
    await room.scan()
  }
  room.terminals.open('agent-there')
  await told('agent-there')
  assert.equal(named(room, 'agent-there'), null)
  await told('agent-elsewhere')
  room.terminals.open('agent-elsewhere')
  await room.scan()
  assert.equal(named(room, 'agent-elsewhere')?.session.state, 'running')
  await room.close()
})

test('what a dismissed run still reports concerns no other session of its name', async () => {
  const room = await openRoom()
  const launched = await launch(room.context, { agent_type: 'shell', prompt: 'true', session_name: 'agent-a' })
  assert.ok(launched.ok)
  const runId = named(room, 'agent-a')?.runId ?? null
  assert.notEqual(runId, null)
  await remove(room.context, launched.value.id, { kill: true })
  room.terminals.open('agent-a')
  await room.scan()
  const late = await room.report('agent-a', 'process.exit', { runId, exitCode: 0 })
  assert.deepEqual(late.ok && [late.value.changed, late.value.session], [false, null])
  assert.equal(named(room, 'agent-a')?.session.state, 'running')
  await room.close()
})

test('a removal closes the terminal that was looked at, or has the name; never another', async () => {
  const room = await openRoom()
  room.terminals.open('unseen')
  const unseen = await registered(room, { tmux_session: 'unseen' })
  await remove(room.context, unseen.session.id, { kill: true })
  assert.deepEqual(await room.terminals.tmux.list(), { kind: 'sessions', sessions: [] })
  room.terminals.open('agent-b')
  await room.scan()
  room.terminals.close('agent-b')
  const other = room.terminals.open('agent-b')
  await remove(room.context, idOf(room, 'agent-b'), { kill: true })
  assert.deepEqual(await room.terminals.tmux.list(), { kind: 'sessions', sessions: [other] })
  await room.scan()
  assert.equal(named(room, 'agent-b')?.session.state, 'running')
  await room.close()
})

test('on a full disk a removal with kill closes the terminal first, and is recorded once there is room', async () => {
  const room = await openRoom()
  room.terminals.open('agent-a')
  await room.scan()
  const makeRoom = await room.fillDisk()
  const refused = await remove(room.context, idOf(room, 'agent-a'), { kill: true })
  assert.deepEqual(!refused.ok && refused.error.error, 'storage_unavailable')
  assert.deepEqual(await room.terminals.tmux.list(), { kind: 'sessions', sessions: [] })
  assert.notEqual(named(room, 'agent-a'), null)
  await makeRoom()
  await room.scan()
  assert.equal(named(room, 'agent-a'), null)
  await room.close()
})
