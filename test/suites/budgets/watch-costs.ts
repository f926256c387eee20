// What a service costs while something is done to it, seen from outside: its memory, its children, and how long it stalls.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { residentMiB } from '../../support/memory.ts'
import type { Service } from '../../support/service.ts'

export type Costs = {
  /** The most it held, beyond what it held before. */
  readonly grownMiB: number
  readonly children: number
  /** The longest time for an answer that needs no work. */
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
    const askedMs = performance.now()
    await service.call('GET /healthz')
    most.stallMs = Math.max(most.stallMs, performance.now() - askedMs)
    await wait(lookMs)
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
