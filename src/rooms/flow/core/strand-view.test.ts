import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tickCount, type Tick } from '../contract.ts'
import { missedTick, toStrand, toTick, withMissed } from './strand-view.ts'

const at = (minute: number): string => new Date(minute * 60_000).toISOString()
const ran = (minute: number): Tick => ({
  run_id: `r${minute}`,
  status: 'success',
  at: at(minute),
  duration_ms: 1,
  late: false,
  caveat: null,
})

test('missed slots stand at their places among the runs, each once', () => {
  const line = withMissed([ran(1), missedTick(at(2)), ran(4)], [at(2), at(3), at(5)])
  assert.deepEqual(
    line.map(({ at: when, status }) => [when, status]),
    [
      [at(1), 'success'],
      [at(2), 'missed'],
      [at(3), 'missed'],
      [at(4), 'success'],
      [at(5), 'missed'],
    ],
  )
})

test('a line stays as long as a strand shows, the newest last', () => {
  const slots = Array.from({ length: tickCount + 5 }, (_, index) => at(index + 10))
  const line = withMissed([ran(1)], slots)
  assert.equal(line.length, tickCount)
  assert.equal(line.at(-1)?.at, slots.at(-1))
})

const around = { scheduleWords: null, nextRuns: [], ticks: [], upstream: null, broken: null }
const definition = {
  id: 's',
  name: 'S',
  description: '',
  schedule: null,
  timezone: null,
  enabled: true,
  triggerType: 'manual',
  modulePath: '/s.ts',
  origin: 'user',
  seed: false,
  defaultHost: 'any',
  requiredCapabilities: [],
  steps: [],
  inputSchema: null,
  concurrency: 1,
  missed: 'skip',
} as const

test('what a strand takes and whether it starts at boot is told as it was written', () => {
  assert.deepEqual(
    [undefined, false, true].map((startAtBoot) => {
      const boot = startAtBoot === undefined ? {} : { startAtBoot }
      return toStrand({ ...definition, ...boot }, around).start_at_boot
    }),
    [false, false, true],
  )
  assert.equal(toStrand(definition, around).input_schema, null)
  const inputSchema = { type: 'object' }
  assert.deepEqual(toStrand({ ...definition, inputSchema }, around).input_schema, inputSchema)
})

test('a run is a tick at its start, with its time and what stands against it', () => {
  const run = {
    run_id: 'r',
    status: 'success',
    caveat: null,
    created_at: at(1),
    started_at: at(2),
    finished_at: at(5),
    slot: null,
  } as const
  assert.deepEqual(toTick(run), { ...ran(2), run_id: 'r', duration_ms: 180_000 })
  assert.deepEqual(
    [toTick({ ...run, started_at: null }).at, toTick({ ...run, started_at: null }).duration_ms],
    [at(1), null],
  )
  assert.equal(toTick({ ...run, finished_at: null }).duration_ms, null)
  assert.equal(toTick({ ...run, caveat: { kind: 'not_ok', reason: 'half' } }).caveat, 'not_ok')
  assert.deepEqual([toTick({ ...run, slot: at(2) }).late, toTick({ ...run, slot: at(1) }).late], [false, true])
})
