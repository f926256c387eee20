// How the page writes counts and moments: '12 min', '3 h ago'.
import { dayMs, hourMs, minuteMs, secondMs } from '#base/time.ts'

/** The largest unit alone: `8 s`, `12 min`, `3 h`, `2 d`. */
export function formatShort(ms: number): string {
  const elapsed = Math.max(0, ms)
  if (elapsed < minuteMs) return `${Math.floor(elapsed / secondMs)} s`
  if (elapsed < hourMs) return `${Math.floor(elapsed / minuteMs)} min`
  if (elapsed < dayMs) return `${Math.floor(elapsed / hourMs)} h`
  return `${Math.floor(elapsed / dayMs)} d`
}

/** `now`, then `8 s ago` and so on. */
export function formatAgo(ms: number): string {
  return ms < secondMs ? 'now' : `${formatShort(ms)} ago`
}

/** Thousands with a thin space. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, '\u2009')
}
