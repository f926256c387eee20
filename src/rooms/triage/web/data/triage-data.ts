// What the page knows of triage: read when shown, read again when the feed tells of a change.
import { call } from '#platform/web/api/call.ts'
import { createValue } from '#platform/web/store/value-store.ts'
import * as routes from '../../api.ts'
import { onLanesChange, type LanesNews } from './lanes-feed.ts'
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

/** Counts the changes, for what is read by another address. */
export const triageVersion = createValue(0)

export function refreshTriage(): void {
  triageVersion.set(triageVersion.get() + 1)
  for (const resource of all) resource.refresh()
}

onLanesChange(take)

/** A step of a run changes its progress alone, so nothing is read for it. */
function take(heard: LanesNews): void {
  if (heard === null) return refreshTriage()
  const { change, isNewRun } = heard
  switch (change.id) {
    case 'run':
      if (isNewRun) for (const resource of [runsData, lanesData]) resource.refresh()
      return
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
