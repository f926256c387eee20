import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fails, says, scriptedModel } from './scripted-model.testkit.ts'
import { createTalk } from './talk.ts'

const { signal } = new AbortController()
const full = fails('model_context_full')
const question = (...ids: readonly string[]) => ({ ids, messages: [{ role: 'user', content: 'score them' }] as const })

async function tooLongOf(model: ReturnType<typeof scriptedModel>, ids: readonly string[], times: number) {
  const talk = createTalk(model, signal)
  const said: unknown[] = []
  for (let time = 0; time < times; time++) {
    const answer = await talk.ask(question(...ids))
    said.push(answer.ok ? answer.value : answer.error.isTooLong)
  }
  return said
}

test('one task for which a server has no room is asked about for shorter answers, and given up at an eighth', async () => {
  const model = scriptedModel([full, full, full, full])
  assert.deepEqual(await tooLongOf(model, ['T-1'], 4), [true, true, true, false])
  const [first = 0, ...others] = model.requests.map(({ maxTokens }) => maxTokens)
  for (const [index, asked] of others.entries()) {
    const share = first / 2 ** (index + 1)
    assert.ok(Math.abs(asked - Math.max(512, share)) <= 1, `${asked} of ${first}`)
  }
})

test('of two tasks one is asked about, however little room there was for both', async () => {
  const model = scriptedModel([full, full, full, full, full])
  assert.deepEqual(await tooLongOf(model, ['T-1', 'T-2'], 5), [true, true, true, true, true])
})

test('a server that fails for another reason is not asked about fewer tasks', async () => {
  const model = scriptedModel([fails('model_timeout'), fails('model_error')])
  assert.deepEqual(await tooLongOf(model, ['T-1', 'T-2'], 2), [false, false])
})

test('an answer that was cut in its middle is too long, one of a single task or of thoughts alone is not', async () => {
  const middle = says('{"scores":{"T-1"', { isCut: true })
  const thoughts = says('<think>{"T-1"', { isCut: true })
  assert.deepEqual(await tooLongOf(scriptedModel([middle, thoughts]), ['T-1', 'T-2'], 2), [true, false])
  assert.deepEqual(await tooLongOf(scriptedModel([middle]), ['T-1'], 1), [false])
})

test('a run tells the tokens and second tries of all its questions', async () => {
  const answers = [says('a'), says('b', { promptTokens: null, completionTokens: null }), says('c', { model: 'n' })]
  const talk = createTalk(scriptedModel(answers), signal)
  assert.deepEqual(talk.told(), { model: null, repairs: 0, promptTokens: null, completionTokens: null })
  await talk.ask(question('T-1'))
  await talk.repair(question('T-1'))
  await talk.ask(question('T-2'))
  assert.deepEqual(talk.told(), { model: 'n', repairs: 1, promptTokens: 20, completionTokens: 10 })
})
