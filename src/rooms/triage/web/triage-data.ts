// What the page knows of triage: read when shown, read again when the feed tells of a change.
import { call } from '#platform/web/api/client.ts'
import { createValue } from '#platform/web/store/value-store.ts'
import type { Change } from '#rooms/board/contract.ts'
import type {
  BriefList,
  LanesAnswer,
  LanesChange,
  LearningAnswer,
  MemoryList,
  MorningAnswer,
  OverrideList,
  RunList,
  TriageRun,
} from '../contract.ts'
import { createResource } from './resource.ts'

export const lanesData = createResource(() => call<LanesAnswer>('/api/triage/lanes'))
export const briefsData = createResource(() => call<BriefList>('/api/briefs?limit=200'))
export const briefsRead = createResource(() => call<BriefList>('/api/briefs?consumed=true&limit=50'))
export const runsData = createResource(() => call<RunList>('/api/triage/runs?limit=50'))
export const memoriesData = createResource(() => call<MemoryList>('/api/triage/memories'))
export const learningData = createResource(() => call<LearningAnswer>('/api/triage/learning'))
/** Corrections that no run has read, for tasks of no lane: lanes carry their own. */
export const waitingData = createResource(() => call<OverrideList>('/api/triage/overrides?applied=false&limit=200'))
export const morningData = createResource(() => call<MorningAnswer>('/api/morning'))

const all = [lanesData, briefsData, briefsRead, runsData, memoriesData, learningData, waitingData, morningData]

/** The run of which the feed spoke last: the one that goes on, or the one that has just ended. */
export const newestRun = createValue<TriageRun | null>(null)

/** Counts the changes, for what is read by another address. */
export const triageVersion = createValue(0)

export function refreshTriage(): void {
  triageVersion.set(triageVersion.get() + 1)
  for (const resource of all) resource.refresh()
}

/** As the feed tells it; null says that anything may have changed. */
export function tellTriage(changes: readonly Change[] | null): void {
  if (changes === null) {
    // What was told of a run may have been missed since: the next answers count.
    newestRun.set(null)
    return refreshTriage()
  }
  for (const { id, value } of changes) take({ id, value } as LanesChange)
}

/** A step of a run changes its progress alone, so nothing is read for it. */
function take(change: LanesChange): void {
  switch (change.id) {
    case 'run': {
      const { value: run } = change
      const isNew = newestRun.get()?.id !== run.id || newestRun.get()?.status !== run.status
      newestRun.set(run)
      if (isNew) for (const resource of [runsData, lanesData]) resource.refresh()
      return
    }
    case 'lanes':
      return refreshTriage()
    case 'briefs':
      for (const resource of [briefsData, briefsRead]) resource.refresh()
      return lanesData.learn((answer) => ({
        ...answer,
        state: { ...answer.state, briefs_waiting: change.value.waiting },
      }))
  }
}
