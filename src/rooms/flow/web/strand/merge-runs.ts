// Joins what is known of runs with news of them.
import { withFirst, type RowPage } from '#platform/web/store/paged-list.ts'
import type { Run } from '../../contract.ts'

/** The newest page, over what is known; after a gap of more than a page the older runs have to be asked for again. */
export function begun(known: RowPage<Run> | null, first: RowPage<Run>): RowPage<Run> {
  return known === null ? first : withFirst(known, first, ({ run_id: id }) => id)
}

/** The page at `cursor`, unless the list began anew after it was asked for. */
export function continued(known: RowPage<Run> | null, cursor: string, page: RowPage<Run>): RowPage<Run> | null {
  if (known === null || known.next !== cursor) return known
  return { rows: mergeRuns(known.rows, page.rows), next: page.next }
}

/** Newest first, each once; of two values of a run the one in `news` wins. */
export function mergeRuns(news: readonly Run[], known: readonly Run[]): Run[] {
  const fresh = new Set(news.map(({ run_id: id }) => id))
  return [...news, ...known.filter(({ run_id: id }) => !fresh.has(id))].toSorted(newestFirst)
}

function newestFirst(a: Run, b: Run): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1
  return a.run_id < b.run_id ? 1 : -1
}
