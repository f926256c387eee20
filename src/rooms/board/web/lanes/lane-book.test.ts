import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LaneInput } from '../../core/lane-layout.ts'
import { LaneBook } from './lane-book.ts'

const head = 36

/** Two lanes of one column; cards are 100 high until `heights` says otherwise. */
function setUp() {
  const heights = new Map<string, number>()
  const asked: string[] = []
  const book = new LaneBook((key) => {
    asked.push(key)
    return heights.get(key) ?? 100
  })
  const [first, second] = [['a', 'b'], ['c']] as const
  const lanes: LaneInput[] = [
    { id: 'one', isOpen: true, cells: [first, []] },
    { id: 'two', isOpen: true, cells: [second] },
  ]
  return { heights, asked, book, lanes, layOut: (given = lanes) => book.layOut(given, head) }
}

test('cards stand under each other with a gap round each, and an empty cell keeps room for a drop', () => {
  const { layOut } = setUp()
  const { lanes, height } = layOut()
  assert.deepEqual(
    lanes.map(({ top, height: own }) => [top, own]),
    [
      [0, 260],
      [260, 152],
    ],
  )
  assert.deepEqual(
    lanes[0]?.cells.map(({ tops, height: own }) => [tops, own]),
    [
      [[8, 116], 224],
      [[], 44],
    ],
  )
  assert.equal(height, 412)
})

test('only a cell with other cards is laid out anew, and of it the cards that came', () => {
  const { asked, lanes, layOut } = setUp()
  const before = layOut()
  asked.length = 0
  const after = layOut([{ id: 'one', isOpen: true, cells: [['a', 'd', 'b'], []] }, ...lanes.slice(1)])
  assert.deepEqual(asked, ['d'])
  assert.deepEqual(after.lanes[0]?.cells[0]?.tops, [8, 116, 224])
  assert.equal(after.lanes[1]?.cells[0], before.lanes[1]?.cells[0])
  assert.equal(after.lanes[1]?.top, 368)
})

test('a lane that nothing happened to is the same value, so that it is not drawn again', () => {
  const { lanes, layOut } = setUp()
  const before = layOut()
  const [one, two] = lanes
  const after = layOut([
    ...(one === undefined ? [] : [{ ...one, cells: [['a', 'z'], []] }]),
    ...(two === undefined ? [] : [two]),
  ])
  assert.notEqual(after.lanes[0], before.lanes[0])
  assert.equal(after.lanes[1], before.lanes[1])
  assert.notEqual(layOut(lanes.slice(1)).lanes[0], before.lanes[1], 'it stands higher now')
})

test('a size as it was placed by changes nothing, another one lays its cell out anew and no other', () => {
  const { asked, book, heights, layOut } = setUp()
  const layout = layOut()
  const reading = { layout, head, scrolled: 0 }
  assert.equal(book.takeSizes([{ key: 'a', height: 100 }], reading), false)
  assert.equal(book.takeSizes([], reading), false)
  heights.set('b', 130)
  asked.length = 0
  assert.equal(
    book.takeSizes(
      [
        { key: 'a', height: 100 },
        { key: 'b', height: 130 },
      ],
      reading,
    ),
    true,
  )
  const after = layOut()
  assert.deepEqual(asked, ['a', 'b'])
  assert.equal(after.lanes[1]?.top, 290)
  assert.equal(book.takeSizes([{ key: 'b', height: 130 }], { ...reading, layout: after }), false, 'it stands by it now')
})

test('what is read stays where it is: the board is scrolled by what cards above it grew, once', () => {
  const { book, heights, layOut } = setUp()
  const layout = layOut()
  assert.equal(book.shift(layout, head), 0, 'nothing was measured yet')
  heights.set('a', 140)
  // The lane 'two' is at the top of what is seen.
  assert.equal(book.takeSizes([{ key: 'a', height: 140 }], { layout, head, scrolled: 300 }), true)
  const after = layOut()
  assert.equal(book.shift(after, head), 40)
  assert.equal(book.shift(after, head), 0)
})

test('at the top of the board nothing is scrolled, and neither for a card that is gone', () => {
  const { book, heights, layOut } = setUp()
  const layout = layOut()
  heights.set('a', 140)
  book.takeSizes([{ key: 'a', height: 140 }], { layout, head, scrolled: 0 })
  assert.equal(book.shift(layOut(), head), 0)
  heights.set('a', 150)
  book.takeSizes([{ key: 'a', height: 150 }], { layout, head, scrolled: 300 })
  assert.equal(book.shift(layOut([{ id: 'one', isOpen: true, cells: [['a']] }]), head), 0)
})

test('what is forgotten is asked for again', () => {
  const { asked, book, layOut } = setUp()
  layOut()
  layOut()
  assert.deepEqual(asked.splice(0), ['a', 'b', 'c'])
  book.forget()
  layOut()
  assert.deepEqual(asked, ['a', 'b', 'c'])
})

test('a folded lane is its head alone', () => {
  const { lanes, layOut } = setUp()
  const layout = layOut(lanes.map((lane) => ({ ...lane, isOpen: lane.id === 'two' })))
  assert.deepEqual(
    layout.lanes.map(({ top, height }) => [top, height]),
    [
      [0, 36],
      [36, 152],
    ],
  )
})
