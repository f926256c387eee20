import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shown } from './shown.ts'

test('a plain word stands as it is, anything else in quotation marks on one short line', () => {
  const rows: readonly (readonly [value: string, text: string])[] = [
    ['a1b2-c_3', 'a1b2-c_3'],
    ['user.resum', 'user.resum'],
    ['', '""'],
    ['a b', '"a b"'],
    ['a\nb. C', '"a\\nb. C"'],
    ['{"a":1}', '"{\\"a\\":1}"'],
    ['x'.repeat(80), 'x'.repeat(80)],
    ['x'.repeat(5000), `"${'x'.repeat(80)}…"`],
    [`${'x'.repeat(79)}😀`, `"${'x'.repeat(79)}\ufffd…"`],
  ]
  for (const [value, text] of rows) assert.equal(shown(value), text)
})
