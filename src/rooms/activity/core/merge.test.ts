import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ActivityPlace, ActivityRow } from '../contract.ts'
import { mergePages } from './merge.ts'
import { compareRows, placeIn, readCursor, topOf, type RowPlace } from './order.ts'
import { sampleRow } from './sample-row.testkit.ts'

/** The same numbers for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % below
  }
}

const isBefore = (row: ActivityRow, { at, key }: ActivityPlace): boolean => {
  const own = row.id.slice(row.id.indexOf(':') + 1)
  return row.at < at || (row.at === at && own < key)
}

function pageOf(
  rows: readonly ActivityRow[],
  { logs, place, limit }: { logs: string[]; place: RowPlace; limit: number },
) {
  const pages = logs.map((log) =>
    rows
      .filter(({ id }) => id.startsWith(`${log}:`))
      .filter((row) => isBefore(row, placeIn(log, place)))
      .toSorted(compareRows)
      .slice(0, limit + 1),
  )
  return mergePages(pages, limit)
}

test('pages put together are all rows once and in order, while rows come in between', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = randomOf(seed)
    const logs = ['answer', 'run', 'session', 'task'].slice(0, 1 + random(4))
    let count = 0
    const makeRow = (second: number): ActivityRow => {
      const at = `2026-11-20T10:00:${String(second).padStart(2, '0')}.000Z`
      return sampleRow({ at, id: `${logs[random(logs.length)]}:${String((count += 1)).padStart(4, '0')}` })
    }
    // Few moments, so that many rows share one.
    const rows = Array.from({ length: random(60) }, () => makeRow(random(4)))
    const there = rows.toSorted(compareRows)
    const limit = 1 + random(7)
    const read: ActivityRow[] = []
    for (let place: RowPlace | null = topOf(null); place !== null;) {
      const page = pageOf(rows, { logs, place, limit })
      assert.ok(page.next === null || page.rows.length === limit, 'only the last page is short')
      read.push(...page.rows)
      place = page.next === null ? null : readCursor(page.next)
      for (let more = random(3); more > 0; more -= 1) rows.push(makeRow(10 + random(20)))
    }
    assert.deepEqual(
      read.map(({ id }) => id),
      there.map(({ id }) => id),
      `seed ${seed}`,
    )
  }
})

test('no row and one too few have no next page', () => {
  assert.deepEqual(mergePages([], 5), { rows: [], next: null })
  assert.equal(mergePages([[sampleRow()]], 1).next, null)
})
