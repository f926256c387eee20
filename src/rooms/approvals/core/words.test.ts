import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headWords, stateWords } from './words.ts'

const plain = { decided_by: null, reason: null, denied_if_unanswered: false } as const
const words: [Parameters<typeof stateWords>[0], string][] = [
  [{ ...plain, state: 'open' }, 'open'],
  [{ ...plain, state: 'open', denied_if_unanswered: true }, 'open, denied if unanswered'],
  [{ ...plain, state: 'approved', decided_by: 'Firefox' }, 'approved by Firefox'],
  [{ ...plain, state: 'applied', decided_by: 'Firefox' }, 'approved by Firefox, and ran'],
  [{ ...plain, state: 'denied', decided_by: 'command line', reason: 'Not now.' }, 'denied by command line: Not now.'],
  [{ ...plain, state: 'denied' }, 'denied'],
  [{ ...plain, state: 'expired', reason: 'its agent ended' }, 'over: its agent ended'],
  [{ ...plain, state: 'answered_elsewhere' }, 'answered in its terminal'],
]

for (const [approval, said] of words) {
  test(`${approval.state} is told as “${said}”`, () => assert.equal(stateWords(approval), said))
}

test('a head leaves what a denied agent was told to the text below', () => {
  assert.equal(headWords({ ...plain, state: 'denied', decided_by: 'Firefox', reason: 'Not now.' }), 'Denied by Firefox')
  assert.equal(headWords({ ...plain, state: 'expired', reason: 'its agent ended' }), 'Over: its agent ended')
})
