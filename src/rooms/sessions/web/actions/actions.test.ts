// What a person does to a session: shown at once, taken as the service answers, snapped back with the reason.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { dismissToast, toasts } from '#platform/web/ui/toasts.ts'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import { refused, scriptedService } from '#testing/scripted-service.testkit.ts'
import type { SessionState } from '../../contract.ts'
import { sessions } from '../session-store.ts'
import { askAgain, forceStop, requeue, resume, start, stop } from './actions.ts'
import { moveSessions } from './move.ts'

const { sent, answers } = scriptedService
const cardOf = (state: SessionState, id = 's1') => sampleSession({ id, label: id, state })
const titles = () => toasts.get().map(({ title }) => title)
const stateOf = (id = 's1') => sessions.get(id)?.state
const answered = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await setImmediate()
}

beforeEach(() => {
  scriptedService.clear()
  for (const { id } of toasts.get()) dismissToast(id)
  sessions.replaceAll([])
})

const asks: readonly (readonly [typeof start, SessionState, SessionState, string, object])[] = [
  [start, 'failed', 'running', 'PATCH /api/hooks/sessions/s1', { event: 'start' }],
  [resume, 'awaiting_review', 'running', 'PATCH /api/hooks/sessions/s1', { event: 'user.resume' }],
  [requeue, 'failed', 'idle', 'PATCH /api/hooks/sessions/s1', { event: 'user.requeue' }],
  [stop, 'running', 'failed', 'POST /api/agents/stop', { session_id: 's1' }],
]

for (const [act, from, to, asked, body] of asks) {
  const { name } = act
  test(`${name} shows where it leads until the service has answered`, async () => {
    const card = cardOf(from)
    sessions.replaceAll([card])
    answers.push({ body: { session: { ...card, state: to } } })
    act(card)
    assert.equal(stateOf(), to)
    await answered()
    assert.deepEqual(sent, [{ asked, body }])
    assert.deepEqual([stateOf(), titles()], [to, []])
  })

  test(`${name} that is refused snaps back and says why`, async () => {
    const card = cardOf(from)
    sessions.replaceAll([card])
    answers.push(refused)
    act(card)
    await answered()
    assert.equal(stateOf(), from)
    assert.match(titles().join(), /^Not (?:restarted|resumed|put back|stopped): it is over\.$/)
  })
}

test('a start of what was never at work says so where it fails', async () => {
  sessions.replaceAll([cardOf('idle')])
  answers.push(refused)
  start(cardOf('idle'))
  await answered()
  assert.deepEqual(titles(), ['Not started: it is over.'])
})

test('a second stop and a forced one ask for exactly that, and tell a refusal', async () => {
  const card = cardOf('failed')
  sessions.replaceAll([card])
  answers.push({ body: { session: card } }, { body: { session: card } }, refused, refused)
  await askAgain(card)
  await forceStop(card)
  assert.deepEqual(
    sent.map(({ body }) => body),
    [{ session_id: 's1' }, { session_id: 's1', force: true }],
  )
  await askAgain(card)
  await forceStop(card)
  assert.deepEqual(titles().toSorted(), ['Ctrl+C not sent: it is over.', 'Not stopped by force: it is over.'])
})

test('several move each by itself; what was done can be taken back where nothing has to start for it', async () => {
  const [first, second] = [cardOf('running', 'a'), cardOf('running', 'b')]
  sessions.replaceAll([first, second])
  answers.push({ body: { session: { ...first, state: 'awaiting_review' } } }, refused)
  const outcome = await moveSessions([first, second], 'awaiting_review')
  assert.deepEqual([outcome.done, outcome.refused.map(({ title }) => title)], [['a'], ['b']])
  assert.deepEqual([stateOf('a'), stateOf('b')], ['awaiting_review', 'running'])
  answers.push({ body: { session: first } })
  assert.equal(await outcome.undo?.(), null)
  assert.deepEqual(sent.at(-1), { asked: 'PATCH /api/hooks/sessions/a', body: { state: 'running' } })
  assert.equal(stateOf('a'), 'running')
})

test('a move that only a start would take back has no way back', async () => {
  const card = cardOf('running')
  sessions.replaceAll([card])
  answers.push({ body: { session: { ...card, state: 'completed' } } })
  assert.equal((await moveSessions([card], 'completed')).undo, null)
})

test('what moved on, or went, since then is not moved back', async () => {
  const card = cardOf('running')
  for (const then of [cardOf('completed'), null]) {
    scriptedService.clear()
    sessions.replaceAll([card])
    answers.push({ body: { session: { ...card, state: 'awaiting_review' } } })
    const { undo } = await moveSessions([card], 'awaiting_review')
    sessions.replaceAll(then === null ? [] : [then])
    const problem = await undo?.()
    assert.match(problem?.reason ?? '', then === null ? /The session is gone/ : /It is (?:done|completed) by now/)
    assert.equal(sent.length, 1)
  }
})
