import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asTyped } from './own-command.ts'

test('a hint shows the line that works here, and nothing else is touched', () => {
  for (const [text, typed] of [
    ['Start it with: orrery start', 'Start it with: npx orrery start'],
    ['Open a link made by `orrery login`, or', 'Open a link made by `npx orrery login`, or'],
    ['orrery strand logs -f $(orrery strand run a)', 'npx orrery strand logs -f $(npx orrery strand run a)'],
    ['npx orrery login', 'npx orrery login'],
    ['/opt/orrery start', '/opt/orrery start'],
    ['Orrery runs', 'Orrery runs'],
    ["'orrery --help'", "'npx orrery --help'"],
  ] as const) {
    assert.equal(asTyped(text, 'npx orrery'), typed)
    assert.equal(asTyped(text, 'orrery'), text)
  }
})
