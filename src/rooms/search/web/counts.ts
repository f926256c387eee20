// Counts of results in words. The service counts to a limit, and says one more for any number above it.
import { formatCount } from '#platform/web/time/format.ts'
import type { SearchAnswer } from '../contract.ts'

/** As in the contract, from which the page takes types alone. */
const countLimit = 100

export function countWords(count: number): string {
  return count > countLimit ? `${countLimit}+` : formatCount(count)
}

export function totalFound(found: SearchAnswer['found']): number {
  return Object.values(found).reduce((sum, count) => sum + count, 0)
}
