import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runNotes } from './run-notes.ts'

const none = { briefs_left: 0, briefs_cut: 0, overrides_left: 0, dropped: 0 }
const room = (whom: string) => `More model.contextTokens makes room for ${whom}.`

const rows: readonly (readonly [Partial<typeof none>, readonly string[]])[] = [
  [{}, []],
  [{ briefs_left: 1 }, [`1 brief found no room in the prompt and waits for the next run. ${room('it')}`]],
  [
    { briefs_left: 2, overrides_left: 18 },
    [`2 briefs and 18 corrections and locks found no room in the prompt and wait for the next run. ${room('them')}`],
  ],
  [
    { overrides_left: 1 },
    [`1 correction or lock found no room in the prompt and waits for the next run. ${room('it')}`],
  ],
  [
    { briefs_cut: 1 },
    [
      '1 brief was too long for the prompt: the model read its beginning alone. What matters belongs there, or in a brief of its own.',
    ],
  ],
  [
    { briefs_cut: 2, dropped: 1 },
    [
      '2 briefs were too long for the prompt: the model read their beginning alone. What matters belongs there, or in a brief of its own.',
      'The model gave 1 score for tasks that it was not asked about, or twice: left out.',
    ],
  ],
  [{ dropped: 3 }, ['The model gave 3 scores for tasks that it was not asked about, or twice: left out.']],
]

for (const [more, notes] of rows) {
  test(`a run with ${JSON.stringify(more)} is noted so`, () => assert.deepEqual(runNotes({ ...none, ...more }), notes))
}
