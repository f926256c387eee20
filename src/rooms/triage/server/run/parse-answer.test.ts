import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAnswer } from './parse-answer.ts'

const parts = { impact: 3, urgency: 4, confidence: 2, effort: 1 }

for (const [text, problem] of [
  ['I think T-1 comes first.', 'is not JSON'],
  ['{"hello":"world"}', 'has no "scores"'],
] as const) {
  test(`an answer that ${problem} leaves all open and counts no score as dropped`, () => {
    assert.deepEqual(parseAnswer(text, ['T-1', 'T-2']), {
      scores: new Map(),
      missing: ['T-1', 'T-2'],
      dropped: 0,
      problem,
    })
  })
}

test('only scores that nobody asked for, or for the second time, count as dropped', () => {
  const scores = [
    { id: 'T-1', ...parts },
    { id: 'T-1', ...parts, impact: 5 },
    { id: 'T-9', ...parts },
    { id: 'T-2', ...parts, effort: 9 },
  ]
  const { problem, ...parsed } = parseAnswer(JSON.stringify({ scores }), ['T-1', 'T-2', 'T-3'])
  assert.deepEqual(parsed, {
    scores: new Map([['T-1', { parts, lane: null, reason: null }]]),
    missing: ['T-2', 'T-3'],
    dropped: 2,
  })
  assert.match(problem ?? '', /^does not fit the schema at "T-2\.effort"/)
})

test('numbers as texts and lanes in capitals are taken, and a reason that is none is left out', () => {
  const texts = { impact: '3', urgency: '4', confidence: '2', effort: '1', lane: 'NOW', reason: 7 }
  const { scores } = parseAnswer(JSON.stringify({ scores: { 'T-1': texts } }), ['T-1'])
  assert.deepEqual([...scores], [['T-1', { parts, lane: 'now', reason: null }]])
})
