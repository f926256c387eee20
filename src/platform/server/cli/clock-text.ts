// Moments as people say them, where no browser knows better.
import { systemClock } from '../clock.ts'

/** In the time of the machine; with its date unless that is today. */
export function clockText(iso: string): string {
  // Swedish writes dates as ISO does.
  const text = new Date(iso).toLocaleString('sv-SE')
  const today = new Date(systemClock.now()).toLocaleDateString('sv-SE')
  return text.startsWith(today) ? text.slice(11, 16) : text.slice(0, 16)
}
