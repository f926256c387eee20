// What the processes of a session's terminal use now, from two looks at the machine's processes.
import { setTimeout as wait } from 'node:timers/promises'
import { err, ok, type Result } from '#base/result.ts'
import { toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { ListProcesses } from '#platform/server/processes.ts'
import type { ResourcesAnswer } from '../contract.ts'
import { membersOf, usageOfTree } from '../core/process-tree.ts'

/** Without an earlier look, a second one follows after this time: twenty of the kernel's ticks. */
const firstGapMs = 200
/** An earlier look that is older says nothing about 'now'. */
const oldestMs = 15_000
/** Two looks that are closer measure the kernel's ticks and not the processes. */
const closestMs = 150
const shownProcesses = 10

type Look = { readonly atMs: number; readonly cpuMs: ReadonlyMap<number, number> }

export type ReadResources = (
  sessionId: string,
  roots: readonly number[],
) => Promise<Result<ResourcesAnswer['resources'], string>>

type Parts = { readonly listProcesses: ListProcesses; readonly clock: Clock }

export function createReadResources({ listProcesses, clock }: Parts): ReadResources {
  const looks = new Map<string, Look>()
  return async (sessionId, roots) => {
    const before = fresh(looks, sessionId) ?? (await firstLook(listProcesses, roots))
    if (typeof before === 'string') return err(before)
    const listed = await listProcesses()
    if (!listed.ok) return listed
    const atMs = performance.now()
    const after = listed.value
    looks.set(sessionId, { atMs, cpuMs: cpuOf(roots, after) })
    const usage = usageOfTree(roots, { before: before.cpuMs, after, tookMs: atMs - before.atMs })
    return ok({
      cpu_percent: Math.round(sum(usage.map(({ cpuPercent }) => cpuPercent)) * 10) / 10,
      memory_bytes: sum(usage.map(({ memoryBytes }) => memoryBytes)),
      process_count: usage.length,
      processes: usage
        .toSorted((a, b) => b.cpuPercent - a.cpuPercent || b.memoryBytes - a.memoryBytes)
        .slice(0, shownProcesses)
        .map(({ pid, parentPid, name, cpuPercent, memoryBytes }) => {
          return { pid, parent_pid: parentPid, name, cpu_percent: cpuPercent, memory_bytes: memoryBytes }
        }),
      measured_at: toIso(clock.now()),
    })
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** The last look at a session, if it is good for a comparison; old ones of all sessions are forgotten. */
function fresh(looks: Map<string, Look>, sessionId: string): Look | null {
  const nowMs = performance.now()
  for (const [id, { atMs }] of looks) if (nowMs - atMs > oldestMs) looks.delete(id)
  const look = looks.get(sessionId)
  return look === undefined || nowMs - look.atMs < closestMs ? null : look
}

async function firstLook(listProcesses: ListProcesses, roots: readonly number[]): Promise<Look | string> {
  const listed = await listProcesses()
  if (!listed.ok) return listed.error
  const look = { atMs: performance.now(), cpuMs: cpuOf(roots, listed.value) }
  await wait(firstGapMs)
  return look
}

function cpuOf(roots: readonly number[], rows: Parameters<typeof membersOf>[1]): ReadonlyMap<number, number> {
  return new Map(membersOf(roots, rows).map(({ pid, cpuMs }) => [pid, cpuMs]))
}
