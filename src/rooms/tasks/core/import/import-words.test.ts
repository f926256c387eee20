import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteOnStatus, priorityOf, statusOf } from './import-words.ts'

const priorities = [
  ['P0', 'P1'],
  ['urgent', 'P1'],
  ['Priority: high', 'P2'],
  ['prio/high', 'P2'],
  ['priority low', 'P4'],
  [' Medium ', 'P3'],
  ['p5', 'P4'],
  ['highest', 'P1'],
  ['priority', null],
  ['highly', null],
  ['', null],
] as const
for (const [word, priority] of priorities) {
  test(`the priority "${word}" of a tracker is ${priority}`, () => assert.equal(priorityOf(word), priority))
}

const statuses = [
  ['In Progress', 'in_progress'],
  ['status: in-progress', 'in_progress'],
  ['status/in_review', 'review'],
  ['inreview', 'review'],
  ['To Do', 'ready'],
  ['Triage', 'backlog'],
  ['on  hold', 'blocked'],
  ["Won't do", 'done'],
  ['claimed', 'claimed'],
  ['pondering', null],
  ['', null],
] as const
for (const [word, status] of statuses) {
  test(`the status "${word}" of a tracker is ${status}`, () => assert.equal(statusOf(word), status))
}

test('what was closed without being done is told; what was done is not', () => {
  assert.equal(noteOnStatus('Cancelled'), 'was cancelled at the source; counts as done')
  assert.equal(noteOnStatus("Won't Do"), "was won't do at the source; counts as done")
  for (const word of ['Done', 'merged', 'In Progress', '']) assert.equal(noteOnStatus(word), null)
})
