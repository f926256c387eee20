// How much happened when: rows and failures in parts of a span of time, over the logs of all rooms.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ActivityDensity, ActivityDensityQuery } from '../contract.ts'
import { cutSpan, piecesOf, toDensity } from '../core/density.ts'
import { isFailure } from '../core/state-of.ts'
import { askedSources, toSourceFilter, type ActivityLogs } from './logs.ts'

/** Counted piece by piece, with the event loop free between two. Rejects when a log can't be read. */
export async function readDensity(
  logs: ActivityLogs,
  filter: ActivityDensityQuery,
  nowMs: number,
): Promise<ActivityDensity> {
  const cut = cutSpan(filter.since ?? null, filter.until ?? null, nowMs)
  const { actor, isKind } = toSourceFilter(filter)
  const rows = new Map<string, number>()
  const failures = new Map<string, number>()
  const isFailed = (kind: string): boolean => isKind(kind) && isFailure(kind)
  for (const span of piecesOf(cut)) {
    for (const source of askedSources(logs, filter)) {
      addUp(rows, await source.count({ actor, isKind }, span))
      addUp(failures, await source.count({ actor, isKind: isFailed }, span))
      await nextTurn()
    }
  }
  return { ...toDensity(cut, rows, failures), is_complete: await isComplete(logs) }
}

async function isComplete({ sources }: ActivityLogs): Promise<boolean> {
  for (const source of sources) if ((await source.isComplete?.()) === false) return false
  return true
}

function addUp(sums: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [part, count] of counts) sums.set(part, (sums.get(part) ?? 0) + count)
}
