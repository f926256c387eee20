// What the machine itself takes for two things that everything is made of, so that figures of two machines, or of two days on
// one, can be held against each other. Where pages are dear, as on some virtual machines, whatever allocates or starts is dear.
import { spawnSync } from 'node:child_process'
import { median } from './stats.ts'

export type MachineCost = {
  /** From the start of `true` to its end, milliseconds. */
  readonly forkAndExecMs: number
  /** The first touch of a page of memory, microseconds. */
  readonly newPageUs: number
}

const starts = 20
const rounds = 3
const pageBytes = 4096
const pages = 8192

export function measureMachine(): MachineCost {
  return {
    forkAndExecMs: median(Array.from({ length: starts }, () => timed(() => spawnSync('true')))),
    newPageUs: median(Array.from({ length: rounds }, () => (timed(touchNewPages) / pages) * 1000)),
  }
}

export function describeMachine({ forkAndExecMs, newPageUs }: MachineCost): string {
  return `This machine takes ${forkAndExecMs.toFixed(1)} ms for a fork and exec and ${newPageUs.toFixed(2)} µs for a new page of memory.`
}

function touchNewPages(): void {
  const memory = Buffer.allocUnsafeSlow(pages * pageBytes)
  for (let page = 0; page < pages; page += 1) memory[page * pageBytes] = 1
}

function timed(act: () => unknown): number {
  const startedMs = performance.now()
  act()
  return performance.now() - startedMs
}
