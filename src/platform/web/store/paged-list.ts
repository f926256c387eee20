// A list that begins with its newest rows and goes on in pages: the beginning changes while older pages are read.
import type { Result } from '#base/result.ts'
import type { Problem } from '../api/problem.ts'
import { createValue, type ValueStore } from './value-store.ts'

/** Rows in the order of the list, and the cursor of what follows them: null at the end. */
export type RowPage<T> = { readonly rows: readonly T[]; readonly next: string | null }

export type PagedListParts<T> = {
  readonly idOf: (row: T) => string | number
  /** Reads the page at a cursor. */
  readonly load: (cursor: string) => Promise<Result<RowPage<T>, Problem>>
}

export type Paged<T> = RowPage<T> & {
  readonly isLoading: boolean
  /** Why the last page did not come; null once one comes. */
  readonly problem: Problem | null
}

export interface PagedList<T> {
  readonly state: ValueStore<Paged<T>>
  /** The beginning of the list, as it is now. Older rows stay if nothing can be missing between it and them. */
  takeFirst(page: RowPage<T>): void
  /** Reads the next page, one at a time; does nothing at the end. */
  loadOlder(): Promise<void>
}

export function createPagedList<T>({ idOf, load }: PagedListParts<T>, first: RowPage<T>): PagedList<T> {
  const state = createValue<Paged<T>>({ ...first, isLoading: false, problem: null })
  return {
    state,
    takeFirst: (page) => state.set({ ...state.get(), ...withFirst(state.get(), page, idOf) }),
    async loadOlder() {
      const { next: cursor, isLoading } = state.get()
      if (cursor === null || isLoading) return
      state.set({ ...state.get(), isLoading: true })
      const answer = await load(cursor)
      const known = state.get()
      const settled = { ...known, isLoading: false, problem: answer.ok ? null : answer.error }
      // Meanwhile the list may have begun anew: then this page does not follow what is shown.
      state.set(answer.ok && known.next === cursor ? { ...settled, ...withNext(known, answer.value, idOf) } : settled)
    },
  }
}

/**
 * The new beginning and what was known beyond it. A row that left the first page because newer ones came is known beyond
 * it; where the last row of the page was not known, rows may be missing after it, and the list ends there until more is read.
 */
export function withFirst<T>(known: RowPage<T>, first: RowPage<T>, idOf: (row: T) => string | number): RowPage<T> {
  const last = first.rows.at(-1)
  if (first.next === null || last === undefined) return first
  const place = known.rows.findIndex((row) => idOf(row) === idOf(last))
  if (place === -1) return first
  const beyond = known.rows.slice(place + 1)
  return beyond.length === 0 ? first : { rows: withoutTwice([...first.rows, ...beyond], idOf), next: known.next }
}

/** A row that moved down while pages were read is listed by two of them: it is shown where it was first. */
export function withNext<T>(known: RowPage<T>, page: RowPage<T>, idOf: (row: T) => string | number): RowPage<T> {
  return { rows: withoutTwice([...known.rows, ...page.rows], idOf), next: page.next }
}

function withoutTwice<T>(rows: readonly T[], idOf: (row: T) => string | number): T[] {
  const seen = new Set<string | number>()
  return rows.filter((row) => {
    const isNew = !seen.has(idOf(row))
    seen.add(idOf(row))
    return isNew
  })
}
