import assert from 'node:assert/strict'
import { test } from 'node:test'
import { directoriesToOffer } from './directories.ts'

const worked = (working_dir: string | null, hour: number, task_id: string | null = null) => ({
  working_dir,
  task_id,
  created_at: `2026-11-20T${hour}:00:00.000Z`,
})
const sessions = [
  worked('/a', 10),
  worked('/b', 12, 'T1'),
  worked('/a', 13),
  worked(null, 14),
  worked('/src/Storefront', 11),
]
const projectOf = (task: string) => (task === 'T1' ? 'ledger' : null)

test('the latest directory comes first, each once', () => {
  assert.deepEqual(directoriesToOffer(sessions, { project: null, projectOf }), ['/a', '/b', '/src/Storefront'])
})

test('those of the task’s project come before the others', () => {
  const of = (project: string) => directoriesToOffer(sessions, { project, projectOf })
  assert.deepEqual(of('ledger'), ['/b', '/a', '/src/Storefront'])
  assert.deepEqual(of('shop/storefront'), ['/src/Storefront', '/a', '/b'])
})
