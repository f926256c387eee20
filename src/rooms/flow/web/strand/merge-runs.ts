// Joins what is known of runs with news of them.
import type { Run } from '../../contract.ts'

/** Newest first, each once; of two values of a run the one in `news` wins. */
export function mergeRuns(news: readonly Run[], known: readonly Run[]): Run[] {
  const fresh = new Set(news.map(({ run_id: id }) => id))
  return [...news, ...known.filter(({ run_id: id }) => !fresh.has(id))].toSorted(newestFirst)
}

function newestFirst(a: Run, b: Run): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1
  return a.run_id < b.run_id ? 1 : -1
}
