// How much was written when: the area of a time line.
import type { Recording } from './recording.ts'

/** Shares of the busiest part, 0 to 1, on a scale on which a line is still seen beside a megabyte. */
export function densityOf({ items, itemTimes, lengthMs }: Recording, parts: number): number[] {
  const bytes = Array.from({ length: parts }, () => 0)
  for (const [index, item] of items.entries()) {
    if (item.kind !== 'output') continue
    const place = Math.min(parts - 1, Math.floor(((itemTimes[index] ?? 0) / Math.max(1, lengthMs)) * parts))
    bytes[place] = (bytes[place] ?? 0) + item.bytes.length
  }
  const logs = bytes.map((count) => Math.log1p(count))
  const most = Math.max(...logs, 1)
  return logs.map((log) => log / most)
}
