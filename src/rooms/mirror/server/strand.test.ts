import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MirrorSteps } from './steps.ts'
import { createMirrorStrand } from './strand.ts'

const call = {
  runId: 'r1',
  strandId: 'openclaw-cron-mirror',
  stepId: '',
  attempt: 1,
  input: null,
  results: {},
  signal: new AbortController().signal,
  output: () => {},
}
const steps: MirrorSteps = {
  jobs: async ({ runId }) => `jobs of ${runId}`,
  runs: async ({ runId }) => `runs of ${runId}`,
  write: async ({ runId }) => `written by ${runId}`,
}

test('the strand is as its row of the specification says, and each step calls its own part', async () => {
  const strand = createMirrorStrand(steps)
  assert.deepEqual([strand.id, strand.schedule], ['openclaw-cron-mirror', '*/5 * * * *'])
  assert.deepEqual(
    strand.steps.map(({ id, after = [], timeout }) => [id, ...after, timeout]),
    [
      ['JOBS', '1m'],
      ['RUNS', 'JOBS', '2m'],
      ['WRITE', 'RUNS', '1m'],
    ],
  )
  const answers = await Promise.all(strand.steps.map(({ run }) => run(call)))
  assert.deepEqual(answers, ['jobs of r1', 'runs of r1', 'written by r1'])
})
