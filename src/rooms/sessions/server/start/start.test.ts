import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '#base/result.ts'
import type { Session } from '../../contract.ts'
import type { SpawnRequest } from '../launcher/spawn.ts'
import { patch } from '../change/commands.ts'
import { stop } from '../end/stop.ts'
import { launch } from './launch.ts'
import { openRoom, registered, type Room, type RoomOptions } from '../room.testkit.ts'

async function launchedIn(room: Room): Promise<Session> {
  const answer = await launch(room.context, { agent_type: 'shell', prompt: 'true', session_name: 'a' })
  assert.ok(answer.ok)
  return answer.value
}

const restart = (room: Room, { id }: Session) => room.patch(id, { event: 'start' })
const sessionIn = (room: Room, { id }: Session) => room.context.registry.get(id)?.session

/** The wrapper reports the end, and then the terminal closes. */
const report = (room: Room, exitCode: number) =>
  room.report('a', exitCode === 0 ? 'process.exit' : 'process.exit_error', {
    exitCode,
    runId: room.context.registry.byTmuxName('a')?.runId ?? null,
  })

/** The terminal is there for so many more looks at it. */
function closingAfter(room: Room, looks: number): void {
  const { tmux } = room.terminals
  const { find } = tmux
  let left = looks
  tmux.find = (name) => {
    if ((left -= 1) < 0) room.terminals.close(name)
    return find(name)
  }
}

const ends: readonly (readonly [string, (room: Room, session: Session) => Promise<unknown>])[] = [
  ['that it completed', (room) => report(room, 0)],
  ['that it failed', (room) => report(room, 3)],
  ['that a turn of its agent ended', (room) => room.report('a', 'process.exit')],
  ['and it was put back', async (room, { id }) => report(room, 0).then(() => room.patch(id, { state: 'idle' }))],
  ['by a stop', (room, { id }) => stop(room.context, id)],
]
for (const [how, end] of ends) {
  test(`a restart right after the end was told, ${how}, waits for the terminal to close and runs`, async () => {
    const room = await openRoom()
    const session = await launchedIn(room)
    await end(room, session)
    closingAfter(room, 3)
    const restarted = await restart(room, session)
    assert.ok(restarted.ok)
    assert.deepEqual([restarted.value.session.state, restarted.value.changed], ['running', true])
    assert.deepEqual(room.spawned, ['a', 'a'])
    await room.close()
  })
}

test('a restart sees that the terminal is gone although no look has noticed it', async () => {
  const room = await openRoom()
  const session = await launchedIn(room)
  await stop(room.context, session.id)
  room.terminals.close('a')
  assert.ok((await restart(room, session)).ok)
  assert.deepEqual(room.spawned, ['a', 'a'])
  await room.close()
})

test('of restarts at once after the end one runs, and each after its own end', async () => {
  const room = await openRoom()
  const session = await launchedIn(room)
  for (let round = 0; round < 3; round++) {
    await report(room, round)
    closingAfter(room, 2)
    const answers = await Promise.all([1, 2, 3].map(() => restart(room, session)))
    assert.deepEqual(
      answers.map((answer) => answer.ok),
      [true, false, false],
    )
  }
  assert.equal(room.spawned.length, 4)
  await room.close()
})

test('a terminal that goes on living after the end is moved', async () => {
  const room = await openRoom({ closingLimitMs: 1 })
  const session = await launchedIn(room)
  await report(room, 0)
  assert.ok((await restart(room, session)).ok)
  assert.deepEqual(room.spawned, ['a'])
  assert.equal(sessionIn(room, session)?.state, 'running')
  await room.close()
})

test('a terminal that was not told to end, or is not ours, is not waited for', async () => {
  const endless: RoomOptions = { closingLimitMs: Number.POSITIVE_INFINITY }
  const room = await openRoom(endless)
  const session = await launchedIn(room)
  await room.patch(session.id, { state: 'completed' })
  assert.ok((await restart(room, session)).ok)
  const byHand = await registered(room, { tmux_session: 'hand', prompt: 'true' })
  room.terminals.open('hand')
  await room.scan()
  await room.report('hand', ['start', 'process.exit'])
  assert.ok((await restart(room, byHand.session)).ok)
  assert.deepEqual(room.spawned, ['a'])
  await room.close()
})

test('a start without credentials runs nothing, although the terminal is found to be gone', async () => {
  const room = await openRoom()
  const session = await launchedIn(room)
  await report(room, 0)
  room.terminals.close('a')
  const answer = await patch(room.context, session.id, { request: { event: 'start' }, by: 'anybody' })
  assert.equal(!answer.ok && answer.error.error, 'unauthenticated')
  assert.deepEqual([room.spawned, sessionIn(room, session)?.state], [['a'], 'completed'])
  await room.close()
})

test('a terminal that somebody opened under the name meanwhile is kept', async () => {
  const room = await openRoom({ closingLimitMs: Number.POSITIVE_INFINITY })
  const session = await launchedIn(room)
  await report(room, 0)
  room.terminals.close('a')
  const other = room.terminals.open('a')
  assert.ok((await restart(room, session)).ok)
  assert.deepEqual(room.spawned, ['a'])
  assert.equal(room.context.registry.get(session.id)?.tmuxId, other.id)
  await room.close()
})

test('what the old run reports while its restart waits is heard, and changes nothing of the new one', async () => {
  const room = await openRoom()
  const session = await launchedIn(room)
  const oldRun = room.context.registry.get(session.id)?.runId ?? null
  await room.report('a', 'process.exit')
  const restarting = restart(room, session)
  const late = await room.report('a', 'process.exit_error', { exitCode: 4, runId: oldRun })
  assert.equal(late.ok && late.value.session?.exit_code, 4)
  room.terminals.close('a')
  assert.ok((await restarting).ok)
  await room.report('a', 'process.exit_error', { exitCode: 4, runId: oldRun })
  assert.deepEqual([sessionIn(room, session)?.state, sessionIn(room, session)?.exit_code], ['running', null])
  await room.close()
})

test('a restart while tmux gives no answer is refused by the spawn, or leaves what has no command as it was', async () => {
  const room = await openRoom()
  room.terminals.open('agent-b')
  await room.scan()
  const found = room.context.registry.byTmuxName('agent-b')?.session
  assert.ok(found !== undefined)
  await room.report('agent-b', 'process.exit')
  room.terminals.listing = { kind: 'unknown', reason: 'it hangs' }
  assert.ok((await restart(room, found)).ok)
  await room.close()
})

test('a conversation is resumed in its interactive mode, without the prompt, and only once its session is over', async () => {
  const asked: SpawnRequest[] = []
  const room: Room = await openRoom({
    async spawn(request) {
      asked.push(request)
      return ok(room.terminals.open(request.session.tmux_session))
    },
  })
  const launched = await launch(room.context, { agent_type: 'codex', prompt: 'fix it', session_name: 'a' })
  assert.ok(launched.ok)
  const { id } = launched.value
  const runId = room.context.registry.byTmuxName('a')?.runId ?? null
  await room.report('a', 'hook.to_running', { runId, client: { session: 'c-1', pid: 5, screen: null } })
  const resume = (by: 'authenticated' | 'anybody') =>
    patch(room.context, id, { request: { conversation: 'resume' }, by })
  const early = await resume('authenticated')
  assert.equal(!early.ok && early.error.error, 'conflict')
  await report(room, 0)
  closingAfter(room, 1)
  const stranger = await resume('anybody')
  assert.equal(!stranger.ok && stranger.error.error, 'unauthenticated')
  const resumed = await resume('authenticated')
  assert.ok(resumed.ok, JSON.stringify(resumed))
  assert.deepEqual([resumed.value.session.state, resumed.value.session.interactive], ['running', true])
  const { session, conversation } = asked.at(-1) ?? {}
  assert.deepEqual([session?.prompt, session?.interactive, conversation], ['', true, 'c-1'])
  assert.equal(sessionIn(room, launched.value)?.prompt, 'fix it')
})
