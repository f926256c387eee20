import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusedHere } from '../ui/sending.ts'
import { mergeOutcomes, sayOutcome, type ActionOutcome, type SaidOutcome } from './outcome.ts'

const over = { ...refusedHere('It is over.'), hint: 'Restart it.' }
const refused = (...titles: string[]) => titles.map((title) => ({ title, problem: over }))
const none = { undo: null }

const said: readonly (readonly [string, Omit<ActionOutcome, 'undo'>, SaidOutcome | null])[] = [
  ['one that was done', { done: ['Fuel'], refused: [] }, { title: 'Stopped “Fuel”.', text: null }],
  ['several that were done', { done: ['a', 'b'], refused: [] }, { title: '2 stopped.', text: null }],
  [
    'some that were not',
    { done: ['a', 'b'], refused: refused('Fuel', 'c', 'd') },
    { title: '2 stopped, 3 not: it is over.', text: '“Fuel”, and 2 more. Restart it.' },
  ],
  [
    'none of several',
    { done: [], refused: refused('Fuel', 'c') },
    { title: 'None of 2 stopped: it is over.', text: '“Fuel”, and 1 more. Restart it.' },
  ],
  ['a single one that was not', { done: [], refused: refused('Fuel') }, null],
]
for (const [name, outcome, expected] of said) {
  test(`an action on ${name} is told`, () => {
    assert.deepEqual(sayOutcome('stopped', { ...none, ...outcome }), expected)
  })
}

test('outcomes of two kinds are one, and one undo takes both back, the last first', async () => {
  const undone: string[] = []
  const part = (name: string, problem = false): ActionOutcome => ({
    done: [name],
    refused: [],
    undo: () => {
      undone.push(name)
      return problem ? over : null
    },
  })
  const merged = mergeOutcomes([part('a'), { done: [], refused: refused('x'), undo: null }, part('b', true)])
  assert.deepEqual([merged.done, merged.refused.length], [['a', 'b'], 1])
  assert.equal(await merged.undo?.(), over)
  assert.deepEqual(undone, ['b', 'a'])
  assert.equal(mergeOutcomes([{ done: ['a'], refused: [], undo: null }]).undo, null)
})
