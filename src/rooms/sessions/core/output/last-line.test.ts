import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import { lastLineLimit, lastLineOfScreen, lastSign, newestLine, readTail, tellsByHooks } from './last-line.ts'

const esc = '\u001B'

/** What was written, and the line that is to be told. */
const written: readonly (readonly [what: string, raw: string, line: string | null])[] = [
  ['one line', 'hello\r\n', 'hello'],
  ['the last of several', 'one\r\ntwo\r\nthree\r\n', 'three'],
  ['a line that is not ended yet', 'one\r\ntwo', 'two'],
  ['nothing', '', null],
  ['blank lines after it', 'done\r\n\r\n   \r\n', 'done'],
  ['colours', `${esc}[1;32m✓${esc}[0m 38 tests\r\n`, '✓ 38 tests'],
  ['a line that overwrites itself', '10 %\r50 %\r100 %', '100 %'],
  ['a return that waits for more', 'fetched 3 of 9\r', 'fetched 3 of 9'],
  ['a shorter text over a longer one', 'abcdef\rxy', 'xycdef'],
  ['a shorter text that erases the rest', `abcdef\rxy${esc}[K`, 'xy'],
  ['a line that is erased whole', `spinning${esc}[2K${esc}[1Gdone`, 'done'],
  ['a line that was erased and is empty', `kept\r\ngone${esc}[2K\r`, 'kept'],
  ['backspaces', 'abd\bc', 'abc'],
  ['moves along the line', `a${esc}[3Cb${esc}[2Dc`, 'a cb'],
  ['numbers beyond any line', `a${esc}[99999999999Cb`, 'a'],
  ['tabs', 'a\tb', 'a b'],
  ['titles and links', `${esc}]0;title\u0007${esc}]8;;http://e\u001B\\link${esc}]8;;\u001B\\\r\n`, 'link'],
  ['a title alone', `words\r\n${esc}]0;title\u0007`, 'words'],
  ['a sequence that is cut off', `words${esc}[3`, 'words'],
  ['a rule', 'Results\r\n──────────\r\n', 'Results'],
  ['rules of plain characters', 'Results\r\n=====\r\n-----\r\n***\r\n', 'Results'],
  ['a box', '╭──────╮\r\n│ text │\r\n╰──────╯\r\n', 'text'],
  ['closing brackets', '  "ok": true\r\n }\r\n]\r\n', '"ok": true'],
  ['a bare prompt', 'built\r\n$ ', 'built'],
  ['a prompt with user and place', 'built\r\nme@host:~/work$ ', 'built'],
  ['a prompt in brackets', 'built\r\n[me@host work]$ ', 'built'],
  ['the prompt of sh', 'built\r\nsh-5.2$ ', 'built'],
  ['the prompt of zsh', 'built\r\nhost% ', 'built'],
  ['a prompt with a command', 'built\r\nme@host:~$ npm test', 'me@host:~$ npm test'],
  ['a percentage is no prompt', 'loading\r\n100%', '100%'],
  ['characters that turn text around', 'user\u202Etxt.exe\u2066\u200B!\r\n', 'usertxt.exe!'],
  ['tags and soft hyphens', 'a\u{E0041}\u00ADb', 'ab'],
  ['a tower of marks', `a${'\u0301'.repeat(40)}b`, 'a\u0301\u0301\u0301b'],
  ['separators of other alphabets', 'a\u2028b\u2029c', 'a b c'],
  ['half a character', 'a\uD800b', 'a\uFFFDb'],
  ['right to left', 'שלום עולם\r\n', 'שלום עולם'],
  ['wide characters and emoji', '完了 🎉\r\n', '完了 🎉'],
]

for (const [what, raw, line] of written) {
  test(`the last line of output: ${what}`, () => {
    assert.deepEqual(readTail(raw, { isCut: false }), { isDrawn: false, text: line })
  })
}

test('a long line is cut at the limit, and never within a character', () => {
  const { text } = readTail('x'.repeat(500), { isCut: false })
  assert.equal(text, `${'x'.repeat(lastLineLimit - 1)}…`)
  const emoji = readTail('🎉'.repeat(300), { isCut: false }).text ?? ''
  assert.ok(emoji.length <= lastLineLimit && emoji.isWellFormed(), emoji)
})

test('a line whose beginning is not there is marked, and a whole one after it is not', () => {
  assert.equal(readTail('\uFFFD\uFFFDrest of it', { isCut: true }).text, '…rest of it')
  assert.equal(readTail('rest\r\nwhole\r\n', { isCut: true }).text, 'whole')
  assert.equal(readTail('…40 %\r50 %', { isCut: true }).text, '50 %')
})

const drawing = [
  ['the cursor moved up', `one\r\ntwo\r\n${esc}[2A`],
  ['the cursor placed', `${esc}[12;40Hclock`],
  ['the screen cleared', `${esc}[2Jmenu`],
  ['the second screen', `${esc}[?1049h`],
  ['a scroll region', `${esc}[2;20r`],
  ['the cursor saved', `${esc}7status${esc}8`],
  ['a reverse line feed', `${esc}M`],
] as const

for (const [what, raw] of drawing) {
  test(`a program that draws is seen by ${what}`, () => {
    assert.equal(readTail(raw, { isCut: false }).isDrawn, true)
  })
}

test('what was printed after the last move is still told', () => {
  const raw = `a\r\n${esc}[1Aspinner\r\nall passed\r\n`
  assert.deepEqual(readTail(raw, { isCut: false }), { isDrawn: true, text: 'all passed' })
})

test('hiding the cursor and erasing below it is no drawing', () => {
  assert.equal(readTail(`${esc}[?25l${esc}[Jtext${esc}[?2004h`, { isCut: false }).isDrawn, false)
})

test('the last line of a screen is the last that means something', () => {
  assert.equal(lastLineOfScreen('top\n╭─────╮\n│ Run │\n╰─────╯\n\n❯ \n\n\n'), 'Run')
  assert.equal(lastLineOfScreen('\n\n\n'), null)
})

const at = '2026-11-20T10:00:00.000Z'
const later = '2026-11-20T10:00:05.000Z'
const seen = { text: 'ok 12', from: 'output', at: later } as const

test('the newest of what was said and what was shown is the last line', () => {
  const silent = sampleSession({ last_message: null, last_activity: at })
  assert.equal(newestLine(silent, null), null)
  assert.deepEqual(newestLine(silent, seen), seen)
  const talking = sampleSession({ last_message: 'Bash npm\u202E test', last_activity: at })
  assert.deepEqual(newestLine(talking, seen), seen)
  assert.deepEqual(newestLine(talking, { ...seen, at }), { text: 'Bash npm test', from: 'agent', at })
  assert.equal(newestLine({ ...talking, last_message: '──' }, { ...seen, at })?.text, 'ok 12')
})

test('output is a sign of life', () => {
  const session = sampleSession({ last_activity: at })
  assert.equal(lastSign(session, seen), later)
  assert.equal(lastSign({ ...session, last_activity: '2026-11-20T10:01:00.000Z' }, seen), '2026-11-20T10:01:00.000Z')
  assert.equal(lastSign(session, null), at)
})

test('a client that draws its screen tells by its hooks, Claude Code before the first of them', () => {
  const drawn = { session: null, pid: 7, screen: 'code-agent' }
  const rows: [interactive: boolean, agent: string, draws: boolean, tells: boolean][] = [
    [true, 'code-agent', false, true],
    [false, 'code-agent', false, false],
    [true, 'shell', false, false],
    [false, 'shell', true, true],
  ]
  for (const [interactive, agent_type, draws, tells] of rows) {
    const session = sampleSession({ interactive, agent_type })
    assert.equal(
      tellsByHooks({ session, client: draws ? drawn : null }),
      tells,
      `${agent_type} ${interactive} ${draws}`,
    )
  }
})
