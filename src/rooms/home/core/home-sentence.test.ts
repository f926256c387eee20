import assert from 'node:assert/strict'
import { test } from 'node:test'
import { homeSentence } from './home-sentence.ts'

test('the sentence says how things stand', () => {
  const rows: [number, number, number, number, string][] = [
    [0, 0, 0, 0, 'Nothing needs you. Nothing runs.'],
    [1, 0, 1, 1, 'One needs you. One runs, one waits for others to finish.'],
    [4, 2, 5, 2, 'Four need you, two to see. Five run, two wait for others to finish.'],
    [0, 1, 120, 0, 'Nothing needs you, one to see. 120 run.'],
  ]
  for (const [needs, toSee, running, waiting, expected] of rows) {
    const { call, rest } = homeSentence({ needs, toSee, running, waiting })
    assert.equal(`${call} ${rest}`, expected)
  }
})
