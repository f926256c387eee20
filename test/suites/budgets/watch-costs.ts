// What a service costs while something is done to it, seen from outside: its memory, its children, and how long it stalls.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { residentMiB } from '../../support/memory.ts'
import type { Service } from '../../support/service.ts'

export type Costs = {
  /** The most it held, beyond what it held before. */
  readonly grownMiB: number
  readonly children: number
  /** The longest time for an answer that needs no work, without what it or we stood in line for a processor. */
  readonly stallMs: number
}

const lookMs = 25

/** Does the work, and answers what it cost meanwhile. */
export async function costsOf(service: Service, work: () => Promise<unknown>): Promise<Costs> {
  const before = residentMiB(service.pid)
  const most = { mib: before, children: 0, stallMs: 0 }
  const over = new AbortController()
  const watched = Promise.all([
    watchMemory(service, { most, over: over.signal }),
    watchStalls(service, { most, over: over.signal }),
  ])
  try {
    await work()
  } finally {
    over.abort()
    await watched
  }
  return { grownMiB: most.mib - before, children: most.children, stallMs: most.stallMs }
}

type Watch = { readonly most: { mib: number; children: number; stallMs: number }; readonly over: AbortSignal }

async function watchMemory({ pid }: Service, { most, over }: Watch): Promise<void> {
  while (!over.aborted) {
    most.mib = Math.max(most.mib, residentMiB(pid))
    most.children = Math.max(most.children, childrenOf(pid))
    await wait(lookMs)
  }
}

async function watchStalls(service: Service, { most, over }: Watch): Promise<void> {
  while (!over.aborted) {
    const before = timesOf(service)
    await service.call('GET /healthz')
    const after = timesOf(service)
    most.stallMs = Math.max(most.stallMs, after.nowMs - before.nowMs - (after.inLineMs - before.inLineMs))
    await wait(lookMs)
  }
}

/** A busy machine makes everybody wait: that is no stall of the service. */
function timesOf({ pid }: Service): { readonly nowMs: number; readonly inLineMs: number } {
  return { nowMs: performance.now(), inLineMs: inLineMsOf(pid) + inLineMsOf(process.pid) }
}

/** How long the main thread stood in line for a processor so far; 0 where the kernel does not tell. */
function inLineMsOf(pid: number): number {
  try {
    // Documentation/scheduler/sched-stats.rst: time on a processor, time in line, both in nanoseconds, and turns.
    const [, inLineNs] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ')
    return Number(inLineNs) / 1_000_000
  } catch {
    return 0
  }
}

/** Processes whose parent it is, those that ended and were not reaped too. */
function childrenOf(pid: number): number {
  return readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && parentOf(entry) === pid).length
}

function parentOf(entry: string): number | null {
  try {
    return Number(/^\d+ \(.*\) \S (?<parent>\d+)/s.exec(readFileSync(`/proc/${entry}/stat`, 'utf8'))?.groups?.parent)
  } catch {
    // It ended meanwhile.
    return null
  }
}
