// Where the focus goes on the board, over a page that draws the cards that the test names.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { createBoardIndex } from '../places/board-index.ts'
import { cardInColumn, cardInNextColumn, focusCard, focusedCard, keepFocus, nextInNeed } from './card-focus.ts'
import { registerRevealer } from './revealers.ts'
import { job, testKinds } from './kinds.testkit.ts'

/** A page with some cards drawn; one of them may have the focus, or its panel open. */
const page = {
  drawn: new Set<string>(),
  focused: null as string | null,
  isByKeys: true,
  opened: null as string | null,
  frames: [] as (() => void)[],
  scrolled: [] as string[],
}

const card = (key: string) => ({
  getAttribute: () => key,
  scrollIntoView: () => void page.scrolled.push(key),
  querySelector: () => ({ focus: () => (page.focused = key) }),
})

function find(selector: string) {
  if (selector === '[data-card][aria-current]') return page.opened === null ? null : card(page.opened)
  const [first] = page.drawn
  if (selector === '[data-card]') return first === undefined ? null : card(first)
  const key = /"(.+)"/.exec(selector)?.[1] ?? ''
  return page.drawn.has(key) ? card(key) : null
}

Object.assign(globalThis, {
  CSS: { escape: (text: string) => text },
  requestAnimationFrame: (frame: () => void) => void page.frames.push(frame),
  document: {
    querySelector: find,
    get activeElement() {
      const { focused, isByKeys } = page
      return focused === null ? null : { closest: () => card(focused), matches: () => isByKeys }
    },
  },
})

const { kinds, put } = testKinds()
put(job('a', { state: 'idle' }), job('b', { state: 'running' }), job('c', { state: 'waits' }))
put(job('d', { state: 'waits', sinceMs: 5 }))
const index = createBoardIndex(kinds)

beforeEach(() => {
  page.drawn = new Set(['a', 'b', 'c', 'd'])
  Object.assign(page, { focused: null, isByKeys: true, opened: null, frames: [], scrolled: [] })
})

const runFrame = () => page.frames.splice(0).forEach((frame) => frame())

test('the card at hand is the focused one, else the one whose panel is open', () => {
  assert.equal(focusedCard(), null)
  page.opened = 'c'
  assert.equal(focusedCard(), 'c')
  page.focused = 'b'
  assert.equal(focusedCard(), 'b')
})

test('steps begin at the first card that is drawn, and end at the end of a column', () => {
  assert.deepEqual([cardInColumn(index, 1), cardInNextColumn(index, -1)], ['a', 'a'])
  page.focused = index.columns.review.get()[0] ?? ''
  assert.deepEqual([cardInColumn(index, 1), cardInColumn(index, -1)], [index.columns.review.get()[1], null])
  assert.deepEqual([cardInNextColumn(index, -1), cardInNextColumn(index, 1)], ['b', null])
  assert.equal(nextInNeed(['x', page.focused, 'y']), 'y')
})

test('a card that is not drawn is scrolled to, and takes the focus once it is', () => {
  const revealed: string[] = []
  const stop = registerRevealer((key) => revealed.push(key))
  page.drawn.delete('b')
  focusCard(index, 'b')
  runFrame()
  page.drawn.add('b')
  runFrame()
  assert.deepEqual([revealed, page.focused, page.scrolled], [['b'], 'b', ['b']])
  focusCard(index, 'b')
  stop()
  assert.equal(revealed.length, 1)
})

test('a card that is nowhere is waited for a while and no longer', () => {
  page.drawn.clear()
  focusCard(index, 'gone')
  let frames = 0
  for (; page.frames.length > 0 && frames < 1000; frames += 1) runFrame()
  assert.deepEqual([page.focused, frames < 100], [null, true])
})

test('the focus goes along with a card that moves under the keyboard, and with no other', () => {
  const moves = [{ id: 'b', from: 'active', to: 'review' }] as const
  page.focused = 'a'
  keepFocus(index, moves)
  page.focused = 'b'
  page.isByKeys = false
  keepFocus(index, moves)
  assert.equal(page.frames.length, 0)
  page.isByKeys = true
  keepFocus(index, moves)
  page.focused = null
  runFrame()
  assert.equal(page.focused, 'b')
})
