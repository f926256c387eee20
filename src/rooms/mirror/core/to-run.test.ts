import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outputTailLimit, runSchema, runStepSchema } from '#rooms/flow/contract.ts'
import { job, knownJob, run, sampleJobs, sampleRuns } from '../mirror.testkit.ts'
import { addJobsOfRuns, mergeJobs } from './known-jobs.ts'
import { toRun } from './to-run.ts'
import type { UpstreamRun } from './upstream.ts'

const announced = knownJob({ delivery: { mode: 'announce', channel: 'telegram', to: '12345' } })
const silent = knownJob({ delivery: { mode: 'none', channel: 'last' } })
const places = (known = announced) => ({ runId: 'r', known, slotMs: null })

const find = (name: string, fits: (record: UpstreamRun) => boolean): UpstreamRun => {
  const found = sampleRuns().find((record) => record.jobName === name && fits(record))
  if (found === undefined) throw new Error(`no record of ${name}`)
  return found
}

test('a run that was delivered: both steps to the letter', () => {
  const { run: made, steps } = toRun(
    find('Announce job', ({ runId }) => runId === null),
    { ...places(), slotMs: 1_795_163_400_000 },
  )
  const [exec, deliver] = steps
  assert.deepEqual(
    [exec?.step_id, exec?.status, exec?.started_at, exec?.finished_at],
    ['EXEC', 'success', '2026-11-20T08:30:00.031Z', '2026-11-20T08:30:06.008Z'],
  )
  assert.equal(
    exec?.output_tail,
    'Final answer after tool.\n\nmodel: fake-model\nprovider: fake\nduration: 5.98 s (5977 ms)\ntokens: in 22, out 14, total 36',
  )
  assert.deepEqual(
    [deliver?.step_id, deliver?.status, deliver?.started_at, deliver?.finished_at],
    ['DELIVER', 'success', '2026-11-20T08:30:06.008Z', '2026-11-20T08:30:06.008Z'],
  )
  assert.deepEqual(JSON.parse(deliver?.output_tail ?? ''), {
    intended: { channel: 'telegram', to: '12345', source: 'explicit' },
    resolved: { ok: true, channel: 'telegram', to: '12345', source: 'explicit' },
    fallbackUsed: true,
    delivered: true,
    status: 'delivered',
  })
  assert.match(deliver?.output_tail ?? '', /\n {2}"intended": \{\n/)
  assert.deepEqual(
    [made.status, made.trigger, made.trigger_by, made.started_at, made.finished_at, made.error, made.slot],
    ['success', 'cron', 'openclaw', exec?.started_at, deliver?.finished_at, null, '2026-11-20T08:30:00.000Z'],
  )
  assert.deepEqual([exec?.attempts.map(({ attempt }) => attempt), exec?.attempt, exec?.reused], [[1], 1, false])
  assert.deepEqual(made.usage, {
    input_tokens: 22,
    output_tokens: 14,
    total_tokens: 36,
    model: 'fake-model',
    provider: 'fake',
    cost: null,
  })
})

test('a delivery that failed fails its step and the run, not EXEC', () => {
  const { run: made, steps } = toRun(
    find('Announce job', ({ completionStatus }) => completionStatus === 'failed'),
    places(),
  )
  assert.deepEqual(
    steps.map(({ status }) => status),
    ['success', 'failed'],
  )
  assert.equal(made.status, 'failed')
  assert.match(made.error ?? '', /^Telegram bot token missing/)
  assert.equal(made.trigger, 'manual')
})

test('a model error fails EXEC; its tail falls back on the error, and no token is made up', () => {
  const { run: made, steps } = toRun(
    find('Fail job', () => true),
    places(silent),
  )
  assert.deepEqual(
    steps.map(({ step_id: id, status }) => [id, status]),
    [['EXEC', 'failed']],
  )
  assert.match(
    steps[0]?.output_tail ?? '',
    /^LLM request failed: [^\n]+\n\nmodel: fake-model\nprovider: fake\nduration: 1.20 s \(1195 ms\)$/,
  )
  assert.equal(made.error, 'LLM request failed: provider rejected the request schema or tool payload.')
  assert.equal(made.usage, null)
})

test('a command has a summary and a duration alone', () => {
  const { steps } = toRun(
    find('Cmd job', ({ runId }) => runId !== null),
    places(silent),
  )
  assert.equal(steps[0]?.output_tail, 'cmd-out\n\nduration: 0.08 s (78 ms)')
})

const statuses = [
  ['ok', 'success'],
  ['error', 'failed'],
  ['skipped', 'failed'],
  ['of-a-later-version', 'failed'],
] as const
for (const [status, expected] of statuses) {
  test(`an upstream status of ${status} is ${expected}`, () => {
    const { run: made, steps } = toRun(run({ status }), places(silent))
    assert.deepEqual([made.status, steps[0]?.status], [expected, expected])
    assert.equal(made.error === null, expected === 'success')
  })
}

test('times come from the start, the duration and the record, also where they differ', () => {
  const record = run({ runAtMs: 1000, durationMs: 500, ts: 2000, delivered: true })
  const { run: made, steps } = toRun(record, places())
  assert.deepEqual(
    steps.map((step) => [step.started_at, step.finished_at]),
    [
      ['1970-01-01T00:00:01.000Z', '1970-01-01T00:00:01.500Z'],
      ['1970-01-01T00:00:01.500Z', '1970-01-01T00:00:02.000Z'],
    ],
  )
  assert.equal(made.finished_at, '1970-01-01T00:00:02.000Z')
})

test('a summary of any length is cut, and the facts below it stay', () => {
  const record = run({ summary: '🦞 long '.repeat(10_000), model: 'm', usage: { input_tokens: 1, output_tokens: 2 } })
  const tail = toRun(record, places()).steps[0]?.output_tail ?? ''
  assert.ok(tail.length <= outputTailLimit)
  assert.match(tail, /…\n\nmodel: m\nduration: 5.00 s \(5000 ms\)\ntokens: in 1, out 2, total 3$/)
  assert.ok(tail.isWellFormed())
  const step = toRun(run({ summary: 'ä🦞' }), places()).steps[0]
  assert.equal(step?.output_bytes, Buffer.byteLength(step?.output_tail ?? ''))
})

test('every recorded run becomes one that the history takes', () => {
  const known = addJobsOfRuns(mergeJobs(new Map(), sampleJobs(), 0), sampleRuns(), 0)
  for (const record of sampleRuns()) {
    const of = known.get(record.jobId)
    assert.ok(of !== undefined, record.jobName ?? '')
    const made = toRun(record, { runId: 'r', known: of, slotMs: null })
    runSchema.parse(made.run)
    for (const step of made.steps) runStepSchema.parse(step)
  }
  assert.ok(job().id)
})
