// When a row happened or is to happen, in words: the same on the page and in a terminal.
import { formatDuration } from '#base/duration.ts'
import { dayMs, fromIso, minuteMs } from '#base/time.ts'

const dayAndTime = new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit' })
const dateAndTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** `12 min ago`, `in 41 min`; a coming moment beyond a day is its day, beyond a week its date. */
export function sayWhen(iso: string, nowMs: number): string {
  const atMs = fromIso(iso)
  const leftMs = atMs - nowMs
  if (leftMs <= 0) return -leftMs < minuteMs ? 'just now' : `${short(-leftMs)} ago`
  if (leftMs < minuteMs) return 'in less than a minute'
  if (leftMs < dayMs) return `in ${short(leftMs)}`
  return (leftMs < 6 * dayMs ? dayAndTime : dateAndTime).format(atMs).replace(',', '')
}

/** Beyond a day the hours no longer matter. */
const short = (ms: number): string => (ms < dayMs ? formatDuration(ms) : `${Math.floor(ms / dayMs)} d`)
