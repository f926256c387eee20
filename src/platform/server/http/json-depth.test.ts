import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTooDeep, mostLevels } from './json-depth.ts'

const nested = (levels: number): string => '[{"a":'.repeat(levels / 2) + '1' + '}]'.repeat(levels / 2)

test('JSON may nest as deep as the bound, and no deeper', () => {
  assert.equal(isTooDeep(nested(mostLevels)), false)
  assert.equal(isTooDeep(nested(mostLevels + 2)), true)
  assert.equal(isTooDeep('['.repeat(200_000)), true)
})

test('brackets that follow each other or stand in texts are no depth', () => {
  assert.equal(isTooDeep(`[${'[],'.repeat(1000)}[]]`), false)
  assert.equal(isTooDeep(JSON.stringify({ text: `"${'[{'.repeat(1000)}\\` })), false)
  assert.equal(isTooDeep(JSON.stringify(['\\', ...Array.from({ length: 500 }, () => '\\"[')])), false)
})
