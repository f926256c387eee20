import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskPriority, TaskType } from '#rooms/tasks/contract.ts'
import { isFiltering, kindMatches, noFilter, parseWords, sessionMatches, taskMatches } from './filter.ts'

const card = {
  id: '01JD4Q8M',
  label: 'Fix double capture',
  prompt: 'Orders are captured twice when the challenge is retried.',
  tmux_session: 'agent-claude-3ds-capture',
  agent_type: 'code-agent',
  task_id: 'STO-231',
  state: 'awaiting_review' as const,
  last_message: 'asks to run git push',
  working_dir: '/home/ada/src/storefront',
}
const task = (title: string, type: TaskType = 'task', priority: TaskPriority = 'P2') => ({
  id: 'STO-231',
  title,
  type,
  priority,
  project: 'storefront',
  source_repo: null,
  status: 'in_progress' as const,
})

test('every word has to be somewhere on the card, in any case and order', () => {
  const rows: [string, boolean][] = [
    ['', true],
    ['   ', true],
    ['DOUBLE', true],
    ['capture fix', true],
    ['claude twice', true],
    ['awaiting review', true],
    ['awaiting_review', true],
    ['sto-231 storefront', true],
    ['git push', true],
    ['01jd4', true],
    ['double missing', false],
  ]
  for (const [text, expected] of rows) assert.equal(sessionMatches(card, parseWords(text)), expected, text)
})

test('what a card lacks does not match as a word', () => {
  const bare = { ...card, task_id: null, last_message: null, working_dir: null }
  assert.equal(sessionMatches(bare, parseWords('null')), false)
})

test('tasks and their sessions are found by the titles above them, too', () => {
  const above = [task('One wallet button', 'story'), task('Checkout v3', 'epic')]
  const rows: [string, boolean][] = [
    ['payment intent', true],
    ['wallet', true],
    ['checkout payment', true],
    ['in progress', true],
    ['p2', true],
    ['ledger', false],
  ]
  for (const [text, expected] of rows) {
    assert.equal(taskMatches(task('Payment intent'), parseWords(text), above), expected, text)
  }
  assert.equal(sessionMatches(card, parseWords('wallet twice'), above), true)
})

test('type and priority ask for both at once, and hide what works on no task', () => {
  const rows: [TaskType | null, TaskPriority | null, boolean, boolean][] = [
    [null, null, true, true],
    ['task', null, true, false],
    ['story', null, false, false],
    [null, 'P2', true, false],
    [null, 'P1', false, false],
    ['task', 'P2', true, false],
    ['task', 'P3', false, false],
  ]
  for (const [type, priority, ofTask, ofNone] of rows) {
    const filter = { ...noFilter, type, priority }
    assert.equal(kindMatches(task('x'), filter), ofTask, `${type} ${priority}`)
    assert.equal(kindMatches(null, filter), ofNone, `${type} ${priority}`)
    assert.equal(isFiltering(filter), type !== null || priority !== null)
  }
})
