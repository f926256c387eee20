import assert from 'node:assert/strict'
import { test } from 'node:test'
import { X } from 'lucide-react'
import { lateActions, loadActions } from './late-actions.ts'
import type { ObjectAction } from './object-action.ts'

test('a kind has no actions until those of all kinds are fetched, and a failure is tried again', async () => {
  const tries = [() => Promise.reject(new Error('the network')), () => Promise.resolve([])]
  const far = lateActions(() => tries.shift()?.() ?? Promise.resolve([]))
  const act: ObjectAction<object> = {
    id: 'open',
    label: 'Open',
    icon: X,
    group: 'act',
    how: 'open',
    fits: () => true,
    run: () => {},
  }
  const near = lateActions<object>(() => Promise.resolve([act]))
  assert.deepEqual([near(), far()], [[], []])
  await assert.rejects(loadActions())
  await loadActions()
  assert.deepEqual(near(), [act])
})
