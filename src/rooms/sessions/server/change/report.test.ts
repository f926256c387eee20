import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { machineEvents, sessionStates, type MachineEvent, type SessionState } from '../../contract.ts'
import { toCard } from '../../core/list/card.ts'
import { remove } from '../end/remove.ts'
import { createdByHookLimit, ofGatewayLimit } from './report.ts'
import { openRoom, registered } from '../room.testkit.ts'

test('any first event of an unknown agent-… terminal creates a running session', async () => {
  const room = await openRoom()
  for (const event of machineEvents) {
    const name = `agent-${event.replace('.', '-')}`
    const answer = await room.report(name, event)
    assert.ok(answer.ok)
    const { changed, session } = answer.value
    assert.deepEqual([changed, session?.state, session?.origin, session?.tmux_session], [true, 'running', 'hook', name])
  }
  await room.close()
})

test('of other names only a start creates, and everything else is not found', async () => {
  const room = await openRoom()
  for (const event of machineEvents) {
    const answer = await room.report(`work-${event.replace('.', '-')}`, event)
    assert.equal(answer.ok, event === 'start', event)
    if (!answer.ok) assert.equal(answer.error.error, 'not_found')
  }
  assert.equal(room.context.registry.size, 1)
  await room.close()
})

test('a session is looked up by its id first, then by its terminal', async () => {
  const room = await openRoom()
  const a = await registered(room, { tmux_session: 'a' })
  await registered(room, { tmux_session: 'b' })
  await room.report('b', 'start', { sessionId: a.session.id })
  assert.equal(room.context.registry.get(a.session.id)?.session.state, 'running')
  await room.report('b', 'start', { sessionId: 'no-such-id' })
  assert.equal(room.context.registry.byTmuxName('b')?.session.state, 'running')
  const nobody = await room.report('', 'start', { sessionId: 'no-such-id', tmuxSession: null })
  assert.equal(nobody.ok, false)
  await room.close()
})

test('events sent together are applied in order and only their last state is published', async () => {
  const room = await openRoom()
  await room.report('agent-a', 'start')
  room.published.length = 0
  const answer = await room.report('agent-a', ['agent.prompt_ready', 'hook.to_running', 'start'])
  assert.ok(answer.ok && answer.value.changed)
  assert.deepEqual(
    room.published.map(({ value }) => (value as { state: string }).state),
    ['running'],
  )
  const id = answer.value.session?.id ?? ''
  const { events } = await room.context.events.page(id, { limit: 10, before: null })
  assert.deepEqual(
    events.map(({ event, to, accepted }) => [event, to, accepted]),
    [
      ['start', 'running', false],
      ['hook.to_running', 'running', true],
      ['agent.prompt_ready', 'awaiting_review', true],
      ['start', 'running', true],
      [null, 'idle', true],
    ],
  )
  await room.close()
})

test('a refused event answers changed false, moves the activity and stands in the history', async () => {
  const room = await openRoom()
  await room.report('agent-a', 'start')
  room.time.nowMs += 1000
  const answer = await room.report('agent-a', 'user.resume', { metadata: 'late' })
  assert.ok(answer.ok)
  assert.equal(answer.value.changed, false)
  assert.equal(answer.value.session?.last_activity, '2026-11-20T12:00:01.000Z')
  await room.close()
})

test('a dismissed session stays away while its terminal may still speak', async () => {
  const room = await openRoom()
  room.terminals.open('agent-a')
  await room.scan()
  const session = room.context.registry.byTmuxName('agent-a')?.session
  await remove(room.context, session?.id ?? '', { kill: false })
  const late = await room.report('agent-a', 'agent.tool_use')
  assert.deepEqual(late.ok && late.value, { ok: true, changed: false, session: null })
  await room.scan()
  assert.equal(room.context.registry.size, 0)
  room.terminals.close('agent-a')
  await room.scan()
  room.time.nowMs += 59_999
  await room.scan()
  assert.equal((await room.report('agent-a', 'start')).ok, true)
  assert.equal(room.context.registry.size, 0)
  room.time.nowMs += 1
  await room.scan()
  await room.report('agent-a', 'start')
  assert.equal(room.context.registry.size, 1)
  await room.close()
})

test('events of invented names create a bounded number of sessions', async () => {
  const room = await openRoom()
  const names = Array.from({ length: createdByHookLimit + 5 }, (_, number) => `agent-${number}`)
  const answers = await Promise.all(names.map((name) => room.report(name, 'start')))
  const refused = answers.filter((answer) => !answer.ok)
  assert.equal(refused.length, 5)
  assert.ok(refused.every((answer) => !answer.ok && answer.error.error === 'too_many'))
  assert.equal((await room.report('agent-0', 'hook.to_review')).ok, true)
  await room.close()
})

test('of the sessions created by events only those that live count against the bound', async () => {
  const room = await openRoom()
  const names = Array.from({ length: createdByHookLimit }, (_, number) => `agent-${number}`)
  await Promise.all(names.map((name) => room.report(name, 'start')))
  assert.equal((await room.report('agent-new', 'start')).ok, false)
  await room.report('agent-0', 'process.exit')
  assert.equal((await room.report('agent-new', 'start')).ok, true)
  // It lives again, and what takes its place has to wait for another end.
  await room.report('agent-0', 'start')
  assert.equal((await room.report('agent-other', 'start')).ok, false)
  await room.report('agent-0', 'process.exit_error')
  await room.report('agent-1', 'process.exit')
  assert.equal((await room.report('agent-other', 'start')).ok, true)
  await room.close()
})

/** The specification's table once more, as the model that the service is held against. */
const model: Record<SessionState, Partial<Record<MachineEvent, SessionState>>> = {
  idle: { start: 'running' },
  running: {
    'hook.to_review': 'awaiting_review',
    'agent.prompt_ready': 'awaiting_review',
    'process.exit': 'completed',
    'process.exit_error': 'failed',
    'user.cancel': 'failed',
  },
  awaiting_review: {
    'hook.to_running': 'running',
    'user.resume': 'running',
    'agent.tool_use': 'running',
    'process.exit': 'completed',
    'process.exit_error': 'failed',
    'user.cancel': 'failed',
  },
  completed: { start: 'running', 'user.requeue': 'idle' },
  failed: { start: 'running', 'user.requeue': 'idle' },
}

test('whatever events come, in whatever order and number, every session is where the table says', async () => {
  const room = await openRoom()
  let round = 0
  const steps = fc.array(fc.tuple(fc.nat(3), fc.constantFrom(...machineEvents)), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(steps, async (events) => {
      round += 1
      const expected = new Map<string, SessionState>()
      const reports = events.map(([session, event]) => {
        const name = `agent-${round}-${session}`
        const state = expected.get(name)
        expected.set(name, state === undefined ? 'running' : (model[state][event] ?? state))
        return room.report(name, event)
      })
      await Promise.all(reports)
      for (const [name, state] of expected) {
        assert.equal(room.context.registry.byTmuxName(name)?.session.state, state)
      }
    }),
    { numRuns: 60 },
  )
  const states = [...room.context.registry.all()].map(({ session }) => session.state)
  assert.ok(states.every((state) => sessionStates.includes(state)))
  await room.close()
})

test('when the database takes nothing, nothing changed, and viewers who came meanwhile are told so', async () => {
  const room = await openRoom()
  await room.report('agent-a', 'start')
  const before = room.context.registry.byTmuxName('agent-a')
  room.published.length = 0
  const failing = room.database.commits.write({
    run() {
      throw new Error('disk full')
    },
  })
  const reports = [
    room.report('agent-a', 'hook.to_review'),
    room.report('agent-a', 'process.exit'),
    room.report('agent-b', 'start'),
  ]
  await assert.rejects(failing, { name: 'StorageError' })
  for (const report of reports) await assert.rejects(report, { name: 'StorageError' })
  assert.equal(room.context.registry.byTmuxName('agent-a'), before)
  assert.equal(room.context.registry.byTmuxName('agent-b'), null)
  const last = new Map(room.published.map(({ id, value }) => [id, value]))
  assert.deepEqual(last.get(before?.session.id ?? ''), before === null ? null : toCard(before.session))
  assert.deepEqual([...last.values()].filter((value) => value !== null).length, 1)
  assert.equal((await room.report('agent-a', 'hook.to_review')).ok, true)
  await room.close()
})

test('agents of the gateway have a bound of their own, so that it leaves room for hooks', async () => {
  const room = await openRoom()
  const ofGateway = (name: string) => room.report(name, 'start', { source: 'gateway', agentType: 'gateway-agent' })
  for (let number = 0; number < ofGatewayLimit; number++) assert.equal((await ofGateway(`agent-g${number}`)).ok, true)
  const over = await ofGateway('agent-one-more')
  assert.equal(!over.ok && over.error.error, 'too_many')
  assert.equal((await room.report('agent-mine', 'start')).ok, true)
  assert.equal((await ofGateway('agent-g1')).ok, true, 'a known one goes on')
  await room.report('agent-g0', 'process.exit')
  assert.equal((await ofGateway('agent-one-more')).ok, true, 'one that ended leaves its place')
  await room.close()
})

const wrapper = (exitCode: number) => ({ source: 'wrapper', exitCode }) as const

test('a run that failed keeps its last line as the reason, and only a failure is looked into', async () => {
  const asked: string[] = []
  const room = await openRoom({
    async readLastWords(id) {
      asked.push(id)
      return 'API Error: 400 prompt is too long'
    },
  })
  await room.report('agent-a', 'start')
  await room.report('agent-a', 'agent.prompt_ready')
  await room.report('agent-a', 'process.exit_error', wrapper(1))
  const record = room.context.registry.byTmuxName('agent-a')
  assert.deepEqual([record?.session.state, record?.session.exit_code], ['failed', 1])
  assert.equal(record?.session.cause?.metadata, 'API Error: 400 prompt is too long')
  const id = record?.session.id ?? ''
  const { events } = await room.context.events.page(id, { limit: 1, before: null })
  assert.equal(events[0]?.metadata, 'API Error: 400 prompt is too long')
  await room.report('agent-a', 'process.exit_error', wrapper(1))
  await room.report('agent-b', 'start')
  await room.report('agent-b', 'process.exit', wrapper(0))
  assert.deepEqual(asked, [id])
  await room.report('agent-a', 'start')
  assert.equal(room.context.registry.get(id)?.session.cause?.metadata, null)
  await room.close()
})

test('a last line that is written after the exit was told is known once the terminal is gone', async () => {
  const written = { line: 'reading file 3' }
  const room = await openRoom({ readLastWords: async () => written.line })
  room.terminals.open('agent-late')
  await room.scan()
  await room.report('agent-late', 'process.exit_error', wrapper(2))
  written.line = 'file 4 is broken'
  room.terminals.close('agent-late')
  await room.scan()
  const record = room.context.registry.byTmuxName('agent-late')
  assert.equal(record?.session.cause?.metadata, 'file 4 is broken')
  assert.deepEqual([record?.session.state, record?.session.end_reason], ['failed', 'exit_error'])
  await room.close()
})
