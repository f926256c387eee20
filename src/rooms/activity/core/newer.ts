// What came since somebody looked: a live list asks for the top again and takes what it does not have.
import type { ActivityRow } from '../contract.ts'
import { compareRows } from './order.ts'

/**
 * Rows of one moment may be written one after the other, what an agent reported may have waited in its queue, and a clock may
 * be set back a little: so far back is looked again.
 */
export const overlapMs = 10_000

/** `fresh` without those of `known`, newest first. */
export function newerRows(known: Iterable<Pick<ActivityRow, 'id'>>, fresh: readonly ActivityRow[]): ActivityRow[] {
  const ids = new Set([...known].map(({ id }) => id))
  return fresh.filter(({ id }) => !ids.has(id)).toSorted(compareRows)
}
