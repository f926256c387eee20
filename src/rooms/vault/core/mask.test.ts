// Values are found and hidden however they were written and cut.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskEnd, maskPart, needlesOf, nothingSeen, type Needles } from './mask.ts'

const value = 'sk-ant-api03-Zq9/planted+value=='
const needles = needlesOf([value])
const stars = '*'.repeat(value.length)

const maskText = (of: Needles, text: string): string => streamed([text], of)

function streamed(parts: readonly string[], of = needles): string {
  let state = nothingSeen
  let all = ''
  for (const part of parts) {
    const { out, state: next } = maskPart(of, state, part)
    all += out
    state = next
  }
  return all + maskEnd(state)
}

test('a whole text loses the value and nothing else', () => {
  assert.equal(maskText(needles, `key ${value}, twice ${value}.`), `key ${stars}, twice ${stars}.`)
  assert.equal(maskText(needles, 'sk-ant-api03-another'), 'sk-ant-api03-another')
  assert.equal(maskText(needles, ''), '')
})

test('lines, colours and control characters within the value hide nothing from us', () => {
  const broken = `${value.slice(0, 10)}\r\n\u001B[31m${value.slice(10, 20)}\u001B[0m\u001B]0;title\u0007${value.slice(20)}`
  const shown = maskText(needles, `a${broken}b`)
  assert.ok(!shown.includes('Zq9') && !shown.includes('planted'), shown)
  assert.equal(shown.replaceAll(/[^*]/g, ''), stars)
  assert.ok(shown.includes('\u001B[31m') && shown.startsWith('a') && shown.endsWith('b'))
})

test('wherever a stream is cut in two, and cut into single characters, no more than three characters of the value show', () => {
  const text = `before ${value} after\n`
  for (let cut = 0; cut <= text.length; cut++) {
    const shown = streamed([text.slice(0, cut), text.slice(cut)])
    assert.equal(shown.length, text.length, String(cut))
    assert.ok(!shown.includes(value.slice(3, 8)), shown)
    assert.ok(shown.startsWith('before ') && shown.endsWith(' after\n'), shown)
  }
  const single = streamed(text.split(''))
  assert.ok(!single.includes(value.slice(3, 8)) && single.startsWith('before sk-*'), single)
})

test('what only begins like a value comes through once it is known to be none', () => {
  assert.equal(streamed([`a ${value.slice(0, 9)}`, 'not the value\n']), `a ${value.slice(0, 9)}not the value\n`)
  assert.equal(streamed([`a ${value.slice(0, 9)}`]), 'a *********', 'at the end nobody knows')
  const twice = [value.slice(0, 5), value.slice(0, 5), value]
  assert.equal(streamed(twice), twice.slice(0, 2).join('') + stars)
})

test('what a person types is not held up', () => {
  let state = nothingSeen
  for (const key of 'sk-') {
    const { out, state: next } = maskPart(needles, state, key)
    assert.equal(out, key)
    state = next
  }
})

test('a value that repeats itself is hidden whole', () => {
  const repeating = needlesOf(['abcdabcd'])
  assert.equal(streamed(['abcdabcd', 'xyz'], repeating), '********xyz')
  assert.equal(streamed(['ab', 'cdab', 'cd', ' end'], repeating).slice(3), '***** end')
})

test('the writings of tools are values, too', () => {
  const odd = 'line one of a key\n"quoted" & more of it'
  const of = needlesOf([odd])
  for (const written of [JSON.stringify(odd), encodeURIComponent(odd), odd.split('\n')[1] ?? '', odd])
    assert.ok(!maskText(of, written).includes('more'), written)
})

test('random cuts of random texts never show a value', () => {
  // A small generator of our own: the same numbers in each run.
  let seed = 7
  const random = (below: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below
  for (let round = 0; round < 500; round++) {
    const text = Array.from(
      { length: 6 },
      () => [value, value.slice(0, random(value.length)), ' x', '\u001B[1m\r\n'][random(4)],
    ).join('')
    const parts: string[] = []
    for (let from = 0; from < text.length;) {
      const length = 1 + random(20)
      parts.push(text.slice(from, from + length))
      from += length
    }
    const shown = streamed(parts)
    const seen = shown.replaceAll('\u001B[1m', '').replaceAll('\r\n', '')
    assert.ok(!seen.includes(value), JSON.stringify(parts))
    assert.equal(shown.length, text.length)
  }
})

test('a flood of movements behind the beginning of a value is not kept for ever', () => {
  const flood = '\u001B[1;1H'.repeat(20_000)
  const { out, state } = maskPart(needles, nothingSeen, value.slice(0, 10) + flood)
  assert.equal(state.held, '')
  assert.ok(out.startsWith('*'.repeat(10)))
})
