// Who may be told of: items and approvals of sessions on the board, blocked tasks once, devices that fell silent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApprovalCard } from '#rooms/approvals/contract.ts'
import type { InboxItem } from '#rooms/inbox/contract.ts'
import { sampleApproval } from '../../../testing/sample-approval.testkit.ts'
import { sampleDevice } from '../../../testing/sample-device.testkit.ts'
import { concerned, signalOfBudget, signalOfDevice, standing, type SessionOf } from './sources.ts'

const item = (fields: Partial<InboxItem> = {}): InboxItem => ({
  id: 'session:s1',
  kind: 'needs_you',
  subject: { type: 'session', id: 's1' },
  moment: 'm1',
  since: '2026-11-20T10:00:00.000Z',
  title: 'Fix the build',
  text: 'Shall I push?',
  cause: null,
  about: null,
  found_by: [],
  device_id: null,
  task_id: null,
  times: 1,
  again: null,
  mark: null,
  asks_until: null,
  ...fields,
})
const blocked = item({ id: 'task:t1', kind: 'blocked', subject: { type: 'task', id: 't1' }, task_id: 't1' })
const onBoard: SessionOf = () => ({ harness: 'code-agent', isRunning: false })
const heard = (items: readonly InboxItem[], approvals: readonly ApprovalCard[] = []) => ({
  items: new Map(items.map((one) => [one.id, one])),
  approvals: new Map(approvals.map((one) => [one.id, one])),
})

test('a session that waits, and where it is shown', () => {
  const signal = standing('session:s1', heard([item()]), onBoard)
  assert.deepEqual([signal?.kind, signal?.name, signal?.link], ['needs_you', 'Fix the build', '/board?session=s1'])
})

test('its open approval speaks for it, the one that asked first', () => {
  const later = sampleApproval({ id: 'a2', asked_at: '2026-11-20T10:00:01.000Z' })
  const signal = standing('session:s1', heard([item()], [later, sampleApproval()]), onBoard)
  assert.deepEqual([signal?.isApproval, signal?.moment, signal?.link], [true, 'a1', '/approvals/a1'])
})

test('nobody is called for what was seen or put off, nor for sessions of the assistant', () => {
  const at = '2026-11-20T10:01:00.000Z'
  const assistant: SessionOf = () => ({ harness: 'mother-llm', isRunning: false })
  assert.equal(standing('session:s1', heard([item({ mark: { kind: 'seen', at } })]), onBoard), null)
  assert.equal(standing('session:s1', heard([item({ mark: { kind: 'snoozed', at, until: null } })]), onBoard), null)
  assert.equal(standing('session:s1', heard([item()], [sampleApproval()]), assistant), null)
})

test('a blocked task whose session calls is told by that one alone', () => {
  const session = item({ task_id: 't1' })
  assert.equal(standing('task:t1', heard([blocked, session]), onBoard), null)
  assert.equal(standing('task:t1', heard([blocked]), onBoard)?.kind, 'blocked')
  assert.deepEqual([...concerned(['session:s1'], new Set([blocked.id]))], ['session:s1', 'task:t1'])
})

test('a run that failed leads to its run, a strand to its page', () => {
  const about = { type: 'strand', id: 'nightly', title: 'Nightly', project: null } as const
  const run = item({ id: 'run:r1', kind: 'run_failed', subject: { type: 'run', id: 'r1' }, about })
  assert.equal(standing('run:r1', heard([run]), onBoard)?.link, '/strands/nightly/runs/r1')
  const missed = item({ id: 'strand:n', kind: 'missed', subject: { type: 'strand', id: 'nightly' }, about })
  assert.equal(standing('strand:n', heard([missed]), onBoard)?.link, '/strands/nightly')
})

test('a device is told of that fell silent, none that was switched off', () => {
  const silent = sampleDevice({ status: 'offline', is_unreachable: true })
  assert.equal(signalOfDevice(silent)?.kind, 'device_offline')
  assert.equal(signalOfDevice({ ...silent, is_unreachable: false }), null)
  assert.equal(signalOfDevice({ ...silent, status: 'online' }), null)
})

test('a budget is told as whoever counts it says', () => {
  const state = { moment: '80', since: '2026-11-20T10:00:00.000Z', title: 'Today: 80 %', text: '$8 of $10', link: '/' }
  const { tag, kind, name } = signalOfBudget('today', state)
  assert.deepEqual([tag, kind, name], ['budget:today', 'budget', 'Today: 80 %'])
})
