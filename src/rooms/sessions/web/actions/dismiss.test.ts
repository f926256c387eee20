// What is dismissed: gone from the page at once, from the service a little later, and with the page if that goes first.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { dismissToast, toasts } from '#platform/web/ui/toasts.ts'
import { undo } from '#platform/web/undo/undo.ts'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import { refused, scriptedService } from '#testing/scripted-service.testkit.ts'
import { sessions } from '../session-store.ts'
import { clearCompleted, dismiss, dismissSessions } from './dismiss.ts'

const { sent, answers } = scriptedService
const page = new EventTarget()
Object.assign(globalThis, {
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
})
const leavePage = () => page.dispatchEvent(new Event('pagehide'))
const asked = () => sent.map((each) => each.asked)
const titles = () => toasts.get().map(({ title }) => title)
/** Lets the answers of the service come in. */
const answered = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

const cardOf = (id: string, fields: Parameters<typeof sampleSession>[0] = {}) =>
  sampleSession({ id, label: id, state: 'completed', tmux_alive: false, ...fields })
const one = cardOf('one')
const two = cardOf('two', { tmux_alive: true })
const failed = cardOf('bad', { state: 'failed' })

beforeEach(() => {
  leavePage()
  scriptedService.clear()
  for (const { id } of toasts.get()) dismissToast(id)
  sessions.replaceAll([one, two, failed])
})

test('a card goes at once, its session after a while, and Undo in between leaves both', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  dismiss(one)
  dismiss(two)
  assert.deepEqual(
    sessions.all().map(({ id }) => id),
    ['bad'],
  )
  assert.deepEqual(titles(), ['Dismissed “one”.', 'Dismissed “two”.'])
  assert.equal(toasts.get().at(-1)?.text, 'Its tmux session keeps running.')
  await undo()
  assert.deepEqual([asked(), sessions.get('two')?.id], [[], 'two'])
  t.mock.timers.tick(6000)
  await answered()
  assert.deepEqual(asked(), ['DELETE /api/hooks/sessions/one'])
  assert.deepEqual([sessions.get('one'), sessions.truth('one')], [null, null])
  assert.deepEqual(titles(), ['Undone.'])
})

test('a page that goes away takes what was dismissed along, and once', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  dismissSessions([one, two])
  assert.deepEqual(titles(), ['2 dismissed.'])
  leavePage()
  leavePage()
  t.mock.timers.tick(6000)
  await answered()
  assert.deepEqual(asked().toSorted(), ['DELETE /api/hooks/sessions/one', 'DELETE /api/hooks/sessions/two'])
})

test('clearing takes the completed ones alone', () => {
  clearCompleted([one, two, failed])
  assert.deepEqual(titles(), ['Cleared 2 completed sessions.'])
  assert.deepEqual(toasts.get()[0]?.text, 'tmux sessions that keep running: 1.')
  assert.equal(sessions.get('bad')?.id, 'bad')
  clearCompleted([failed])
  assert.equal(titles().length, 1)
})

test('a session that went on meanwhile is shown again and stays', async () => {
  dismissSessions([one, failed])
  sessions.apply([{ id: 'one', value: { ...one, state: 'running', state_since: '2026-11-20T09:00:00.000Z' } }])
  assert.equal(sessions.get('one')?.state, 'running')
  leavePage()
  await answered()
  assert.deepEqual(asked(), ['DELETE /api/hooks/sessions/bad'])
})

test('a refusal brings the card back and says why; one that was gone already is gone', async () => {
  answers.push(refused, { status: 404, body: { ok: false, error: 'not_found', reason: 'No such session.' } })
  dismissSessions([one, two])
  leavePage()
  await answered()
  assert.deepEqual([sessions.get('one')?.id, sessions.get('two')], ['one', null])
  assert.deepEqual(titles(), ['Not dismissed: it is over.'])
})
