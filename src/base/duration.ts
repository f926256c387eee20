// How a span of time is written out: '12 min', '1 h 04 min'.
import { dayMs, hourMs, minuteMs, secondMs } from './time.ts'

/** Two units where the second says something: `8 s`, `12 min`, `1 h 04 min`, `2 d 3 h`. Negative counts as nothing. */
export function formatDuration(ms: number): string {
  const elapsed = Math.max(0, ms)
  if (elapsed < minuteMs) return `${Math.floor(elapsed / secondMs)} s`
  if (elapsed < hourMs) return `${Math.floor(elapsed / minuteMs)} min`
  if (elapsed < dayMs) {
    const minutes = Math.floor((elapsed % hourMs) / minuteMs)
    return `${Math.floor(elapsed / hourMs)} h ${String(minutes).padStart(2, '0')} min`
  }
  const hours = Math.floor((elapsed % dayMs) / hourMs)
  return hours === 0 ? `${Math.floor(elapsed / dayMs)} d` : `${Math.floor(elapsed / dayMs)} d ${hours} h`
}
