import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strandIdOf } from './strand-id.ts'

const free = (): boolean => false

const rows = [
  ['5ae95194-0172-42c9-86ac-5642161f3f14', 'openclaw-cron-5ae95194'],
  ['5AE95194-0172-42C9-86AC-5642161F3F14', 'openclaw-cron-5ae95194'],
  ['abcdef01', 'openclaw-cron-abcdef01'],
  ['my job/1', 'openclaw-cron-my_job_1'],
] as const
for (const [jobId, expected] of rows) {
  test(`${jobId} is shown as ${expected}`, () => assert.equal(strandIdOf(jobId, free), expected))
}

test('an id that is taken makes the next one longer, as far as it goes', () => {
  const taken = new Set<string>()
  const ids = [
    '5ae95194-0172-42c9-86ac-5642161f3f14',
    '5ae95194-0172-9999-86ac-5642161f3f14',
    '5ae95194-0172-9999-86ac-000000000000',
  ]
  const given = ids.map((id) => {
    const strandId = strandIdOf(id, (one) => taken.has(one))
    taken.add(strandId)
    return strandId
  })
  assert.deepEqual(given, ['openclaw-cron-5ae95194', 'openclaw-cron-5ae951940172', 'openclaw-cron-5ae9519401729999'])
})
