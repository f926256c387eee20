// Where a replay is after a while of a person's time: by its speed, and without long waits if they are skipped.
import { countUntil } from './count-until.ts'

/** A wait in which nothing happens is this long when waits are skipped. */
export const skippedWaitMs = 1000

export type Pace = {
  readonly speed: number
  readonly skipsWaits: boolean
  /** When anything happens, in order. */
  readonly moments: readonly number[]
  readonly lengthMs: number
}

/** Answers where it is then; its length at its end. */
export function advance(fromMs: number, elapsedMs: number, { speed, skipsWaits, moments, lengthMs }: Pace): number {
  let left = elapsedMs * speed
  if (!skipsWaits) return Math.min(lengthMs, fromMs + left)
  let at = fromMs
  for (let index = countUntil(moments, at); left > 0 && at < lengthMs; index += 1) {
    const next = moments[index] ?? lengthMs
    at = Math.max(at, next - skippedWaitMs)
    const step = Math.min(left, next - at)
    at += step
    left -= step
  }
  return Math.min(lengthMs, at)
}

/** How long a wait between two records lasts for a person who looks on. */
export function waitOf(betweenMs: number, { speed, skipsWaits }: Pick<Pace, 'speed' | 'skipsWaits'>): number {
  return (skipsWaits ? Math.min(skippedWaitMs, betweenMs) : betweenMs) / speed
}
