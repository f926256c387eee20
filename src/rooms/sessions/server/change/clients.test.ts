// Several clients in one terminal, and clients that end a turn while their command goes on.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client, MachineEvent, Session } from '../../contract.ts'
import { launch } from '../start/launch.ts'
import { openRoom, type Room } from '../room.testkit.ts'
import { createTurnLook } from '../scan/turn-watch.ts'

const outer: Client = { session: 'outer', pid: 10, screen: null }
const inner: Client = { session: 'inner', pid: 11, screen: null }
const isProcessAlive = (pid: number): boolean => pid === 10 || pid === 11

const lookOf = ({ context }: Pick<Room, 'context'>) =>
  createTurnLook(context, { logSize: async () => null, isMotionReduced: async () => false })

/** A launched session, whose wrapper gives its run to every hook below it. */
async function launched(room: Room) {
  const { context } = room
  const answer = await launch(context, { agent_type: 'shell', prompt: 'claude -p again; claude -p again' })
  assert.ok(answer.ok)
  const { id, tmux_session: name } = answer.value
  const runId = context.registry.get(id)?.runId ?? null
  const now = (): Session => context.registry.get(id)?.session ?? assert.fail('the session is gone')
  const hook = (event: MachineEvent | readonly MachineEvent[], client: Client) =>
    room.report(name, event, { client, runId })
  const look = lookOf(room)
  const passes = async (ms: number) => {
    room.time.nowMs += ms
    await look()
  }
  return { id, name, runId, now, hook, passes }
}

test('of two clients in one terminal the first moves the session, and the other is recorded', async () => {
  const room = await openRoom({ isProcessAlive })
  await room.report('agent-a', 'start', { client: outer })
  for (const event of ['hook.to_review', 'process.exit', 'process.exit_error'] as const) {
    const answer = await room.report('agent-a', event, { client: inner, metadata: 'from within' })
    assert.ok(answer.ok && !answer.value.changed, event)
    assert.equal(answer.value.session?.state, 'running', event)
    assert.notEqual(answer.value.session?.last_message, 'from within')
  }
  await room.report('agent-a', 'hook.to_review', { client: { ...outer, session: 'after /clear' } })
  const { session, client } = room.context.registry.byTmuxName('agent-a') ?? assert.fail()
  assert.deepEqual([session.state, client?.session], ['awaiting_review', 'after /clear'])
  await room.report('agent-a', 'agent.tool_use', { client: inner })
  assert.equal(room.context.registry.byTmuxName('agent-a')?.session.state, 'awaiting_review')
  await room.close()
})

test('a client that is gone is followed by the next one', async () => {
  const room = await openRoom({ isProcessAlive: (pid) => pid === 11 })
  await room.report('agent-a', 'start', { client: outer })
  await room.report('agent-a', 'hook.to_review', { client: inner })
  assert.equal(room.context.registry.byTmuxName('agent-a')?.session.state, 'awaiting_review')
  assert.deepEqual(room.context.registry.byTmuxName('agent-a')?.client, inner)
  await room.close()
})

test('the end of a turn is no end of the command that we wrapped, which its wrapper reports', async () => {
  const room = await openRoom({ isProcessAlive })
  const at = await launched(room)
  await at.hook('start', outer)
  const stop = await at.hook('process.exit', outer)
  assert.ok(stop.ok && !stop.value.changed)
  assert.equal(at.now().state, 'running')
  await at.passes(9999)
  assert.equal(at.now().state, 'running')
  await room.report(at.name, 'process.exit', { source: 'wrapper', exitCode: 0, runId: at.runId })
  assert.deepEqual([at.now().state, at.now().end_reason, at.now().exit_code], ['completed', 'exit', 0])
  await at.passes(60_000)
  assert.equal(at.now().state, 'completed')
  await room.close()
})

test('a command that goes on 10 s after a turn waits for its person, and works again when its client does', async () => {
  const room = await openRoom({ isProcessAlive })
  const at = await launched(room)
  await at.hook('start', outer)
  await at.hook('process.exit', outer)
  await at.passes(9999)
  assert.equal(at.now().state, 'running')
  await at.passes(1)
  const { state, cause } = at.now()
  assert.deepEqual([state, cause?.source], ['awaiting_review', 'service'])
  assert.equal(cause?.metadata, 'its turn ended, the program goes on')
  await at.hook('agent.tool_use', outer)
  assert.equal(at.now().state, 'running')
  await at.passes(60_000)
  assert.equal(at.now().state, 'running')
  await room.close()
})

test('a script that calls a client in a loop runs until its wrapper says otherwise', async () => {
  const alive = new Set([10])
  const room = await openRoom({ isProcessAlive: (pid) => alive.has(pid) })
  const at = await launched(room)
  for (const pid of [10, 11, 12]) {
    alive.clear()
    alive.add(pid)
    const client = { session: `turn ${pid}`, pid, screen: null }
    await at.hook('start', client)
    await at.hook(['agent.prompt_ready', 'hook.to_running', 'start'], client)
    await at.passes(30_000)
    await at.hook('process.exit', client)
    await at.passes(2000)
    assert.equal(at.now().state, 'running')
  }
  await room.report(at.name, 'process.exit_error', { source: 'wrapper', exitCode: 3, runId: at.runId })
  assert.equal(at.now().state, 'failed')
  const shown = room.published.flatMap(({ value }) => (value === null ? [] : [(value as Session).state]))
  assert.deepEqual(new Set(shown), new Set(['running', 'failed']))
  await room.close()
})

test('exit ends a session that has no wrapper of ours, and of any program that is no client', async () => {
  const room = await openRoom({ isProcessAlive })
  await room.report('agent-a', 'start', { client: outer })
  await room.report('agent-a', 'process.exit', { client: outer })
  assert.equal(room.context.registry.byTmuxName('agent-a')?.session.state, 'completed')
  const at = await launched(room)
  await room.report(at.name, 'process.exit')
  assert.equal(at.now().state, 'completed')
  await room.close()
})

test('a turn that was over is remembered through a restart', async () => {
  const room = await openRoom({ isProcessAlive })
  const at = await launched(room)
  await at.hook('start', outer)
  await at.hook('process.exit', outer)
  await room.crash()
  const again = await openRoom({ home: room.home, isProcessAlive, nowMs: room.time.nowMs + 10_000 })
  await lookOf(again)()
  const { session, client } = again.context.registry.get(at.id) ?? assert.fail()
  assert.deepEqual([session.state, client], ['awaiting_review', outer])
  await again.close()
})
