// Quiet hours: whether it is quiet at a time of the day, and for how long still.
import { dayMs, minuteMs } from '#base/time.ts'

/** Milliseconds until `hours` (`22:00-07:30`) are over; 0 outside them. `dayAtMs`: since midnight, on the person's clock. */
export function quietLeftMs(hours: string | null, dayAtMs: number): number {
  const [from = '', to = ''] = hours?.split('-') ?? []
  const [begins, ends] = [atMs(from), atMs(to)]
  if (begins === null || ends === null) return 0
  const isQuiet = begins < ends ? dayAtMs >= begins && dayAtMs < ends : dayAtMs >= begins || dayAtMs < ends
  if (!isQuiet) return 0
  return ends > dayAtMs ? ends - dayAtMs : ends + dayMs - dayAtMs
}

function atMs(text: string): number | null {
  const found = /^(?<hour>\d\d):(?<minute>\d\d)$/.exec(text)?.groups
  return found === undefined ? null : (Number(found.hour) * 60 + Number(found.minute)) * minuteMs
}
