// What the page knows of triage: read when shown, read again when the feed tells of a change.
import { call } from '#platform/web/api/call.ts'
import { listenTo } from '#platform/web/live/follower.ts'
import { createValue } from '#platform/web/store/value-store.ts'
import * as routes from '../../api.ts'
import { liveLanes } from '../../api.ts'
import type { LanesChange, TriageRun } from '../../contract.ts'
import { createResource } from './resource.ts'

/** Most rows that one answer carries. */
const wholePage = { limit: 200 } as const

export const lanesData = createResource(() => call(routes.readLanes))
export const briefsData = createResource(() => call(routes.listBriefs, { query: wholePage }))
export const briefsRead = createResource(() => call(routes.listBriefs, { query: { consumed: true } }))
export const runsData = createResource(() => call(routes.listTriageRuns))
export const memoriesData = createResource(() => call(routes.listMemories))
export const learningData = createResource(() => call(routes.readLearning))
/** Corrections that no run has read, for tasks of no lane: lanes carry their own. */
export const waitingData = createResource(() => call(routes.listOverrides, { query: { applied: false, ...wholePage } }))
export const morningData = createResource(() => call(routes.readMorning))

const all = [lanesData, briefsData, briefsRead, runsData, memoriesData, learningData, waitingData, morningData]

/** The run of which the feed spoke last: the one that goes on, or the one that has just ended. */
export const newestRun = createValue<TriageRun | null>(null)

/** Counts the changes, for what is read by another address. */
export const triageVersion = createValue(0)

export function refreshTriage(): void {
  triageVersion.set(triageVersion.get() + 1)
  for (const resource of all) resource.refresh()
}

/** Follows the board's feed. */
export const lanesFollower = listenTo(liveLanes, {
  onAll() {
    // What was told of a run may have been missed since: the next answers count.
    newestRun.set(null)
    refreshTriage()
  },
  // The id says which of the values it is.
  onChanges: (changes) => changes.forEach(({ id, value }) => take({ id, value } as LanesChange)),
})

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
