// The one order of rows, newest first, and places in it, which cursors name.
import type { ActivityPlace, ActivityRow } from '../contract.ts'

/** Where a row stands: its time, and its id among those of one time. */
export type RowPlace = Pick<ActivityRow, 'at' | 'id'>

/** Negative when `one` stands first. */
export function compareRows(one: RowPlace, other: RowPlace): number {
  return compareText(other.at, one.at) || compareText(other.id, one.id)
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** After every time, and after every key of a row. */
const never = '~'

/** The place before which all rows of a time and before it stand; without a time: all there are. */
export const topOf = (until: string | null): RowPlace => ({ at: until ?? never, id: never })

/** The cursor of a place: one word that nobody has to read. */
export function cursorOf({ at, id }: RowPlace): string {
  return `${at}_${encodeURIComponent(id)}`
}

/** Null for a text that is no cursor. */
export function readCursor(cursor: string): RowPlace | null {
  const { at, id } = /^(?<at>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(?<id>[\w:%.!~*'()-]+)$/.exec(cursor)?.groups ?? {}
  if (at === undefined || id === undefined) return null
  try {
    return { at, id: decodeURIComponent(id) }
  } catch {
    return null
  }
}

/** The earlier in time of two places: what is before both. */
export function lowerOf(one: RowPlace, other: RowPlace): RowPlace {
  return compareRows(one, other) < 0 ? other : one
}

/** The same place among the rows of one log, which that log's keys tell. */
export function placeIn(log: string, { at, id }: RowPlace): ActivityPlace {
  const prefix = `${log}:`
  if (id.startsWith(prefix)) return { at, key: id.slice(prefix.length) }
  return { at, key: prefix < id ? never : '' }
}
