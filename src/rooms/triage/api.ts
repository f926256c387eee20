// The routes of triage: briefs, runs, lanes, corrections and locks, memories.
import type { Removed } from '#platform/contract.ts'
import { liveKind } from '#platform/live-kind.ts'
import { route } from '#platform/route.ts'
import type {
  AppliedAnswer,
  BriefList,
  BriefQuery,
  CancelAnswer,
  CorrectionRequest,
  CreateBrief,
  CreateBriefAnswer,
  LanesAnswer,
  LanesChange,
  LockAnswer,
  LockRequest,
  MemoryAnswer,
  MemoryList,
  OverrideAnswer,
  OverrideList,
  OverrideQuery,
  RunList,
  TriageRunQuery,
  SaveMemory,
  StartRunAnswer,
  StartRunQuery,
  TriageRunAnswer,
} from './contract.ts'
import type { ExplainAnswer, LearningAnswer, MorningAnswer, MorningQuery } from './contract/views.ts'

const access = 'local_or_authenticated'

/** News of triage on the board's socket, by id: the run under way, the lanes, the briefs that wait. */
export const liveLanes = liveKind<LanesChange['value']>()({ kind: 'lanes', listed: null })

/** Tells the next run something new. */
export const createBrief = route<{ body: CreateBrief; answer: CreateBriefAnswer }>()({
  method: 'POST',
  path: '/api/briefs',
  access,
})

/** Briefs that wait for a run, or with `consumed` those that one has read, newest first. */
export const listBriefs = route<{ query: Partial<BriefQuery>; answer: BriefList }>()({
  method: 'GET',
  path: '/api/briefs',
  access,
})

/** Deletes a brief, one that a run has read, too. */
export const deleteBrief = route<{ answer: Removed }>()({ method: 'DELETE', path: '/api/briefs/:id', access })

/** Runs triage, or works out what a run would move. Refuses with `run_in_progress` while another one runs. */
export const startTriageRun = route<{ query: Partial<StartRunQuery>; answer: StartRunAnswer }>()({
  method: 'POST',
  path: '/api/triage/runs',
  access,
})

/** Cancels the run that goes on, and answers once it is over. Refuses one that was over already with `conflict`. */
export const cancelTriageRun = route<{ answer: CancelAnswer }>()({
  method: 'POST',
  path: '/api/triage/runs/:id/cancel',
  access,
})

/**
 * Applies the plan of a preview as it was shown, without asking the model again; answers the run that it became, the second
 * time too. Refuses with `conflict` and `changes` where something changed since, and with `run_in_progress`.
 */
export const applyTriageRun = route<{ answer: AppliedAnswer }>()({
  method: 'POST',
  path: '/api/triage/runs/:id/apply',
  access,
})

/** Runs, newest first. */
export const listTriageRuns = route<{ query: Partial<TriageRunQuery>; answer: RunList }>()({
  method: 'GET',
  path: '/api/triage/runs',
  access,
})

/** One run, with what it moves and why. */
export const readTriageRun = route<{ answer: TriageRunAnswer }>()({
  method: 'GET',
  path: '/api/triage/runs/:id',
  access,
})

/** NOW, NEXT and LATER with their tasks. */
export const readLanes = route<{ answer: LanesAnswer }>()({ method: 'GET', path: '/api/triage/lanes', access })

/** The NOW lane, and the others where they are asked for. */
export const readMorning = route<{ query: MorningQuery; answer: MorningAnswer }>()({
  method: 'GET',
  path: '/api/morning',
  access,
})

/** Why a task is where it is. */
export const explainTask = route<{ answer: ExplainAnswer }>()({
  method: 'GET',
  path: '/api/triage/explain/:task_id',
  access,
})

/** Whether corrections help. */
export const readLearning = route<{ answer: LearningAnswer }>()({
  method: 'GET',
  path: '/api/triage/learning',
  access,
})

/** Corrects a part of a score or a lane; the next run obeys. */
export const createOverride = route<{ body: CorrectionRequest; answer: OverrideAnswer }>()({
  method: 'POST',
  path: '/api/triage/overrides',
  access,
})

/** Corrections and locks, newest first. */
export const listOverrides = route<{ query: Partial<OverrideQuery>; answer: OverrideList }>()({
  method: 'GET',
  path: '/api/triage/overrides',
  access,
})

/** Takes back a correction before a run has read it. Refuses with `conflict` after that, and for locks. */
export const deleteOverride = route<{ answer: Removed }>()({
  method: 'DELETE',
  path: '/api/triage/overrides/:id',
  access,
})

/** Locks a task at a lane: runs leave it alone until it is unlocked. */
export const lockTask = route<{ body: LockRequest; answer: LockAnswer }>()({
  method: 'POST',
  path: '/api/triage/lock/:task_id',
  access,
})

/** Unlocks a task: the next run scores it again. */
export const unlockTask = route<{ answer: LockAnswer }>()({
  method: 'POST',
  path: '/api/triage/unlock/:task_id',
  access,
})

/** All memories, oldest first. */
export const listMemories = route<{ answer: MemoryList }>()({
  method: 'GET',
  path: '/api/triage/memories',
  access,
})

/** Keeps a note that every run reads. */
export const createMemory = route<{ body: SaveMemory; answer: MemoryAnswer }>()({
  method: 'POST',
  path: '/api/triage/memories',
  access,
})

/** Changes a memory. */
export const changeMemory = route<{ body: SaveMemory; answer: MemoryAnswer }>()({
  method: 'PATCH',
  path: '/api/triage/memories/:id',
  access,
})

/** Deletes a memory. */
export const deleteMemory = route<{ answer: Removed }>()({
  method: 'DELETE',
  path: '/api/triage/memories/:id',
  access,
})
