import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleStrand } from '../../../testing/sample-strand.testkit.ts'
import type { Run, Strand } from '../contract.ts'
import { needsOf } from './need.ts'
import { missedTick, toTick } from './strand-view.ts'
import { noStreaks, noteRun } from './streaks.ts'

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`
const failed = {
  run_id: 'r1',
  status: 'failed',
  input: null,
  created_at: at(10),
  finished_at: at(11),
  error: 'fetch: ECONNREFUSED',
} as const
const ranAt = (minute: number) =>
  toTick({ ...failed, status: 'success', run_id: `at-${minute}`, started_at: at(minute), caveat: null, slot: null })

function told(strand: Partial<Strand>, runs: readonly Pick<Run, keyof typeof failed>[] = [], sinceIso = at(0)) {
  return needsOf(sampleStrand({ id: 'S', name: 'nightly', ...strand }), runs.reduce(noteRun, noStreaks), sinceIso)
}

test('a failed run needs a person, with its error and the way to try again', () => {
  const [found] = told({}, [failed])
  assert.equal(found?.id, 'run:r1')
  assert.deepEqual(
    [found?.need.kind, found?.need.subject, found?.need.text, found?.need.since, found?.need.again],
    ['run_failed', { type: 'run', id: 'r1' }, 'fetch: ECONNREFUSED', at(11), 'retry'],
  )
  assert.equal(told({ origin: 'synthetic' }, [failed])[0]?.need.again, null, 'the gateway runs it')
})

test('failing again for the same reason keeps its name and moment, and shows the newest run', () => {
  const next = { ...failed, run_id: 'r2', created_at: at(20), finished_at: at(21) }
  const [first] = told({}, [failed])
  const [second] = told({}, [failed, next])
  assert.deepEqual([second?.id, second?.need.moment], [first?.id, first?.need.moment])
  assert.deepEqual([second?.need.subject.id, second?.need.times], ['r2', 2])
  const [other] = told({}, [failed, { ...next, error: 'another' }])
  assert.notEqual(other?.need.moment, first?.need.moment)
})

test('nobody is called for what is being tried again, nor for what is history', () => {
  assert.deepEqual(told({}, [failed, { ...failed, run_id: 'r2', status: 'running', created_at: at(20) } as never]), [])
  assert.deepEqual(told({}, [failed], at(30)), [])
})

test('slots that nothing ran in since need a person', () => {
  const missed = [missedTick(at(20)), missedTick(at(30))]
  const need = (strand: Partial<Strand>) => told(strand)[0]?.need
  assert.deepEqual(
    [need({ ticks: [ranAt(10), ...missed] })?.kind, need({ ticks: [ranAt(10), ...missed] })?.times],
    ['missed', 2],
  )
  assert.equal(need({ ticks: [...missed, ranAt(40)] }), undefined, 'a run made up for them')
  assert.equal(need({ ticks: missed, enabled: false }), undefined, 'somebody switched it off')
  assert.equal(need({ ticks: missed })?.again, 'run')
})

test('a broken file is told with its place', () => {
  const broken = { file: 'nightly.ts', line: 12, reason: 'steps is missing', since: at(1) }
  assert.equal(told({ broken })[0]?.need.text, 'its file is broken: line 12: steps is missing')
})
