import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownLine } from './shown-line.ts'

const esc = '\u001B'

/** What was written, and the line as the terminal shows it. */
const lines: readonly (readonly [what: string, raw: string, shown: string])[] = [
  ['plain text', 'hello', 'hello'],
  ['an erasure up to the cursor takes the character under it, and no other', `abcdef${esc}[3D${esc}[1K`, '    ef'],
  ['an erasure up to the cursor at the first column takes the first character', `abc\r${esc}[1K`, ' bc'],
  ['an erasure to the end keeps what stands before the cursor', `abcdef${esc}[3D${esc}[K`, 'abc'],
  ['an erasure to the end behind the line adds nothing', `ab${esc}[3C${esc}[K`, 'ab'],
  ['an erasure of the whole line leaves the cursor where it was', `abc${esc}[2Kd`, '   d'],
  ['a move to a column counts from one', `abcdef${esc}[3Gx`, 'abxdef'],
  ['a move to no column goes to the first', `abc${esc}[Gx`, 'xbc'],
  ['a move without a number goes by one', `ab${esc}[Cc${esc}[D${esc}[Dx`, 'abxc'],
  ['a move back stops at the first column', `ab${esc}[9Dx`, 'xb'],
  ['a tab goes to the next eighth column', 'a\tb\tc', 'a       b       c'],
  ['backspaces stop at the first column', 'a\b\b\bx', 'x'],
]

for (const [what, raw, shown] of lines) {
  test(`a line of a terminal: ${what}`, () => assert.equal(shownLine(raw), shown))
}
