// What a session offers by how it stands, and what each of it asks of the service.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { openAddress } from '#platform/web/shell/address.testkit.ts'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import { refused, scriptedService } from '#testing/scripted-service.testkit.ts'
import type { SessionCard, SessionState } from '../../contract.ts'
import { launchStart } from '../launch/launch-state.ts'
import { sessionOverlay } from '../overlays/session-overlay.ts'
import { stopQuestion } from '../overlays/stop-question.ts'
import { sessions } from '../session-store.ts'
import { sessionActions } from './session-actions.ts'

const { sent, answers } = scriptedService
const windows: string[] = []
const copied: string[] = []
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is asked of it
const anchor = {} as Element
const cardOf = (state: SessionState, fields: Partial<SessionCard> = {}): SessionCard =>
  sampleSession({ id: 's 1', label: 'Night watch', state, tmux_alive: true, task_id: null, ...fields })

function offered(card: SessionCard, pattern = /./): string[] {
  return sessionActions.filter(({ id, fits }) => pattern.test(id) && fits(card)).map(({ id }) => id)
}

function actionOf(id: string) {
  const action = sessionActions.find((one) => one.id === id)
  assert.ok(action, id)
  return action
}

async function doTo(id: string, cards: readonly SessionCard[]) {
  const action = actionOf(id)
  assert.equal(action.how, 'do')
  return action.how === 'do' ? await action.run(cards) : null
}

function open(id: string, card: SessionCard): void {
  const action = actionOf(id)
  assert.equal(action.how, 'open')
  if (action.how === 'open') action.run(card, anchor)
}

beforeEach(() => {
  scriptedService.clear()
  windows.length = 0
  copied.length = 0
  sessionOverlay.set(null)
  launchStart.set(null)
  Object.assign(globalThis, { window: { open: (href: string) => void windows.push(href) } })
  Object.defineProperty(globalThis, 'navigator', {
    configurable: true,
    value: { clipboard: { writeText: async (text: string) => void copied.push(text) } },
  })
})

test('each state offers what has a meaning in it', () => {
  const acts = /^(resume|start|restart|stop|dismiss|requeue|attach)$/
  const rows: [SessionState, string[]][] = [
    ['idle', ['start', 'attach']],
    ['running', ['stop', 'attach']],
    ['awaiting_review', ['resume', 'stop', 'attach']],
    ['completed', ['restart', 'dismiss', 'requeue', 'attach']],
    ['failed', ['restart', 'dismiss', 'requeue', 'attach']],
  ]
  for (const [state, ids] of rows) {
    assert.deepEqual(offered(cardOf(state), acts), ids, state)
    const gone = offered(cardOf(state, { tmux_alive: false }), /attach/)
    assert.deepEqual(gone, ['copy.attach'], `${state} without a terminal`)
  }
})

test('a session moves to the columns where it is not, and starts others after its task', () => {
  const rows: [SessionState, string[]][] = [
    ['idle', ['move.active', 'move.review']],
    ['running', ['move.queued', 'move.review']],
    ['awaiting_review', ['move.queued', 'move.active']],
  ]
  for (const [state, ids] of rows) assert.deepEqual(offered(cardOf(state), /^move/), ids, state)
  assert.deepEqual(offered(cardOf('running'), /^launch-after/), [])
  assert.deepEqual(offered(cardOf('running', { task_id: 'T-1' }), /^launch-after/), ['launch-after'])
})

test('what one is refused is done to the others, and both are told by name', async () => {
  const rows: [string, SessionState, string, object][] = [
    ['resume', 'awaiting_review', 'PATCH /api/hooks/sessions/s%201', { event: 'user.resume' }],
    ['start', 'idle', 'PATCH /api/hooks/sessions/s%201', { event: 'start' }],
    ['restart', 'failed', 'PATCH /api/hooks/sessions/s%201', { event: 'start' }],
    ['requeue', 'failed', 'PATCH /api/hooks/sessions/s%201', { event: 'user.requeue' }],
    ['stop', 'running', 'POST /api/agents/stop', { session_id: 's 1' }],
  ]
  for (const [id, state, asked, body] of rows) {
    scriptedService.clear()
    const cards = [cardOf(state), cardOf(state, { id: 's2', label: 'Day watch' })]
    sessions.replaceAll(cards)
    answers.push({ body: { session: cards[0] } }, refused)
    const outcome = await doTo(id, cards)
    assert.deepEqual(sent[0], { asked, body }, id)
    assert.equal(sent.length, 2, id)
    assert.deepEqual([outcome?.done, outcome?.refused.map(({ title }) => title)], [['Night watch'], ['Day watch']], id)
    assert.equal(outcome?.undo, null)
  }
})

test('a stop asks first, and stops whom the answer names', async () => {
  const card = cardOf('running')
  const action = actionOf('stop')
  assert.ok(action.how === 'do' && action.ask !== undefined && action.isFilled === true)
  const asked = action.ask([card], anchor)
  assert.deepEqual(stopQuestion.get()?.ids, ['s 1'])
  stopQuestion.get()?.answer([card])
  assert.deepEqual(await asked, [card])
})

test('attaching opens a tab for each, and the ways of one open at its card', () => {
  const address = openAddress('/board')
  Object.assign(globalThis.location, { origin: 'http://orrery.test' })
  const attach = actionOf('attach')
  assert.equal(attach.how, 'tell')
  if (attach.how === 'tell') attach.run([cardOf('running'), cardOf('running', { id: 's2' })])
  assert.deepEqual(windows, ['/terminal/s%201', '/terminal/s2'])
  const overlays: [string, string][] = [
    ['attach-elsewhere', 'attach'],
    ['start-after', 'after'],
    ['why', 'why'],
  ]
  for (const [id, kind] of overlays) {
    open(id, cardOf('running'))
    assert.deepEqual(sessionOverlay.get(), { kind, id: 's 1', anchor })
  }
  open('launch-after', cardOf('running', { task_id: 'T-1' }))
  assert.deepEqual(launchStart.get(), { dependsOn: ['T-1'] })
  open('copy.id', cardOf('running'))
  open('copy.link', cardOf('running'))
  assert.deepEqual(copied, ['s 1', 'http://orrery.test/board?session=s+1'])
  open('open', cardOf('running'))
  assert.equal(address.href(), '/board?session=s+1')
})
