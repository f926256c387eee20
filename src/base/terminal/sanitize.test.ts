import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSanitizer, titleLimit } from './sanitize.ts'

const esc = '\u001B'
const st = `${esc}\\`

function clean(...pieces: readonly string[]): { text: string; title: string | null } {
  const sanitizer = createSanitizer()
  const parts = pieces.map((piece) => sanitizer.feed(piece))
  const title = parts.findLast((part) => part.title !== null)?.title ?? null
  return { text: parts.map(({ text }) => text).join(''), title }
}

const passing: readonly (readonly [string, string])[] = [
  ['plain text with controls', 'a\tb\r\nc\u0007\bd\u000E\u000F'],
  ['other scripts and emoji', 'Grüße 世界 🪐 é'],
  ['colours', `${esc}[1;38;2;255;100;0mred${esc}[38:5:9m${esc}[0m${esc}[m`],
  ['cursor moves', `${esc}[H${esc}[2J${esc}[10;20H${esc}[3A${esc}[K${esc}[?25l${esc}[?25h`],
  ['scroll regions and lines', `${esc}[1;24r${esc}[5L${esc}[2M${esc}[3S${esc}[T${esc}[4P${esc}[2@${esc}[3X`],
  ['modes', `${esc}[?1049h${esc}[?1000;1006h${esc}[?2004h${esc}[?2026h${esc}[4l${esc}[>4;2m`],
  ['cursor shape, soft reset', `${esc}[4 q${esc}[!p${esc}7${esc}8${esc}c`],
  ['character sets', `${esc}(B${esc})0${esc}%G${esc}#8`],
  ['web links', `${esc}]8;id=1;https://example.com/a?b=c#d${st}here${esc}]8;;${st}`],
]

for (const [what, text] of passing) {
  test(`${what} pass as they are`, () => assert.equal(clean(text).text, text))
}

const dropped: readonly (readonly [string, string])[] = [
  ['clipboard by BEL', `${esc}]52;c;aGk=\u0007`],
  ['clipboard by ST', `${esc}]52;c;aGk=${st}`],
  ['clipboard by C1', '\u009D52;c;aGk=\u009C'],
  ['clipboard query', `${esc}]52;c;?${st}`],
  ['colour queries', `${esc}]4;1;?${st}${esc}]10;?\u0007${esc}]11;?${st}${esc}]12;?${st}`],
  ['colour changes', `${esc}]4;1;rgb:00/00/00${st}${esc}]104${st}`],
  ['working directory, notifications, files', `${esc}]7;file://x/${st}${esc}]9;hi${st}${esc}]1337;File=:AAAA${st}`],
  ['icon name', `${esc}]1;icon${st}`],
  ['an OSC without a number', `${esc}]l;x${st}`],
  ['device attributes', `${esc}[c${esc}[0c${esc}[>c${esc}[>0c${esc}[=c${esc}Z\u009Bc`],
  ['status reports', `${esc}[5n${esc}[6n${esc}[?6n${esc}[?996n${esc}[>1n`],
  ['terminal parameters', `${esc}[x${esc}[1x`],
  ['window reports and changes', `${esc}[14t${esc}[18t${esc}[21t${esc}[3;0;0t${esc}[22;0t`],
  ['mode queries', `${esc}[?2026$p${esc}[4$p`],
  ['version query', `${esc}[>q${esc}[>0q`],
  ['keyboard queries', `${esc}[?u${esc}[?4m${esc}[>1u`],
  ['modes that make it report', `${esc}[?2031h${esc}[?25;2048h${esc}[?09001h`],
  ['checksum and rectangle requests', `${esc}[1;1;1;1;1;1*y${esc}[1$w`],
  ['printing', `${esc}[5i${esc}[?5i`],
  ['setting requests (DCS)', `${esc}P$qm${st}${esc}P+q544e${st}\u0090$qr\u009C`],
  ['sixel, APC, PM, SOS', `${esc}Pq#0~${st}${esc}_Gi=1${st}${esc}^pm${st}${esc}Xsos${st}\u009Fapc\u009C`],
  ['enquiry and 8-bit answers', `\u0005${esc} G`],
  ['numbers that only cost time', `${esc}[99999999L${esc}[123456S${esc}[100000b`],
  ['other C1 controls', '\u0085\u0084\u009C'],
  ['sequences that are cut off', `${esc}[12\u0018${esc}]52;c;x\u001A${esc}P1\u0018`],
  ['an overlong control', `${esc}[${'1;'.repeat(5000)}m`],
  ['an overlong OSC', `${esc}]8;;https://${'a'.repeat(9000)}${st}`],
]

for (const [what, text] of dropped) {
  test(`dropped: ${what}`, () => assert.equal(clean(`<${text}>`).text, '<>'))
}

test('a sequence that ends in ~ goes as a whole', () => {
  assert.equal(clean(`a${esc}[3~b${esc}~c`).text, `ab${esc}~c`)
})

test('a link may be as long as browsers take it, and a title as long as a sequence is looked at', () => {
  const linkTo = (length: number) => `${esc}]8;;${'https://example.com/'.padEnd(length, 'a')}${st}`
  assert.equal(clean(linkTo(2048)).text, linkTo(2048))
  assert.equal(clean(linkTo(2049)).text, `${esc}]8;;${st}`)
  const titleOf = (length: number) => clean(`${esc}]${'2;'.padEnd(length, 't')}${st}`).title
  assert.deepEqual([titleOf(4096), titleOf(4097)], ['t'.repeat(titleLimit), null])
})

test('a control may have 256 characters of parameters, and is dropped with more', () => {
  const colours = `${esc}[${'1;'.repeat(128)}m`
  assert.equal(clean(colours).text, colours)
  assert.equal(clean(`${esc}[${'1;'.repeat(128)}1m`).text, '')
})

test('a link has at most 256 characters of parameters, and an escape at most two before its last', () => {
  const linkWith = (length: number) => `${esc}]8;${'a'.repeat(length)};https://example.com/${st}`
  assert.equal(clean(linkWith(256)).text, linkWith(256))
  assert.equal(clean(linkWith(257)).text, `${esc}]8;;${st}`)
  assert.equal(clean(`${esc}   Fx`).text, 'Fx')
  assert.equal(clean(`${esc}((Bx`).text, 'x')
})

test('of numbers four digits pass, since more only make a terminal count in circles', () => {
  assert.equal(clean(`${esc}[9999A`).text, `${esc}[9999A`)
  assert.equal(clean(`${esc}[10000A`).text, '')
})

test('a title keeps no controls and no half characters', () => {
  assert.equal(clean(`${esc}]2;a\tb\u007F${st}`).title, 'ab')
  assert.equal(clean(`${esc}]2;${'x'.repeat(199)}🪐${st}`).title, `${'x'.repeat(199)}\uFFFD`)
})

const refusedLinks = [
  'javascript:alert(1)',
  'file:///etc/passwd',
  'data:text/html,x',
  'ssh://host',
  'https://',
  ' https://x',
  'https://a b',
  'https://ü',
]

test('a link to anything but the web is no link, and ends the one before', () => {
  for (const address of refusedLinks) {
    assert.equal(clean(`${esc}]8;;${address}${st}x`).text, `${esc}]8;;${st}x`, address)
  }
})

test('a title is told apart and cut, and does not reach the emulator', () => {
  assert.deepEqual(clean(`a${esc}]2;hello\u0007b`), { text: 'ab', title: 'hello' })
  assert.deepEqual(clean(`${esc}]0;${'x'.repeat(900)}${st}`), { text: '', title: 'x'.repeat(titleLimit) })
})

test('a sequence that another one breaks off is dropped, and the other is judged by itself', () => {
  assert.equal(clean(`${esc}[12${esc}[1mb`).text, `${esc}[1mb`)
  assert.equal(clean(`${esc}]52;c;aa${esc}[1mb`).text, `${esc}[1mb`)
  assert.equal(clean(`${esc}Pabc${esc}[1mb`).text, `${esc}[1mb`)
  assert.equal(clean(`${esc}]52;c;aa\u009B1mb`).text, `${esc}[1mb`)
  assert.equal(clean(`${esc}[1\u4E16x`).text, '\u4E16x')
  assert.equal(clean(`${esc}[1\nmx`).text, `\n${esc}[1mx`)
})

const fragments = fc.constantFrom(
  ...[...passing, ...dropped].map(([, text]) => text),
  esc,
  '[',
  ']',
  'P',
  '\\',
  '\u009B',
  '\u009D',
  '\u009C',
  '\u0090',
  '?',
  '>',
  ';',
  '52',
  '8;;https://x',
  'c',
  'n',
  '6',
  'm',
  '\u0007',
  '\u0018',
  'x',
  '世',
)
const streams = fc.array(fc.oneof(fragments, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 40 })

test('wherever the stream is cut, the same comes out', () => {
  fc.assert(
    fc.property(streams, fc.integer({ min: 1, max: 7 }), (parts, size) => {
      const whole = parts.join('')
      const pieces = whole.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
      assert.deepEqual(clean(...pieces), clean(whole))
    }),
    { numRuns: 500 },
  )
})

test('what came out once comes out again unchanged', () => {
  fc.assert(
    fc.property(streams, (parts) => {
      const { text } = clean(parts.join(''))
      assert.equal(clean(text).text, text)
    }),
    { numRuns: 500 },
  )
})

/** An independent reading: every sequence of the output, by its introducer. */
const outputSequences = new RegExp(
  String.raw`${esc}(?:\[[^@-~]*[@-~]|\][^${esc}]*${esc}\\|[ -/]*[^[\]])`.replaceAll(esc, String.raw`\u001B`),
  'g',
)
const asks = new RegExp(
  [
    String.raw`[\u0005\u0080-\u009F]`,
    String.raw`\u001B[PX^_Z]`,
    String.raw`\u001B\](?!8;)`,
    String.raw`\u001B\[[^@-~]*[cnxtyi]`,
    String.raw`\u001B\[[?>]?[\d;]*\$`,
    String.raw`\u001B\[>[\d;]*q`,
    String.raw`\u001B\[\?[\d;]*[um]`,
  ].join('|'),
)

test('nothing that comes out asks, hides or stands unfinished', () => {
  fc.assert(
    fc.property(streams, (parts) => {
      const { text } = clean(parts.join(''))
      assert.doesNotMatch(text, asks)
      assert.ok(!text.replaceAll(outputSequences, '').includes(esc))
    }),
    { numRuns: 500 },
  )
})

test('a sequence that never ends takes no more room than its limit, and text after it is text', () => {
  const sanitizer = createSanitizer()
  for (let round = 0; round < 1000; round++) assert.equal(sanitizer.feed(`${esc}]52;${'a'.repeat(1000)}`).text, '')
  assert.equal(sanitizer.feed(`${st}after`).text, 'after')
})
