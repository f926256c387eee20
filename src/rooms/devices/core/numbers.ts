// The numbers of a heartbeat as people read them, on the page and in a terminal.
import type { Device } from '../contract.ts'

/** A number in words, and how full its bar is, from 0 to 1. */
export type Measured = { readonly words: string; readonly part: number }

const gibibyte = 1024 ** 3

/** How much memory is free; null before the first heartbeat. */
export function memoryOf({
  free_ram: free,
  total_ram: total,
}: Pick<Device, 'free_ram' | 'total_ram'>): Measured | null {
  if (free === null || total === null || total <= 0) return null
  return { words: `${inGibibytes(free)} of ${inGibibytes(total)} GiB`, part: within(free / total) }
}

function inGibibytes(bytes: number): string {
  const size = bytes / gibibyte
  return size < 9.95 ? size.toFixed(1).replace(/\.0$/, '') : String(Math.round(size))
}

/** How busy its processors are, of all of them; null before the first heartbeat. */
export function loadOf({ load, cores }: Pick<Device, 'load' | 'cores'>): Measured | null {
  if (load === null || cores === null || cores <= 0) return null
  return { words: `${Math.round((load / cores) * 100)} %`, part: within(load / cores) }
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share))
}
