// What a task offers by how it stands, and what each of it asks of the service.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { openAddress } from '#platform/web/shell/address.testkit.ts'
import { sampleTask } from '#testing/sample-task.testkit.ts'
import { scriptedService } from '#testing/scripted-service.testkit.ts'
import type { TaskCard, TaskStatus } from '../contract.ts'
import { taskActions } from './task-actions.ts'
import { tasks } from './task-store.ts'

const { sent, answers } = scriptedService
const opened: unknown[] = []
const copied: string[] = []
const actions = taskActions({
  openLaunch: (start) => void opened.push(start),
  openWhy: (task) => void opened.push(`why ${task}`),
})
const cardOf = (fields: Partial<TaskCard> = {}): TaskCard =>
  sampleTask({ id: 'T 1', title: 'Fuel', status: 'ready', priority: 'P2', current_lane: null, ...fields })
const offered = (task: TaskCard): string[] => actions.filter(({ fits }) => fits(task)).map(({ id }) => id)
const anchor: unknown = {}

function actionOf(id: string) {
  const action = actions.find((one) => one.id === id)
  assert.ok(action, id)
  return action
}

async function doTo(id: string, cards: readonly TaskCard[]) {
  const action = actionOf(id)
  assert.equal(action.how, 'do')
  return action.how === 'do' ? await action.run(cards) : null
}

function open(id: string, card = cardOf()): void {
  const action = actionOf(id)
  assert.equal(action.how, 'open')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no action of a task stands at an element
  if (action.how === 'open') action.run(card, anchor as Element)
}

beforeEach(() => {
  scriptedService.clear()
  opened.length = 0
  copied.length = 0
  Object.defineProperty(globalThis, 'navigator', {
    configurable: true,
    value: { clipboard: { writeText: async (text: string) => void copied.push(text) } },
  })
})

test('a task is moved to where it is not, and set to what it is not', () => {
  const moves = (status: TaskStatus) => offered(cardOf({ status })).filter((id) => /^move|^done/.test(id))
  const rows: [TaskStatus, string[]][] = [
    ['backlog', ['move.active', 'move.review', 'move.blocked', 'done']],
    ['ready', ['move.active', 'move.review', 'move.backlog', 'move.blocked', 'done']],
    ['in_progress', ['move.queued', 'move.review', 'move.backlog', 'move.blocked', 'done']],
    ['review', ['move.queued', 'move.active', 'move.backlog', 'move.blocked', 'done']],
  ]
  for (const [status, ids] of rows) assert.deepEqual(moves(status), ids, status)
  assert.ok(!moves('done').includes('done'))
  assert.ok(!moves('blocked').includes('move.blocked'))
  const priorities = offered(cardOf({ priority: 'P3' })).filter((id) => id.startsWith('priority.'))
  assert.deepEqual(priorities, ['priority.P1', 'priority.P2', 'priority.P4'])
})

test('why it is where it is can be asked once triage put it there', () => {
  assert.ok(!offered(cardOf()).includes('why'))
  assert.ok(offered(cardOf({ current_lane: 'now' })).includes('why'))
})

test('what is done to several is one request with what it says', async () => {
  const cards = [cardOf(), cardOf({ id: 'T-2', title: 'Seats' })]
  const ids = ['T 1', 'T-2']
  const rows: [string, object][] = [
    ['move.queued', { status: 'ready' }],
    ['move.active', { status: 'in_progress' }],
    ['move.review', { status: 'review' }],
    ['move.backlog', { status: 'backlog' }],
    ['move.blocked', { status: 'blocked' }],
    ['done', { status: 'done' }],
    ['priority.P1', { priority: 'P1' }],
    ['priority.P4', { priority: 'P4' }],
  ]
  for (const [id, set] of rows) {
    scriptedService.clear()
    tasks.replaceAll(cards)
    answers.push({ body: { tasks: cards.map((card) => ({ ...card, ...set })) } })
    const outcome = await doTo(id, cards)
    assert.deepEqual([sent.length, sent[0]?.body], [1, { ids, set }], id)
    assert.deepEqual(outcome?.done, ['Fuel', 'Seats'], id)
  }
})

test('each says how it is told', () => {
  const told = actions.flatMap((action) =>
    action.how === 'do' ? [`${action.label}: ${action.verb}, ${action.tone}`] : [],
  )
  assert.deepEqual(told, [
    'Move to Queued: moved to ready, ready',
    'Move to Active: moved to in progress, in_progress',
    'Move to Review: moved to review, review',
    'Move to Backlog: moved to backlog, backlog',
    'Block: moved to blocked, blocked',
    'Done: moved to done, done',
    'Set priority P1: set to P1, done',
    'Set priority P2: set to P2, done',
    'Set priority P3: set to P3, done',
    'Set priority P4: set to P4, done',
    'Delete: deleted, idle',
  ])
})

test('deleting takes them away and can be undone', async () => {
  const cards = [cardOf(), cardOf({ id: 'T-2', title: 'Seats' })]
  tasks.replaceAll(cards)
  answers.push({ body: { tasks: [] } })
  const outcome = await doTo('delete', cards)
  assert.deepEqual(sent[0]?.body, { ids: ['T 1', 'T-2'], delete: true })
  assert.deepEqual([tasks.get('T 1'), outcome?.undo === null], [null, false])
})

test('what opens, opens for that task, and copies are what one would type or open', () => {
  const address = openAddress('/board')
  Object.assign(globalThis.location, { origin: 'http://orrery.test' })
  open('launch')
  open('launch-after')
  open('why')
  assert.deepEqual(opened, [{ taskId: 'T 1' }, { dependsOn: ['T 1'] }, 'why T 1'])
  open('copy.command')
  open('copy.id')
  open('copy.link')
  assert.deepEqual(copied, ['orrery task show T 1', 'T 1', 'http://orrery.test/board?task=T+1'])
  open('open')
  assert.equal(address.href(), '/board?task=T+1')
})
