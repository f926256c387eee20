// What becomes of a delivery after a try: delivered, tried again after a while, or given up.
import { minuteMs, secondMs } from '#base/time.ts'

/** What came of one try. */
export type Tried =
  | { readonly is: 'delivered'; readonly says: string }
  /** The place will not take this, however often it is asked. */
  | { readonly is: 'refused'; readonly says: string; readonly hint: string }
  /** The place is gone for good: a subscription that ended. */
  | { readonly is: 'gone'; readonly says: string; readonly hint: string }
  | { readonly is: 'failed'; readonly says: string; readonly hint: string; readonly retryAfterMs: number | null }

export const mostTries = 5
/** After the first try, the second, … */
const waits = [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs]

export type AfterTry = {
  readonly state: 'delivered' | 'failed' | 'queued'
  /** Until the next try; null where there is none. */
  readonly waitMs: number | null
}

/** `tries` counts the one that was just made. What is told by hand is tried once. */
export function afterTry(tried: Tried, tries: number, isByHand: boolean): AfterTry {
  if (tried.is === 'delivered') return { state: 'delivered', waitMs: null }
  const wait = waits[tries - 1]
  if (tried.is !== 'failed' || isByHand || tries >= mostTries || wait === undefined) {
    return { state: 'failed', waitMs: null }
  }
  return { state: 'queued', waitMs: Math.max(wait, tried.retryAfterMs ?? 0) }
}

/** Longest that we let a place tell us to wait. */
const longestWaitMs = 60 * minuteMs

/** What the status of an answer says. `who` is the place: `Slack`. */
export function triedOf(who: string, status: number, retryAfter: string | null): Tried {
  if (status >= 200 && status < 300) return { is: 'delivered', says: `${who} took it (${status}).` }
  if (status >= 300 && status < 400) {
    return {
      is: 'refused',
      says: `${who} answers with a redirect (${status}), which is not followed.`,
      hint: 'Set the address that it leads to.',
    }
  }
  if (status === 408 || status === 429 || status >= 500) {
    const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : null
    const retryAfterMs = seconds === null ? null : Math.min(seconds * secondMs, longestWaitMs)
    return { is: 'failed', says: `${who} answers ${status}.`, hint: 'It may work later.', retryAfterMs }
  }
  return { is: 'refused', says: `${who} refuses it (${status}).`, hint: hintOf(status) }
}

function hintOf(status: number): string {
  if (status === 401 || status === 403) return 'Its address or secret does not count there any more: set it anew.'
  return status === 404 || status === 410 ? 'Its address leads nowhere: set it anew.' : 'See what it takes.'
}
