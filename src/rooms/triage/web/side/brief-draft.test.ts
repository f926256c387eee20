import assert from 'node:assert/strict'
import { test } from 'node:test'
import { briefFrom } from './brief-draft.ts'

const rows: readonly (readonly [string, readonly string[]])[] = [
  ['', []],
  [' , #', []],
  ['#ledger, audit', ['ledger', 'audit']],
  ['audit #audit  Q3', ['audit', 'Q3']],
]

for (const [tags, read] of rows) {
  test(`the tags of ${JSON.stringify(tags)} are ${JSON.stringify(read)}`, () => {
    const brief = briefFrom({ body: ' The auditor comes\n', source: 'email', tags })
    assert.deepEqual(brief, { body: 'The auditor comes', source: 'email', tags: read })
  })
}
