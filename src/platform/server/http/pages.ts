// Pages of a list that is read by a rising number, which each row has and which its cursor is.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'

/** One page as it was read, and the cursor of the next one: null at the end. */
export type ListPage<T> = { readonly rows: readonly T[]; readonly next: string | null }

/** What a store reads: `limit` rows past the one of number `from`; null at the start of the list. */
export type PageRequest = { readonly limit: number; readonly from: number | null }

/** The page that a parsed query asks for; refuses a cursor that no list answered. */
export function pageRequest({ limit, cursor }: Asked): Result<PageRequest, Refusal> {
  if (cursor === undefined) return ok({ limit, from: null })
  const from = /^\d{1,16}$/.test(cursor) ? Number(cursor) : Number.NaN
  return Number.isSafeInteger(from) ? ok({ limit, from }) : err(badCursor)
}

type Asked = { readonly limit: number; readonly cursor?: string | undefined }

/** The page of `rows`, which were read with one more than `limit`: that one tells whether more follow. */
export function pageOf<T>(rows: readonly T[], { limit }: PageRequest, numberOf: (row: T) => number): ListPage<T> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, next: rows.length > limit && last !== undefined ? String(numberOf(last)) : null }
}

/** What a list answers to a cursor that is not of its making. */
export const badCursor: Refusal = {
  error: 'invalid_request',
  reason: 'The cursor is not one that a list answered.',
  hint: 'Leave cursor out to begin at the start of the list.',
  details: [{ field: 'cursor', reason: 'is not a next_cursor' }],
}
