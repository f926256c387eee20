import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outputTailLimit } from '#rooms/flow/contract.ts'
import { run } from '../mirror.testkit.ts'
import { execTail, utf8Bytes } from './output-tail.ts'

test('bytes are counted as UTF-8 has them, at the edges of each length', () => {
  const edges = ['\u0000', '\u007F', '\u0080', '\u07FF', '\u0800', '\uFFFF', '\u{10000}', '🦞', 'naïve – 🦞']
  for (const text of edges) assert.equal(utf8Bytes(text), Buffer.byteLength(text), JSON.stringify(text))
})

test('a summary is cut so that the facts below it stay, and one that just fits is not', () => {
  const facts = execTail(run({ summary: null, error: null }))
  const room = outputTailLimit - facts.length - 2
  const fits = 'x'.repeat(room)
  assert.equal(execTail(run({ summary: fits })), `${fits}\n\n${facts}`)
  const cut = execTail(run({ summary: `${fits}y` }))
  assert.equal(cut, `${fits.slice(0, -1)}…\n\n${facts}`)
  assert.equal(cut.length, outputTailLimit)
})
