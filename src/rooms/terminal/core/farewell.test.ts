import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFarewellCutter } from './farewell.ts'

const farewell = '\u001B[1;24r\u001B(B\u001B[m\u001B[?1l\u001B>\u001B[H\u001B[2J\u001B[?12l\u001B[?1049l[exited]\r\n'

test('wherever the stream is cut, all before the farewell is shown and nothing of it', () => {
  const whole = `bye\r\n${farewell}`
  for (let size = 1; size <= whole.length; size++) {
    const cutter = createFarewellCutter()
    const shown = (whole.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []).map((piece) => cutter.feed(piece))
    assert.equal(shown.join('') + cutter.flush(), 'bye\r\n', String(size))
  }
})

test('what only looks like the beginning of one comes with the next piece, or when nothing follows', () => {
  const cutter = createFarewellCutter()
  assert.equal(cutter.feed('a\u001B[1;24r'), 'a')
  assert.equal(cutter.feed('\u001B[5;1Hb'), '\u001B[1;24r\u001B[5;1Hb')
  assert.equal(cutter.feed('c\u001B[1;24r\u001B(B\u001B[m'), 'c')
  assert.equal(cutter.flush(), '\u001B[1;24r\u001B(B\u001B[m')
  assert.equal(cutter.flush(), '')
})

test('colours and cursor moves are not held back', () => {
  const cutter = createFarewellCutter()
  for (const text of ['\u001B[31m', 'x\u001B[H\u001B[2J', '\u001B(B\u001B[m', '\u001B[1;1H']) {
    assert.equal(cutter.feed(text), text)
  }
})
