import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Strand, Tick } from '../../contract.ts'
import { sampleStrand } from '#testing/sample-strand.testkit.ts'
import { groupStrands } from './list-groups.ts'

const at = '2026-11-20T08:00:00.000Z'
const tick = (status: Tick['status'], late = false): Tick => ({
  run_id: null,
  status,
  at,
  duration_ms: null,
  late,
  caveat: null,
})

function strand(id: string, more: Partial<Strand> = {}): Strand {
  return sampleStrand({ id, name: id, modulePath: `${id}.ts`, ...more })
}

const all = [
  strand('zeta', { ticks: [tick('success'), tick('failed')] }),
  strand('alpha', { origin: 'user', ticks: [tick('failed'), tick('success')], description: 'Ships the rocket' }),
  strand('smoke', { enabled: false }),
  strand('seed', { enabled: false, seed: true }),
  strand('openclaw-cron-1', { origin: 'synthetic', name: '🦞 Digest', enabled: false, ticks: [tick('missed')] }),
  strand('busy', { ticks: [tick('running')], schedule_words: 'every 5 minutes' }),
]

const shape = (filter: Parameters<typeof groupStrands>[1]) =>
  groupStrands(all, filter).map(({ title, strands }) => [title, ...strands.map(({ id }) => id)])

test('strands stand in their groups by name: a user’s own among the live ones, what is off apart, empty groups left out', () => {
  assert.deepEqual(shape({ words: [], status: null }), [
    ['Live', 'alpha', 'busy', 'zeta'],
    ['From the gateway', 'openclaw-cron-1'],
    ['Off', 'smoke'],
    ['Seed, off', 'seed'],
  ])
})

test('every word has to be found, in name, description or schedule; the mark of mirrored jobs is no part of a name', () => {
  assert.deepEqual(shape({ words: ['rocket', 'ships'], status: null }), [['Live', 'alpha']])
  assert.deepEqual(shape({ words: ['minutes'], status: null }), [['Live', 'busy']])
  assert.deepEqual(shape({ words: ['digest'], status: null }), [['From the gateway', 'openclaw-cron-1']])
  assert.deepEqual(shape({ words: ['nowhere'], status: null }), [])
})

test('a state narrows to what is in it now', () => {
  assert.deepEqual(shape({ words: [], status: 'failed' }), [['Live', 'zeta']])
  assert.deepEqual(shape({ words: [], status: 'running' }), [['Live', 'busy']])
  assert.deepEqual(shape({ words: [], status: 'missed' }), [['From the gateway', 'openclaw-cron-1']])
  assert.deepEqual(shape({ words: [], status: 'off' }).flat(), [
    'From the gateway',
    'openclaw-cron-1',
    'Off',
    'smoke',
    'Seed, off',
    'seed',
  ])
})
