import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleTask } from '#testing/sample-task.testkit.ts'
import { basisOf, changesSince, type BasisParts } from './plan-basis.ts'
import { sortTasks } from './open-tasks.ts'

const cards = ['A', 'B', 'C', 'D', 'E'].map((id) => sampleTask({ id, title: `Title ${id}` }))
const memory = { id: 1, updated_at: '2026-01-01T00:00:00.000Z' }
const parts: BasisParts = { tasks: sortTasks(cards), briefs: [{ id: 1 }], overrides: [{ id: 4 }], memories: [memory] }
const withCards = (changed: typeof cards): BasisParts => ({ ...parts, tasks: sortTasks(changed) })
const edited = '2026-02-01T00:00:00.000Z'

test('what changed since a plan is said in words, and nothing where it still holds', () => {
  const [a, ...rest] = cards
  assert.ok(a !== undefined)
  const table: readonly (readonly [string, BasisParts, readonly string[]])[] = [
    ['nothing', parts, []],
    ['another order', withCards(cards.toReversed()), []],
    ['an edit', withCards([{ ...a, updated_at: edited }, ...rest]), ['“Title A” was changed']],
    ['a lock', withCards([{ ...a, score_locked: 1, locked_lane: 'now' }, ...rest]), ['“Title A” was changed']],
    ['another place', withCards([{ ...a, current_lane: 'now', current_rank: 1 }, ...rest]), ['“Title A” was changed']],
    ['a new task', withCards([...cards, sampleTask({ id: 'F', title: 'New' })]), ['“New” is new']],
    ['a done task', withCards(rest), ['“Title A” is done or gone']],
    [
      'many',
      withCards(cards.map((card) => ({ ...card, updated_at: edited }))),
      ['“Title A” was changed', '“Title B” was changed', '“Title C” was changed', '2 more tasks changed'],
    ],
    ['a brief', { ...parts, briefs: [{ id: 1 }, { id: 2 }] }, ['1 brief was added']],
    ['no brief', { ...parts, briefs: [] }, ['1 brief was taken back']],
    [
      'corrections',
      { ...parts, overrides: [{ id: 5 }, { id: 6 }] },
      ['2 corrections were added', '1 correction was taken back'],
    ],
    ['a note', { ...parts, memories: [{ ...memory, updated_at: edited }] }, ['the notes were changed']],
  ]
  for (const [what, now, said] of table) assert.deepEqual(changesSince(basisOf(parts), basisOf(now)), said, what)
})
