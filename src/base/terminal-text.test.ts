import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printable } from './printable.ts'
import { shortSpan } from './short-span.ts'
import { terminalText } from './terminal-text.ts'

const cases = [
  ['colours', 'a \u001B[1;31mred\u001B[0m b', 'a \u001B[1;31mred\u001B[0m b', 'a red b'],
  ['colours in eight bits', '\u009B32mok', '\u001B[32mok', 'ok'],
  ['cursor moves and erasing', 'a\u001B[2J\u001B[10;5Hb\u001B[?25lc', 'abc', 'abc'],
  ['the clipboard (OSC 52)', 'a\u001B]52;c;c2VjcmV0\u0007b', 'ab', 'ab'],
  ['titles and links', '\u001B]0;title\u001B\\x\u001B]8;;http://e\u001B\\y\u001B]8;;\u001B\\', 'xy', 'xy'],
  ['questions that answer back', 'a\u001B[c\u001B[6n\u001BP$q"p\u001B\\b\u001B[>0q', 'ab', 'ab'],
  ['an open string, to the end of its line only', 'a\u001B]0;never closed\nnext', 'a\nnext', 'a\nnext'],
  ['a sequence that is cut off', 'a\u001B[31', 'a', 'a'],
  ['other escapes', '\u001B(Ba\u001B=\u001BMb\u001B7', 'ab', 'ab'],
  ['line ends of a terminal', 'one\r\ntwo\r\n', 'one\ntwo\n', 'one\ntwo\n'],
  ['a line that overwrote itself', '10 %\r50 %\r100 %\ndone', '100 %\ndone', '100 %\ndone'],
  ['tabs, but no bells and backspaces', 'a\tb\u0007\u0008\u0000c', 'a\tbc', 'a\tbc'],
  ['a forged mark', '\uE00031\uE001x', '31x', '31x'],
] as const

for (const [what, raw, coloured, plain] of cases) {
  test(`terminal text: ${what}`, () => {
    assert.equal(terminalText(raw, { keepColour: true }), coloured)
    assert.equal(terminalText(raw, { keepColour: false }), plain)
  })
}

test('a line of megabytes takes no longer than many short ones', () => {
  const line = 'x'.repeat(4 * 1024 * 1024)
  assert.equal(terminalText(line, { keepColour: false }).length, line.length)
  assert.equal(terminalText(`${line}\rdone\r\nnext\r`, { keepColour: false }), 'done\n')
})

test('a line of strangers stays one line without sequences', () => {
  assert.equal(printable('a\nb\u001B[31mc\u009B'), 'a b [31mc ')
})

test('spans are told in their largest unit', () => {
  const spans = [-5, 0, 8999, 60_000, 3_599_999, 3_600_000, 86_399_999, 86_400_000 * 12].map(shortSpan)
  assert.deepEqual(spans, ['0s', '0s', '8s', '1m', '59m', '1h', '23h', '12d'])
})
