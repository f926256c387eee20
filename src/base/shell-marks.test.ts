import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSanitizer } from './terminal/sanitize.ts'
import { longestMark, readShellMarks, type ShellMarkSeen } from './shell-marks.ts'

const nonce = 'n0nce'
const head = `o=${nonce};n=7;t=1700000000123`
const began = `\u001B]133;C;${head};c=echo %25 %0A ä;c=2\u0007`
const moved = `\u001B]7;file://host/p/a%20b#${nonce}\u0007`
const ended = `\u001B]133;D;130;${head};e=+FOO,-BAR,+no name,x\u001B\\`
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

function readIn(text: string, cuts: readonly number[] = []): ShellMarkSeen[] {
  const all = bytes(text)
  const ends = [...new Set(cuts.map((cut) => cut % (all.length + 1)))].toSorted((one, other) => one - other)
  const reader = readShellMarks(nonce)
  return [0, ...ends].flatMap((start, index) => reader.feed(all.subarray(start, ends[index] ?? all.length)))
}

test('a command is told where it begins and where it ends, with its code, directory and variables', () => {
  assert.deepEqual(readIn(`$ ${moved}${began}out${ended}`), [
    {
      mark: 'began',
      number: 7,
      atMs: 1_700_000_000_123,
      command: 'echo % \n ä;c=2',
      isCut: false,
      directory: '/p/a b',
    },
    {
      mark: 'ended',
      number: 7,
      atMs: 1_700_000_000_123,
      exitCode: 130,
      directory: '/p/a b',
      env: [
        { name: 'FOO', change: 'set' },
        { name: 'BAR', change: 'unset' },
      ],
    },
  ])
})

const forged: readonly (readonly [string, string])[] = [
  ['no nonce', '\u001B]133;D;0\u0007'],
  ['another nonce', began.replace(nonce, 'other')],
  ['a nonce inside of the command', '\u001B]133;C;n=1;t=1;c=o=n0nce\u0007'],
  ['a nonce that is longer', began.replace(nonce, `${nonce}x`)],
  ['no number', `\u001B]133;D;0;o=${nonce};t=1\u0007`],
  ['a code that is none', `\u001B]133;D;-1;${head}\u0007`],
  ['a mark that is cancelled', began.replace('\u0007', '\u0018')],
  ['one that is longer than any', `\u001B]133;C;${head};c=${'x'.repeat(longestMark)}\u0007`],
  ['one inside of a string for somebody else', `\u001BP${began.replaceAll('\u001B', '')}\u001B\\`],
  ['another letter', `\u001B]133;A;${head}\u0007`],
]
for (const [what, text] of forged) test(`no mark: ${what}`, () => assert.deepEqual(readIn(text), []))

test('a directory without the nonce, or that is no text, is not told', () => {
  assert.equal(readIn(`\u001B]7;file://h/evil\u0007${ended}`)[0]?.directory, null)
  assert.equal(readIn(`${moved}\u001B]7;file://h/%FF#${nonce}\u0007${ended}`)[0]?.directory, null)
})

/** What draws, asks, nests and breaks off. */
const piece = fc.oneof(
  fc.constantFrom(
    began,
    ended,
    moved,
    '\u001B',
    '\u001B]',
    '\u001B]133;',
    '\u0007',
    '\u001B\\',
    '\u001BP',
    '\u009D',
    '\u0018',
  ),
  fc.string({ unit: 'binary' }),
  fc.constant(`\u001B]8;;${'y'.repeat(300)}`),
)

test('wherever output is cut, the same marks are seen, nothing grows, and nothing of a mark is shown', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.array(fc.nat(), { maxLength: 20 }), (pieces, cuts) => {
      const text = pieces.join('')
      assert.deepEqual(readIn(text, cuts), readIn(text))
      const sanitizer = createSanitizer()
      assert.ok(!sanitizer.feed(`\u001B\\${text}\u0007`).text.includes('\u001B]133'))
    }),
  )
  const reader = readShellMarks(nonce)
  reader.feed(bytes(`\u001B]133;C;${'z'.repeat(5 * longestMark)}`))
  assert.ok(reader.heldBytes <= longestMark)
  assert.equal(reader.feed(bytes(`\u0007${ended}`)).length, 1, 'and what follows is seen')
})
