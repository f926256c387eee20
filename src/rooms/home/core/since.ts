// From when on Home tells what happened: since the last visit, where one is known, else of the last day.
import { formatDuration } from '#base/duration.ts'
import { dayMs, hourMs, minuteMs } from '#base/time.ts'
import type { HomeWindow } from '../contract.ts'

/** What happened longer ago is for the pages of strands and sessions. */
const longestMs = 7 * dayMs

/** What the caller said: a span that was asked for, or the end of its last visit. Null for nothing. */
export type AskedSince = { readonly kind: 'span' | 'visit'; readonly atMs: number } | null

/** A moment in the future counts as none. */
export function windowOf(asked: AskedSince, nowMs: number): HomeWindow {
  if (asked === null || asked.atMs > nowMs) return { sinceMs: nowMs - dayMs, said: 'in the last 24 h', nowMs }
  const sinceMs = Math.max(asked.atMs, nowMs - longestMs)
  const ago = roughly(nowMs - sinceMs)
  if (asked.kind === 'span') return { sinceMs, said: `in the last ${ago}`, nowMs }
  return { sinceMs, said: sinceMs === asked.atMs ? `since your last visit, ${ago} ago` : 'in the last 7 d', nowMs }
}

/** Minutes matter only below an hour. */
function roughly(ms: number): string {
  if (ms < minuteMs) return '1 min'
  if (ms < hourMs || ms >= 2 * dayMs) return ms < hourMs ? formatDuration(ms) : `${Math.floor(ms / dayMs)} d`
  return `${Math.floor(ms / hourMs)} h`
}
