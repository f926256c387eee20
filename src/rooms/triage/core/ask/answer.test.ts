// The schema that holds a model to its tasks, and what is found in answers that no schema held.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerSchemaFor, named, repairMessages, scoresIn } from './answer.ts'

test('the schema needs each id once and allows no other, and says once what a score is', () => {
  assert.deepEqual(answerSchemaFor(['T-2', 'T-1']), {
    type: 'object',
    properties: {
      scores: {
        type: 'object',
        properties: { 'T-2': { $ref: '#/$defs/score' }, 'T-1': { $ref: '#/$defs/score' } },
        required: ['T-2', 'T-1'],
        additionalProperties: false,
      },
    },
    required: ['scores'],
    additionalProperties: false,
    $defs: {
      score: {
        type: 'object',
        properties: {
          impact: { type: 'integer', enum: [1, 2, 3, 4, 5] },
          urgency: { type: 'integer', enum: [1, 2, 3, 4, 5] },
          confidence: { type: 'integer', enum: [1, 2, 3, 4, 5] },
          effort: { type: 'integer', enum: [1, 2, 3, 4, 5] },
          lane: { type: 'string', enum: ['now', 'next', 'later'] },
          reason: { type: 'string', maxLength: 160 },
        },
        required: ['impact', 'urgency', 'confidence', 'effort', 'lane', 'reason'],
        additionalProperties: false,
      },
    },
  })
})

test('a hundred tasks make a schema of a few kilobytes, since servers make a grammar of it', () => {
  const ids = Array.from({ length: 100 }, (_, index) => `t-${index + 100_000}`)
  assert.ok(JSON.stringify(answerSchemaFor(ids)).length < 8000)
})

const score = { impact: 1, urgency: 2, confidence: 3, effort: 4 }
const item = (id: string | number) => ({ id, ...score })
const both = ['T-1', 'T-2']

const forms: readonly (readonly [string, unknown, readonly string[] | null])[] = [
  ['as the schema has it', { scores: { 'T-1': score, 'T-2': score } }, both],
  ['a list under scores', { scores: [item('T-1'), item('T-2')] }, both],
  ['a bare list', [item('T-1'), item('T-2')], both],
  ['a list of objects by id', [{ 'T-1': score }, { 'T-2': score }], both],
  ['a bare object', { 'T-1': score, 'T-2': score }, both],
  ['another name around it', { tasks: [item('T-1'), item('T-2')] }, both],
  ['two names around it', { result: { scores: { 'T-1': score, 'T-2': score } }, note: 'x' }, both],
  ['one task alone', item('T-1'), ['T-1']],
  ['a number as its id', [item(7)], ['7']],
  ['no scores in it', { scores: {} }, []],
  ['no id', [score], ['']],
  ['no object', ['T-1', null, 5], ['', '', '']],
  ['anything else', { hello: 'world' }, null],
  ['four names around it', { a: { b: { c: { 'T-1': score } } } }, ['T-1']],
  ['more names around it than anybody writes', { a: { b: { c: { d: { 'T-1': score } } } } }, null],
  ['another list before it', { notes: [], tasks: [item('T-1')] }, ['T-1']],
  ['scores that are a text', { scores: 'none' }, null],
  ['tasks that are called as its keys are', { scores: { scores: score, impact: score } }, ['scores', 'impact']],
]

for (const [name, json, ids] of forms) {
  test(`scores are found in ${name}`, () => {
    const asked = new Set([...both, 'scores', 'impact', '7'])
    assert.deepEqual(scoresIn(json, asked)?.map(([id]) => id) ?? null, ids)
  })
}

test('a problem names five ids, cut where they are long, and counts the others', () => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  assert.equal(named(ids), '"a", "b", "c", "d", "e"')
  assert.equal(named([...ids, 'f', 'g']), '"a", "b", "c", "d", "e" and 2 more')
  assert.equal(named(['x'.repeat(200)]), `"${'x'.repeat(80)}"`)
})

test('the second try shows the model the beginning of its answer and what was wrong with it', () => {
  const said = repairMessages([{ role: 'user', content: 'q' }], { answer: 'a'.repeat(900), problem: 'lacks T-1' })
  assert.deepEqual(
    said.map(({ role }) => role),
    ['user', 'assistant', 'user'],
  )
  assert.ok((said[1]?.content.length ?? 0) < 700)
  assert.match(said[2]?.content ?? '', /it lacks T-1\. Answer again/)
})
