import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSanitizer } from '#base/terminal/sanitize.ts'
import { createPartsReader } from '#platform/web/api/parts-reader.ts'
import type { StreamPart } from '../contract.ts'
import { createCleaner } from './clean-output.ts'
import { streamAs } from './stream-forms.ts'

const esc = '\u001B'
const pieces = fc.oneof(
  fc
    .constantFrom(
      'plain words\r\n',
      'Grüße 世界 🪐 "quoted" \\ \u007F',
      `${esc}[1;38;2;255;100;0mred${esc}[0m${esc}(B${esc}[m`,
      `${esc}[?1049h${esc}[?25;2048h${esc}[?2026$p${esc}[6n`,
      `${esc}]52;c;c2VjcmV0\u0007${esc}]8;;https://example.com${esc}\\link`,
      `${esc}]2;title\u0007`,
      `${esc}[${'1;'.repeat(128)}m${esc}[${'1;'.repeat(200)}m`,
      `${esc}[99999A${esc}[1`,
      `${esc}P+q544e${esc}\\`,
      '\u0005\u009B1mx\u0090q\u009C\u0085',
      esc,
    )
    .map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
  // Letters that are cut, or are none.
  fc.constantFrom([0xc2], [0xc2, 0x9b], [0xe2, 0x9c], [0xf0, 0x9f], [0xf0, 0x80], [0xff], [0x9b]).map(Buffer.from),
)
const outputs = fc.array(pieces, { maxLength: 30 }).map((parts) => Buffer.concat([...parts, Buffer.from('.')]))

function cut(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
}

test('wherever output is cut, what comes out is what the sanitizer lets through of its letters', () => {
  fc.assert(
    fc.property(outputs, fc.integer({ min: 1, max: 40 }), (bytes, size) => {
      const wanted = createSanitizer().feed(bytes.toString('utf8')).text
      const clean = createCleaner()
      assert.equal(Buffer.concat(cut(bytes, size).map(clean)).toString('utf8'), wanted)
      assert.equal(createCleaner()(bytes).toString('utf8'), wanted)
    }),
    { numRuns: 500 },
  )
})

test('each part is of whole letters, so that it is text by itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.integer({ min: 1, max: 5 }), (text, size) => {
      const clean = createCleaner()
      const parts = cut(Buffer.from(text), size).map((part) => clean(part).toString('utf8'))
      assert.equal(parts.join(''), createSanitizer().feed(text).text)
    }),
  )
})

const session = { title: 'x', createdAt: '2026-11-23T08:00:00.000Z', command: null, deviceId: null }
const at = session.createdAt

test('a line of JSON is as JSON has it, and a part has the same bytes behind its line', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 40 }), async (text) => {
      const told = async function* () {
        yield { seq: 1, at, kind: 'stdout' as const, data: Buffer.from(text) }
        yield null
        yield { seq: 2, at, kind: 'gap' as const, bytes: null, reason: 'no longer kept — “gone”' }
      }
      const gap = JSON.stringify({ seq: 2, at, kind: 'gap', bytes: null, reason: 'no longer kept — “gone”' })
      const whole = async (form: 'ndjson' | 'parts') => {
        const parts: Buffer[] = []
        for await (const part of streamAs(form, told(), session)) parts.push(part)
        return Buffer.concat(parts)
      }
      const line = JSON.stringify({ seq: 1, at, kind: 'stdout', data: Buffer.from(text).toString('utf8') })
      assert.equal((await whole('ndjson')).toString('utf8'), `${line}\n\n${gap}\n`)
      const read = createPartsReader<StreamPart>((each) => ('length' in each ? each.length : 0))
      const [output, other] = read(await whole('parts'))
      assert.deepEqual(Buffer.from(output?.bytes ?? []), Buffer.from(text))
      assert.deepEqual(other?.line, JSON.parse(gap))
    }),
  )
})
