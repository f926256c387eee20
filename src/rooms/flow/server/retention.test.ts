import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { dayMs, toIso } from '#base/time.ts'
import type { Run } from '../contract.ts'
import { newStep, toRunStep } from '../core/record.ts'
import { createRetention, keptAlways, keptAtMost } from './retention.ts'
import { createOutputFiles } from './output/output-files.ts'
import { openRoom, type Room } from './room.testkit.ts'
import { strandOf } from './strands.testkit.ts'

const now = Date.parse('2026-11-20T12:00:00.000Z')

/** One run a day back from now, or closer together. */
async function fill(
  room: Room,
  strandId: string,
  { count, everyMs }: { count: number; everyMs: number },
): Promise<void> {
  const runs = Array.from({ length: count }, (_, index) =>
    runAt(`${strandId}-${index}`, strandId, now - index * everyMs),
  )
  await room.flow.synthetic.insertRuns(
    runs.map((run) => ({ run, steps: [toRunStep({ ...newStep(run.run_id, 'a', null), status: 'success' })] })),
  )
}

function runAt(runId: string, strandId: string, atMs: number): Run {
  const at = toIso(atMs)
  return {
    run_id: runId,
    workflow_id: strandId,
    status: 'success',
    trigger: 'cron',
    trigger_by: 'schedule',
    input: null,
    created_at: at,
    started_at: at,
    finished_at: at,
    error: null,
    slot: null,
    caveat: null,
    retry_of: null,
    usage: null,
  }
}

function retentionOf({ database, home }: Room, days: number, nowMs: number = now) {
  return createRetention({
    database,
    files: createOutputFiles(home),
    days: () => days,
    clock: { now: () => nowMs },
    keepsFew: (id) => id === 'busy-mirror',
    onDefinitionsGone() {},
  })
}

test('runs go after their days, but never the newest of a strand; one that asks for few keeps few, a busy strand not all', async () => {
  await using room = await openRoom([])
  await fill(room, 'rare', { count: 60, everyMs: 30 * dayMs })
  await fill(room, 'daily', { count: 60, everyMs: dayMs })
  await fill(room, 'busy', { count: keptAtMost + 10, everyMs: dayMs / 200 })
  await fill(room, 'busy-mirror', { count: 70, everyMs: 300_000 })
  await retentionOf(room, 55).prune()
  const rows = await room.database.read
    .selectFrom('loom_runs')
    .select(({ fn }) => ['workflow_id', fn.countAll<number>().as('count')])
    .groupBy('workflow_id')
    .execute()
  assert.deepEqual(Object.fromEntries(rows.map(({ workflow_id: id, count }) => [id, count])), {
    rare: keptAlways,
    daily: 56,
    busy: keptAtMost,
    'busy-mirror': keptAlways,
  })
  const steps = await room.database.read.selectFrom('loom_step_runs').select('run_id').execute()
  assert.equal(steps.length, keptAlways * 2 + 56 + keptAtMost)
})

test('the output of a run goes with it', async () => {
  await using room = await openRoom([strandOf('loud', { a: { run: ({ output }) => (output('hello'), null) } })])
  const { run_id: old } = (await room.ask('POST', '/api/flow/strands/loud/run')).body
  await room.flow.engine.result(old)
  assert.ok(existsSync(join(room.home, 'strand-runs', old, 'a.log')))
  const laterMs = Date.now() + dayMs
  const runs = Array.from({ length: keptAlways }, (_, index) => runAt(`later-${index}`, 'loud', laterMs + index))
  await room.flow.synthetic.insertRuns(runs.map((run) => ({ run, steps: [] })))
  const gone = await retentionOf(room, 1, laterMs + 2 * dayMs).prune()
  assert.deepEqual(gone, [old])
  assert.equal(existsSync(join(room.home, 'strand-runs', old)), false)
  assert.equal((await room.ask('GET', `/api/flow/runs/${old}`)).status, 404)
})
