// When a person was here last, as a browser keeps it: what happened while they were away is told.
import { minuteMs } from '#base/time.ts'

/** `seenMs`: when the page was looked at last. `sinceMs`: the end of the visit before this one; null for the first. */
export type Visit = { readonly seenMs: number; readonly sinceMs: number | null }

/** Who is away for less comes back to the same visit: a reload, a look at another page. */
export const awayMs = 30 * minuteMs

/** The visit as it is when somebody looks. `kept` is null in a browser that was never here. */
export function visitAt(kept: Visit | null, nowMs: number): Visit {
  if (kept === null || kept.seenMs > nowMs) return { seenMs: nowMs, sinceMs: null }
  return { seenMs: nowMs, sinceMs: nowMs - kept.seenMs < awayMs ? kept.sinceMs : kept.seenMs }
}

/** Reads what was kept; null for what is none of ours. */
export function readVisit(text: string | null): Visit | null {
  const [seen = '', since = ''] = (text ?? '').split(' ')
  if (!/^\d{1,15}$/.test(seen) || !/^(?:\d{1,15}|-)$/.test(since)) return null
  return { seenMs: Number(seen), sinceMs: since === '-' ? null : Number(since) }
}

export function writeVisit({ seenMs, sinceMs }: Visit): string {
  return `${seenMs} ${sinceMs ?? '-'}`
}
