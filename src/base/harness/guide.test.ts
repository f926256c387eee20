import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { adapters } from './catalog.ts'

const guide = readFileSync(new URL('../../../docs/guide/harnesses.md', import.meta.url), 'utf8')
const rows = guide
  .slice(guide.indexOf("## What each can't do"))
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))

for (const { label, cannot, tried } of Object.values(adapters))
  test(`the guide says what ${label} can't do, and which version was tried, as the dialog does`, () => {
    const row = rows.find(([, client]) => client === label)
    assert.ok(row !== undefined)
    assert.deepEqual(row[3], cannot.map((each) => `${each}.`).join('<br>'))
    if (tried !== null) assert.equal(row[2], tried)
  })
