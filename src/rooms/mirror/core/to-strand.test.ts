import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownJob, sampleJobs } from '../mirror.testkit.ts'
import { createCronMeaning } from '../server/cron-meaning.ts'
import { mergeJobs } from './known-jobs.ts'
import { toStrand } from './to-strand.ts'

const cron = createCronMeaning()
const at = { nowMs: 0, missed: [] }
const strandOf = (more: Record<string, unknown> = {}) => toStrand(knownJob(more), at, cron)

test('a job is a strand by the table of the specification', () => {
  const strand = strandOf({
    name: 'Morning brief',
    description: 'What the night brought.',
    schedule: { kind: 'cron', expr: '0 7 * * *', tz: 'Europe/Berlin' },
  })
  assert.deepEqual(strand, {
    id: 'openclaw-cron-5ae95194',
    name: '🦞 Morning brief',
    description: 'What the night brought.',
    schedule: '0 7 * * *',
    scheduleWords: 'at 07:00',
    timezone: 'Europe/Berlin',
    enabled: true,
    modulePath: 'synthetic://openclaw-cron/5ae95194-0172-42c9-86ac-5642161f3f14',
    steps: [{ id: 'EXEC', after: [] }],
    nextRuns: strand.nextRuns,
    missed: [],
    jobId: '5ae95194-0172-42c9-86ac-5642161f3f14',
    mirroredBy: 'openclaw-cron-mirror',
    readOnly: false,
    goneAt: null,
    hasDelivery: false,
  })
})

const deliveries = [
  [undefined, ['EXEC']],
  [{ mode: 'none', channel: 'last' }, ['EXEC']],
  [{ mode: 'none' }, ['EXEC']],
  [{ channel: 'telegram' }, ['EXEC']],
  [{ mode: 'announce', channel: 'telegram', to: '1' }, ['EXEC', 'DELIVER']],
  [{ mode: 'webhook', to: 'http://x' }, ['EXEC', 'DELIVER']],
] as const
for (const [delivery, steps] of deliveries) {
  test(`delivery ${JSON.stringify(delivery)} gives ${steps.join(' and ')}`, () => {
    const strand = strandOf({ delivery })
    assert.deepEqual(
      strand.steps.map(({ id }) => id),
      steps,
    )
    assert.equal(strand.hasDelivery, steps.length === 2)
    if (strand.hasDelivery) assert.deepEqual(strand.steps[1]?.after, ['EXEC'])
  })
}

test('a job that is gone is switched off and plans nothing; a disabled one is kept', () => {
  const state = { nextRunAtMs: 90_000 }
  const gone = toStrand({ ...knownJob({ state }), goneAtMs: 5 }, at, cron)
  assert.deepEqual([gone.enabled, gone.goneAt, gone.nextRuns], [false, '1970-01-01T00:00:00.005Z', []])
  const off = strandOf({ enabled: false, state: {} })
  assert.deepEqual([off.enabled, off.goneAt, off.nextRuns], [false, null, []])
  assert.equal(strandOf({ state }).nextRuns.length, 5)
})

test('every recorded job is mirrored: disabled ones, and those of the gateway itself as read-only', () => {
  const strands = [...mergeJobs(new Map(), sampleJobs(), 0).values()].map((known) => toStrand(known, at, cron))
  assert.equal(strands.length, 10)
  assert.deepEqual(
    strands
      .filter(({ readOnly }) => readOnly)
      .map(({ name }) => name)
      .toSorted(),
    ['🦞 Memory Dreaming Promotion', '🦞 heartbeat-main', '🦞 skill-collection-review-main'],
  )
  assert.deepEqual(
    strands.filter(({ enabled }) => !enabled).map(({ name }) => name),
    ['🦞 Main event'],
  )
  assert.deepEqual(
    strands
      .map(({ schedule }) => schedule)
      .filter((text) => !text.includes('*'))
      .toSorted(),
    ['at 2026-11-20T10:22:24.886Z', 'every 1h', 'every 30m', 'every 7d'],
  )
})

test('slots that nothing ran in go along', () => {
  assert.deepEqual(toStrand(knownJob(), { nowMs: 0, missed: [60_000] }, cron).missed, ['1970-01-01T00:01:00.000Z'])
})
