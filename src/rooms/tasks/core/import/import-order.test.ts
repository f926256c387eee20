import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskType } from '../../contract.ts'
import type { ImportDraft } from './import-draft.ts'
import { parentsFirst } from './import-order.ts'

test('epics come before stories and stories before tasks, each in the order of the export', () => {
  const types: readonly TaskType[] = ['task', 'story', 'epic', 'task', 'story', 'epic']
  const drafts = types.map((type, place) => ({ type, sourceId: `${type} ${place}` }) as ImportDraft)
  assert.deepEqual(
    parentsFirst(drafts).map(({ sourceId }) => sourceId),
    ['epic 2', 'epic 5', 'story 1', 'story 4', 'task 0', 'task 3'],
  )
})
