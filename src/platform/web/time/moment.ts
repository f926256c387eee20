// Moments as people say them: the time of today, and of another day its date, too.
import { shownNow } from './ticker.ts'

const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

export function formatMoment(iso: string): string {
  const at = new Date(iso)
  const isToday = at.toDateString() === new Date(shownNow()).toDateString()
  return isToday ? time.format(at) : `${day.format(at)}, ${time.format(at)}`
}
