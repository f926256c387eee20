import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownJob } from '../mirror.testkit.ts'
import { createCronMeaning } from '../server/cron-meaning.ts'
import { judgeRuns, type PastRun } from './punctuality.ts'

const cron = createCronMeaning()
const at = (time: string): number => Date.parse(`2026-11-20T${time}Z`)
const shown = (ms: number): string => new Date(ms).toISOString().slice(11, 19)

/** `began planned next` as times of the day; `m` marks a manual run. */
const past = (began: string, next: string | null, runId: string | null = null): PastRun => ({
  runAtMs: at(began),
  nextRunAtMs: next === null ? null : at(next),
  runId,
})

const halfHours = {
  schedule: { kind: 'cron', expr: '*/30 * * * *', tz: 'UTC' },
  state: { nextRunAtMs: at('11:00:00') },
}
const judge = (runs: readonly PastRun[], more: Record<string, unknown> = {}, now = '10:40:00') => {
  const { slots, late, missed, isOverdue } = judgeRuns(
    knownJob({ ...halfHours, ...more }),
    { runs, nowMs: at(now) },
    cron,
  )
  return { slots: [...slots.values()].map(shown), late: late.map(shown), missed: missed.map(shown), isOverdue }
}

test('runs at their slots are neither late nor missed', () => {
  const runs = [past('09:30:00.031', '10:00:00'), past('10:00:00.020', '10:30:00'), past('10:30:00.5', '11:00:00')]
  assert.deepEqual(judge(runs), { slots: ['09:30:00', '10:00:00', '10:30:00'], late: [], missed: [], isOverdue: false })
})

test('a run that began more than a minute after its slot is late, and stands for the slot that was planned', () => {
  const runs = [past('09:00:00', '09:30:00'), past('09:41:00', '10:00:00')]
  const judged = judge(runs, {}, '09:50:00')
  assert.deepEqual([judged.slots, judged.late, judged.missed], [['09:00:00', '09:30:00'], ['09:41:00'], []])
})

test('slots between two runs that nothing ran in were missed', () => {
  const runs = [past('08:30:00', '09:00:00'), past('10:30:00', '11:00:00')]
  assert.deepEqual(judge(runs).missed, ['09:00:00', '09:30:00', '10:00:00'])
})

test('a late run takes the first slot of a gap, the others were missed', () => {
  const runs = [past('08:30:00', '09:00:00'), past('10:10:00', '10:30:00')]
  const judged = judge(runs, {}, '10:20:00')
  assert.deepEqual(
    [judged.slots.at(-1), judged.late, judged.missed],
    ['09:00:00', ['10:10:00'], ['09:30:00', '10:00:00']],
  )
})

test('what has passed since the last run was missed, after a minute of grace', () => {
  const runs = [past('09:30:00', '10:00:00')]
  assert.deepEqual(judge(runs, {}, '10:00:50').missed, [])
  assert.deepEqual(judge(runs, {}, '10:40:00').missed, ['10:00:00', '10:30:00'])
})

test('manual runs have no slot, and take none', () => {
  const runs = [past('09:30:00', '10:00:00'), past('09:47:00', '10:00:00', 'manual:x'), past('10:00:00', '10:30:00')]
  assert.deepEqual(judge(runs, {}, '10:20:00'), {
    slots: ['09:30:00', '10:00:00'],
    late: [],
    missed: [],
    isOverdue: false,
  })
})

test('`every` counts from the last run, wherever its anchor lies', () => {
  const schedule = { kind: 'every', everyMs: 1_800_000, anchorMs: 1234 }
  const runs = [past('09:07:11', '09:37:11'), past('09:37:11.2', '10:07:11.2'), past('10:07:12', '10:37:12')]
  assert.deepEqual(judge(runs, { schedule }, '10:20:00'), {
    slots: ['09:37:11', '10:07:11'],
    late: [],
    missed: [],
    isOverdue: false,
  })
  assert.deepEqual(judge(runs, { schedule }, '11:20:00').missed, ['10:37:12', '11:07:12'])
})

test('a job is overdue when its next run should have begun a minute ago and none is under way', () => {
  const due = { nextRunAtMs: at('10:30:00') }
  assert.equal(judge([], { state: due }, '10:30:59').isOverdue, false)
  assert.equal(judge([], { state: due }, '10:31:01').isOverdue, true)
  assert.equal(judge([], { state: { ...due, runningAtMs: at('10:30:00') } }, '10:40:00').isOverdue, false)
  assert.equal(judge([], { state: due, enabled: false }, '10:40:00').isOverdue, false)
})

test('disabled jobs, those of the gateway itself, and times before a change are not judged', () => {
  const runs = [past('08:00:00', '08:30:00')]
  assert.deepEqual(judge(runs, { enabled: false }).missed, [])
  assert.deepEqual(judge(runs, { declarationKey: 'heartbeat:main' }).missed, [])
  const changed = { ...knownJob(halfHours), settledAtMs: at('09:45:00') }
  const { missed } = judgeRuns(changed, { runs, nowMs: at('10:40:00') }, cron)
  assert.deepEqual(missed.map(shown), ['10:00:00', '10:30:00'])
})

test('an expression that can not be read, and a schedule that is not timed, give no flags', () => {
  for (const schedule of [{ kind: 'cron', expr: 'x' }, { kind: 'on-exit' }]) {
    const judged = judge([past('08:00:00', '08:30:00')], { schedule })
    assert.deepEqual([judged.slots, judged.late, judged.missed], [[], [], []])
  }
})
