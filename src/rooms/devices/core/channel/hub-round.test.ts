import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextIn, roundOf } from './hub-round.ts'

test('a device dials every node of its hub in turn, from the one that answered last', () => {
  const round = roundOf('http://attic:1', ['http://attic:1', 'http://cellar:2'], 'http://cellar:2')
  assert.deepEqual(round, { addresses: ['http://attic:1', 'http://cellar:2'], at: 1 })
  assert.equal(nextIn(round).at, 0)
  assert.equal(nextIn(nextIn(round)).at, 1)
})

test('a device that was paired over https dials nothing without it, and keeps where it was paired', () => {
  assert.deepEqual(roundOf('https://attic', ['http://cellar:2', 'https://shed'], null).addresses, [
    'https://attic',
    'https://shed',
  ])
  assert.deepEqual(roundOf('https://attic', [], 'https://gone'), { addresses: ['https://attic'], at: 0 })
})
