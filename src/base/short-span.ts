// A span of time as a person reads it at a glance, for lists in a terminal.
import { dayMs, hourMs, minuteMs, secondMs } from './time.ts'

/** The two largest digits that matter: `8s`, `3m`, `2h`, `12d`. A span that did not begin yet counts as none. */
export function shortSpan(spanMs: number): string {
  if (spanMs < minuteMs) return `${Math.max(0, Math.floor(spanMs / secondMs))}s`
  if (spanMs < hourMs) return `${Math.floor(spanMs / minuteMs)}m`
  if (spanMs < dayMs) return `${Math.floor(spanMs / hourMs)}h`
  return `${Math.floor(spanMs / dayMs)}d`
}
