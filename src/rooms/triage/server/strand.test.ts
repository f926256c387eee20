import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withRoom } from './room.testkit.ts'
import { createTriageStrand } from './strand.ts'

test('the strand of triage is its row of the table, and its one step is a run', () =>
  withRoom(async (room) => {
    await room.addTasks('T-1')
    const { id, schedule, steps } = createTriageStrand(room.triage)
    assert.deepEqual(
      [id, schedule, steps.map((step) => [step.id, step.timeout])],
      ['priority-triage', null, [['triage', '30m']]],
    )
    const { signal } = new AbortController()
    const call = { runId: 'run-1', strandId: id, stepId: 'triage', attempt: 1, input: null, results: {}, signal }
    await steps[0]?.run({ ...call, output() {} })
    const { runs } = (await room.ask('GET', '/api/triage/runs')).body
    assert.deepEqual(
      runs.map(({ status, trigger_by: by }) => [status, by]),
      [['success', 'strand run-1']],
    )
  }))
