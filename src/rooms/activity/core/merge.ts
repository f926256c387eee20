// One page of all logs: each gives its newest rows before a place, the newest of all of them are the page.
import type { ActivityRow } from '../contract.ts'
import { compareRows, cursorOf } from './order.ts'

export type MergedPage = { readonly rows: readonly ActivityRow[]; readonly next: string | null }

/** Each of `pages` holds up to `limit` + 1 rows of one log before the place that the page goes on from. */
export function mergePages(pages: readonly (readonly ActivityRow[])[], limit: number): MergedPage {
  const all = pages.flat().toSorted(compareRows)
  const rows = all.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: all.length > limit && last !== undefined ? cursorOf(last) : null }
}
