import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Batch } from '../../core/ask/prompt.ts'
import { askModel } from './ask-model.ts'
import { says, scriptedModel } from './scripted-model.testkit.ts'

const { signal } = new AbortController()
const good = { impact: 3, urgency: 3, confidence: 3, effort: 3 }
const scores = (...ids: readonly string[]) => says(JSON.stringify({ scores: ids.map((id) => ({ id, ...good })) }))
const prose = says('I think T-1 comes first.')

function batchOf(...ids: readonly string[]): Batch {
  const lines = ids.map((id) => ({ id, text: id, overrides: [], tokens: 1 }))
  return { ids, messages: [{ role: 'user', content: 'score them' }], parts: { lines, extra: [], shared: '' } }
}

function asked(model: ReturnType<typeof scriptedModel>, ...ids: readonly string[]) {
  return askModel([batchOf(...ids)], { model, signal, onAnswered: () => {} })
}

test('prose and then scores are a run that succeeds, and nothing of it counts as dropped', async () => {
  const run = await asked(scriptedModel([prose, scores('T-1', 'T-2')]), 'T-1', 'T-2')
  assert.ok(run.ok)
  assert.deepEqual([...run.value.answers.keys()], ['T-1', 'T-2'])
  assert.deepEqual([run.value.dropped, run.value.repairs, run.value.batches], [0, 1, 1])
})

test('prose twice ends the run, with what was wrong and what to set', async () => {
  const run = await asked(scriptedModel([prose, prose]), 'T-1', 'T-2')
  assert.ok(!run.ok)
  assert.equal(run.error.code, 'bad_answer')
  assert.match(run.error.reason, /is not JSON, also at the second try/)
  assert.match(run.error.hint ?? '', /model\.name/)
})

test('half of the tasks answered at two tries is enough, less ends the run', async () => {
  const ids = ['T-1', 'T-2', 'T-3', 'T-4']
  const half = await asked(scriptedModel([scores('T-1'), scores('T-2')]), ...ids)
  assert.ok(half.ok)
  assert.deepEqual([...half.value.answers.keys()], ['T-1', 'T-2'])
  const less = await asked(scriptedModel([scores('T-1'), scores()]), ...ids)
  assert.ok(!less.ok)
  assert.match(less.error.reason, /leaves out "T-2", "T-3", "T-4"/)
})
