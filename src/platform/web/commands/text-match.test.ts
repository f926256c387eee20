import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markHits, rankMatch, wordsOf } from './text-match.ts'

test('a query is its words', () => {
  assert.deepEqual(wordsOf('  Pay  Sheet '), ['pay', 'sheet'])
  assert.deepEqual(wordsOf(''), [])
})

const rank = (query: string, ...texts: string[]) => rankMatch(wordsOf(query), texts)

test('every word has to be found, and a better place ranks first', () => {
  assert.equal(rank('pay', 'Payment intent'), 0)
  assert.equal(rank('pay', 'Apple Pay'), 1)
  assert.equal(rank('pay', 'Repay'), 2)
  assert.equal(rank('pay', 'Checkout', 'agent-claude-paysheet'), 5)
  assert.equal(rank('pay missing', 'Payment'), null)
  assert.equal(rank('', 'anything'), 0)
})

test('letters in their order are found, too, behind all that is found as written', () => {
  assert.equal(rank('wlt', 'Wallet button'), 20)
  assert.equal(rank('walet', 'Wallet button'), 20)
  assert.equal(rank('btn', 'Wallet button'), 20)
  assert.equal(rank('wb', 'Wallet button'), null)
  assert.equal(rank('rst', 'Wallet'), null)
})

test('hits are cut out for marking, signs of patterns included', () => {
  assert.deepEqual(markHits('Apple Pay', ['pay']), [
    { text: 'Apple ', isHit: false },
    { text: 'Pay', isHit: true },
  ])
  assert.deepEqual(markHits('a(b)', ['(b']), [
    { text: 'a', isHit: false },
    { text: '(b', isHit: true },
    { text: ')', isHit: false },
  ])
  assert.deepEqual(markHits('plain', []), [{ text: 'plain', isHit: false }])
})
