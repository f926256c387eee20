// Finds a task in the lanes as they were read last.
import type { LaneEntry, LanesAnswer } from '../../contract.ts'
import { lanesData } from './triage-data.ts'

export function readLanes(): LanesAnswer | null {
  const query = lanesData.get()
  return query.kind === 'ready' ? query.value : null
}

/** Null for a task in no lane. */
export function findEntry(task: string): LaneEntry | null {
  for (const { entries } of readLanes()?.lanes ?? []) {
    const entry = entries.find((each) => each.task.id === task)
    if (entry !== undefined) return entry
  }
  return null
}
