import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cardAt, layoutCell, layoutLanes, rangeInSight, topOfCard, type Measures } from './lane-layout.ts'

const measures: Measures = { head: 36, gap: 8, emptyCell: 44, heightOf: (key) => Number(key.split(':')[1]) }
const lane = (id: string, cells: string[][], isOpen = true) => ({ id, isOpen, cells })

test('a lane is as high as its highest cell, a folded one as its head, an empty one keeps room for a drop', () => {
  const { lanes, height } = layoutLanes(
    [lane('a', [['x:100', 'y:50'], [], ['z:60']]), lane('b', [['q:70']], false), lane('c', [[], [], []])],
    measures,
  )
  assert.deepEqual(
    lanes.map(({ id, top, height }) => [id, top, height]),
    [
      ['a', 0, 36 + 8 + 100 + 8 + 50 + 8],
      ['b', 210, 36],
      ['c', 246, 36 + 44],
    ],
  )
  assert.equal(height, 326)
  assert.deepEqual(lanes[0]?.cells[0]?.tops, [8, 116])
})

test('a card is found by key, and by the edge it stands at', () => {
  const layout = layoutLanes([lane('a', [['x:100', 'y:50']]), lane('b', [['z:20']])], measures)
  assert.equal(topOfCard(layout, 'y:50', 36), 36 + 116)
  assert.equal(topOfCard(layout, 'none', 36), null)
  assert.deepEqual(cardAt(layout, 0, 36), { key: 'x:100', top: 44 })
  assert.deepEqual(cardAt(layout, 45, 36), { key: 'y:50', top: 152 })
  assert.equal(cardAt(layout, 10_000, 36), null)
})

test('the range in sight holds every card that touches the window', () => {
  const heights = fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 60 })
  fc.assert(
    fc.property(
      heights,
      fc.integer({ min: -200, max: 9000 }),
      fc.integer({ min: 1, max: 900 }),
      (sizes, from, span) => {
        const keys = sizes.map((size, place) => `${place}:${size}`)
        const tops = layoutLanes([lane('a', [keys])], measures).lanes[0]?.cells[0]?.tops ?? []
        const [first, end] = rangeInSight(tops, from, from + span)
        for (const [place, top] of tops.entries()) {
          const touches = top <= from + span && top + (sizes[place] ?? 0) > from
          if (touches) assert.ok(place >= first && place < end, `card ${place}`)
        }
      },
    ),
  )
})

test('a cell that changed is laid out as one that was never there before', () => {
  const cards = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 12 })
  const keysOf = (sizes: readonly number[]) => [...new Set(sizes)].map((size) => `${size}:${size}`)
  fc.assert(
    fc.property(cards, cards, (before, after) => {
      const known = layoutCell(keysOf(before), measures)
      assert.deepEqual(layoutCell(keysOf(after), measures, known), layoutCell(keysOf(after), measures))
    }),
  )
})

test('what stood in a cell stays as high as it was, and is not asked again', () => {
  const known = layoutCell(['a:10', 'b:20', 'c:30'], measures)
  const asked: string[] = []
  const heightOf = (key: string) => {
    asked.push(key)
    return 5
  }
  const { tops, bottom } = layoutCell(['a:10', 'new', 'c:30'], { ...measures, heightOf }, known)
  assert.deepEqual([asked, tops, bottom], [['new'], [8, 26, 39], 77])
})
