import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOutputBook, mostLines, skipMark } from './output-book.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('frames in order become lines, a line may come in parts', () => {
  const book = createOutputBook(0)
  assert.equal(book.append(0, 'one\ntw'), 'taken')
  assert.equal(book.append(6, 'o\n'), 'taken')
  assert.deepEqual([book.lines, book.to], [['one', 'two', ''], 8])
})

test('what came twice is taken once, and a gap is told and changes nothing', () => {
  const book = createOutputBook(0)
  book.append(0, 'héllo\n')
  assert.equal(book.append(0, 'héllo\n'), 'known')
  assert.equal(book.append(3, 'llo\nworld\n'), 'taken')
  assert.equal(book.append(99, 'later'), 'gap')
  assert.deepEqual([book.lines, book.to], [['héllo', 'world', ''], 13])
})

test('an output cut anywhere in its bytes and joined again is the same output', () => {
  const text = 'ä🚀 first\nsecond ✓\n🦞\n'
  const whole = bytes(text)
  for (let cut = 0; cut <= whole.length; cut += 1) {
    const book = createOutputBook(0)
    book.appendBytes(0, whole.subarray(0, cut))
    book.appendBytes(book.to, whole.subarray(book.to))
    assert.deepEqual([book.lines.join('\n'), book.to], [text, whole.length], `cut at ${cut}`)
  }
})

test('a book that begins at the tail takes what lies before it, wherever the cut is', () => {
  const text = 'ä🚀 first\nsecond ✓\n🦞\n'
  const whole = bytes(text)
  for (let cut = 0; cut < whole.length; cut += 1) {
    const book = createOutputBook(cut)
    book.appendBytes(cut, whole.subarray(cut))
    book.append(whole.length, 'end')
    book.prependBytes(0, whole.subarray(0, book.from))
    assert.deepEqual([book.lines.join('\n'), book.from], [`${text}end`, 0], `cut at ${cut}`)
  }
})

test('bytes that were not kept have a line that says how many, ahead and before', () => {
  const book = createOutputBook(0)
  book.append(0, 'one\ntw')
  book.skipTo(1000)
  assert.equal(book.append(1000, 'o\n'), 'taken')
  assert.deepEqual([book.lines, book.to], [['one', 'tw', `${skipMark}993`, 'o', ''], 1002])
  const tail = createOutputBook(500)
  tail.appendBytes(500, bytes('tail\n'))
  tail.prependBytes(0, bytes('head\n'))
  assert.deepEqual([tail.lines, tail.from], [['head', '', `${skipMark}494`, 'tail', ''], 0])
})

test('an output without end keeps its last lines and knows where they begin', () => {
  const book = createOutputBook(0)
  const part = 'é\n'.repeat(50_000)
  for (let count = 0; count < 4; count += 1) book.append(book.to, part)
  assert.ok(book.lines.length >= mostLines && book.lines.length <= mostLines * 1.25)
  assert.equal(book.to - book.from, (book.lines.length - 1) * 3)
})
