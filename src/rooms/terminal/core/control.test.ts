import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withControl } from './control.ts'

const rows: readonly [typed: string, sent: string][] = [
  ['c', '\u0003'],
  ['C', '\u0003'],
  ['z', '\u001A'],
  [' ', '\u0000'],
  ['@', '\u0000'],
  ['[', '\u001B'],
  ['\\', '\u001C'],
  ['_', '\u001F'],
  ['?', '\u007F'],
  // Words come whole from keyboards that guess them.
  ['cd', '\u0003d'],
  ['\u001B[C', '\u001B[1;5C'],
  ['1', '1'],
  ['\r', '\r'],
  ['\u001B', '\u001B'],
  ['é', 'é'],
  ['鍵', '鍵'],
  ['🔑', '🔑'],
  ['', ''],
]

for (const [typed, sent] of rows) {
  test(`Ctrl and ${JSON.stringify(typed)} are ${JSON.stringify(sent)}`, () => {
    assert.equal(withControl(typed), sent)
  })
}
