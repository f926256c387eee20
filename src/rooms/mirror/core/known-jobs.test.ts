import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs } from '#base/time.ts'
import { job, run } from '../mirror.testkit.ts'
import { addJobsOfRuns, changedJobs, forgottenJobs, mergeJobs, type KnownJobs } from './known-jobs.ts'

const a = '5ae95194-0172-42c9-86ac-5642161f3f14'
const b = '5ae95194-9999-42c9-86ac-5642161f3f14'
const nowMs = 1_795_000_000_000
const none: KnownJobs = new Map()

test('of two jobs that begin alike the later-created one has the longer id, in whatever order they come', () => {
  const jobs = [job({ createdAtMs: 2 }, b), job({ createdAtMs: 1 }, a)]
  for (const list of [jobs, jobs.toReversed()]) {
    const known = mergeJobs(none, list, nowMs)
    assert.equal(known.get(a)?.strandId, 'openclaw-cron-5ae95194')
    assert.equal(known.get(b)?.strandId, 'openclaw-cron-5ae951949999')
  }
})

test('an id once given stays, even when the job that had the shorter one is gone', () => {
  const both = mergeJobs(none, [job({ createdAtMs: 1 }, a), job({ createdAtMs: 2 }, b)], nowMs)
  const left = mergeJobs(both, [job({ createdAtMs: 2 }, b)], nowMs + 5)
  assert.equal(left.get(b)?.strandId, 'openclaw-cron-5ae951949999')
  assert.equal(left.get(a)?.goneAtMs, nowMs + 5)
  const back = mergeJobs(left, [job({ createdAtMs: 1 }, a), job({ createdAtMs: 2 }, b)], nowMs + 9)
  assert.deepEqual([back.get(a)?.strandId, back.get(a)?.goneAtMs], ['openclaw-cron-5ae95194', null])
})

test('a job that is gone keeps the time when it was first missed, and is shown for thirty days', () => {
  const gone = mergeJobs(mergeJobs(none, [job({}, a)], nowMs), [], nowMs + 1)
  assert.equal(mergeJobs(gone, [], nowMs + 10 * dayMs).get(a)?.goneAtMs, nowMs + 1)
  assert.equal(mergeJobs(gone, [], nowMs + 30 * dayMs).size, 1)
  assert.equal(mergeJobs(gone, [], nowMs + 1 + 30 * dayMs).size, 0)
  const later = mergeJobs(gone, [], nowMs + 31 * dayMs)
  assert.equal(later.size, 0)
  assert.deepEqual(forgottenJobs(gone, later), [a])
})

test('only what changed is written: a run alone changes nothing', () => {
  const before = mergeJobs(none, [job({ state: { lastRunAtMs: 1, nextRunAtMs: 2 } }, a)], nowMs)
  assert.equal(changedJobs(none, before).length, 1)
  const ran = mergeJobs(before, [job({ state: { lastRunAtMs: 3, nextRunAtMs: 4, runningAtMs: 3 } }, a)], nowMs + 1)
  assert.deepEqual(changedJobs(before, ran), [])
  for (const change of [
    { name: 'Other' },
    { enabled: false },
    { schedule: { kind: 'every', everyMs: 60_000 } },
    { delivery: { mode: 'announce' } },
  ]) {
    assert.equal(changedJobs(before, mergeJobs(before, [job(change, a)], nowMs)).length, 1, JSON.stringify(change))
  }
  assert.equal(changedJobs(before, mergeJobs(before, [], nowMs)).length, 1)
})

test('a job counts as settled since it was made, or since its schedule or switch was seen to change', () => {
  const made = mergeJobs(none, [job({ createdAtMs: 7 }, a)], nowMs)
  assert.equal(made.get(a)?.settledAtMs, 7)
  assert.equal(mergeJobs(made, [job({ createdAtMs: 7, name: 'New' }, a)], nowMs).get(a)?.settledAtMs, 7)
  assert.equal(mergeJobs(made, [job({ createdAtMs: 7, enabled: false }, a)], nowMs).get(a)?.settledAtMs, nowMs)
})

test('a job that only its runs tell of is shown as gone', () => {
  const records = [run({ jobId: b, jobName: 'One shot', runAtMs: 5 }), run({ jobId: b, runAtMs: 9 })]
  const known = addJobsOfRuns(mergeJobs(none, [job({}, a)], nowMs), records, nowMs)
  assert.deepEqual(
    [known.get(b)?.job.name, known.get(b)?.strandId, known.get(b)?.goneAtMs, known.get(b)?.job.enabled],
    ['One shot', 'openclaw-cron-5ae951949999', nowMs, false],
  )
  assert.equal(addJobsOfRuns(known, records, nowMs), known)
  const alike = [a, b].map((jobId) => run({ jobId, runAtMs: 5 }))
  const fromRuns = addJobsOfRuns(none, alike, nowMs)
  assert.deepEqual(
    [...fromRuns.values()].map(({ strandId }) => strandId),
    ['openclaw-cron-5ae95194', 'openclaw-cron-5ae951949999'],
  )
})
