import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Run, RunDetail, RunStep } from '../../contract.ts'
import { asksForAnswer, withNews } from './run-news.ts'

const run = (fields: Partial<Run>) => ({ run_id: 'r', status: 'running', input: null, ...fields }) as Run
const step = (id: string, fields: Partial<RunStep> = {}) =>
  ({ step_id: id, status: 'running', result: null, ...fields }) as RunStep

const answer = {
  run: run({ input: { city: 'Bonn' } }),
  steps: [step('fetch', { status: 'success', result: { bytes: 7 } }), step('write')],
} as RunDetail

test('without news the run is as it was read', () => {
  assert.deepEqual(withNews(answer, { run: null, steps: new Map() }), answer)
})

test('news of the run are newer; its input, which they leave out, stays', () => {
  const told = withNews(answer, { run: run({ status: 'failed' }), steps: new Map() })
  assert.deepEqual([told.run.status, told.run.input], ['failed', { city: 'Bonn' }])
})

test('news of a step are newer, its result stays where they have none, and its place, too', () => {
  const news = [
    step('write', { status: 'success', result: 'done' }),
    step('fetch', { status: 'success' }),
    step('tidy'),
  ]
  const told = withNews(answer, { run: null, steps: new Map(news.map((each) => [each.step_id, each])) })
  assert.deepEqual(
    told.steps.map(({ step_id: id, status, result }) => [id, status, result]),
    [
      ['fetch', 'success', { bytes: 7 }],
      ['write', 'success', 'done'],
      ['tidy', 'running', null],
    ],
  )
})

test('only a step that succeeded without a result asks for the answer', () => {
  assert.equal(asksForAnswer(step('a', { status: 'success' })), true)
  assert.equal(asksForAnswer(step('a', { status: 'success', result: 0 })), false)
  assert.equal(asksForAnswer(step('a', { status: 'failed' })), false)
})
