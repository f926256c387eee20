import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visible } from './visible.ts'

const tables: readonly (readonly [string, string, string])[] = [
  ['plain text, breaks and tabs', 'npm test\n\tgrüße 日本 🙂', 'npm test\n\tgrüße 日本 🙂'],
  ['breaks of another system', 'a\r\nb', 'a\nb'],
  ['a turn of direction', 'rm \u202ecod/\u202c', 'rm ⟨U+202E⟩cod/⟨U+202C⟩'],
  ['no width', 'pass\u200bwd\ufeff', 'pass⟨U+200B⟩wd⟨U+FEFF⟩'],
  ['an escape and a return', 'safe\u001b[2K\rrm -rf', 'safe⟨U+001B⟩[2K⟨U+000D⟩rm -rf'],
  ['breaks that are none of a shell', 'a\u2028b', 'a⟨U+2028⟩b'],
  ['what passes for a blank', 'a\u00a0b\u3000c', 'a⟨U+00A0⟩b⟨U+3000⟩c'],
  ['letters without a face', 'a\u3164b', 'a⟨U+3164⟩b'],
  ['tags of another plane', '\u{e0041}', '⟨U+E0041⟩'],
]

for (const [name, text, expected] of tables) test(name, () => assert.equal(visible(text), expected))
