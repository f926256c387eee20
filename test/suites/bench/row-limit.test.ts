// A row of the benchmark that hangs is told as failed, and whoever waits for it goes on.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { measureApart } from '../../../bench/lib/apart.ts'

const program = join(import.meta.dirname, 'stuck-row.ts')

test('a row within its limit is taken as it was measured', async () => {
  const measured = await measureApart({ program, args: ['measures'], limitMs: 60_000 })
  assert.deepEqual(measured, { ok: true, lines: [] })
})

for (const kind of ['hangs', 'deaf']) {
  test(`a row that ${kind === 'deaf' ? 'takes no signal and leaves a program behind' : kind} is given up`, async () => {
    const measured = await measureApart({ program, args: [kind], limitMs: 1500, graceMs: 500 })
    assert.deepEqual(measured, { ok: false, reason: 'it was not over after 1.5 s, and was given up' })
  })
}
