// What a person does to triage. A refusal is told with its reason; what can be undone offers Undo.
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { report } from '#platform/web/ui/report.ts'
import { toast, toastWithUndo } from '#platform/web/ui/toasts.ts'
import * as routes from '../../api.ts'
import type { Brief, CorrectionRequest, CreateBrief, Lane, LockRequest, Memory } from '../../contract.ts'
import {
  briefsData,
  lanesData,
  learningData,
  memoriesData,
  refreshTriage,
  runsData,
  waitingData,
} from './triage-data.ts'
import { openRun } from '../triage-url.ts'
import { nameOfLane, sayRun } from '../words.ts'

/** Without a question: see `startRun`. A preview opens at once: its run is what a person asked to see. */
export async function sendRun({ isDry }: { readonly isDry: boolean }): Promise<void> {
  const answer = await call(routes.startTriageRun, { query: { dry_run: isDry } })
  if (!answer.ok) return report(isDry ? 'No preview' : 'Not run', answer.error)
  lanesData.refresh()
  runsData.refresh()
  if (isDry) openRun(answer.value.run_id)
}

/** Resolves with the refusal, or null once the plan is applied. */
export async function applyPlan(preview: number): Promise<Problem | null> {
  const answer = await call(routes.applyTriageRun, { params: { id: preview } })
  refreshTriage()
  if (!answer.ok) return answer.error
  const { run } = answer.value
  const title = `The plan is applied as run ${run.id}: ${sayRun(run)}.`
  toast({ tone: 'done', title, action: { label: 'Show run', run: () => openRun(run.id) } })
  return null
}

export async function cancelRun(run: number): Promise<void> {
  const answer = await call(routes.cancelTriageRun, { params: { id: run } })
  if (!answer.ok) return report('Not cancelled', answer.error)
  refreshTriage()
  toast({ tone: 'idle', title: `Run ${run} is cancelled. Lanes, briefs and corrections are as they were.` })
}

/** Resolves with the refusal, or null once it waits for the next run; until one has read it, Undo takes it back. */
export async function correct(override: CorrectionRequest, what: string): Promise<Problem | null> {
  const answer = await call(routes.createOverride, { body: override })
  if (!answer.ok) return answer.error
  refreshCorrected()
  const { id } = answer.value.override
  toastWithUndo({ tone: 'done', title: `${what} at the next run.` }, () => takeBack(id))
  return null
}

/** Takes back a correction that no run has read. */
export async function takeBackCorrection(id: number): Promise<void> {
  const problem = await takeBack(id)
  if (problem !== null) report('Not taken back', problem)
}

async function takeBack(id: number): Promise<Problem | null> {
  const answer = await call(routes.deleteOverride, { params: { id } })
  refreshCorrected()
  return answer.ok ? null : answer.error
}

function refreshCorrected(): void {
  for (const resource of [lanesData, learningData, waitingData]) resource.refresh()
}

type Named = { readonly id: string; readonly title: string }
type ToLock = Named & { readonly before: LockRequest | null }

/** Resolves with the refusal, or null once it is locked. Undo brings back the lock that it had before, or none. */
export async function lockTask({ id, title, before }: ToLock, lock: LockRequest): Promise<Problem | null> {
  const problem = await sendLock(id, lock)
  if (problem !== null) return problem
  toastWithUndo({ tone: 'done', title: `Locked “${title}” in ${nameOfLane(lock.lane)}.` }, () =>
    before === null ? sendUnlock(id) : sendLock(id, before),
  )
  return null
}

type Held = Named & { readonly lane: Lane; readonly reason: string | null }

export async function unlockTask({ id, title, lane, reason }: Held): Promise<void> {
  const problem = await sendUnlock(id)
  if (problem !== null) return report('Not unlocked', problem)
  const said = `Unlocked “${title}”. The next run ranks it again.`
  toastWithUndo({ tone: 'idle', title: said }, () => sendLock(id, { lane, reason }))
}

/** Resolves with the refusal, or null once it waits for the next run. */
export async function addBrief(brief: CreateBrief): Promise<Problem | null> {
  const answer = await call(routes.createBrief, { body: brief })
  if (!answer.ok) return answer.error
  refreshWaiting()
  return null
}

/** Gone at once; Undo adds it again as it was. */
export async function removeBrief({ id, source, body, tags }: Brief): Promise<void> {
  const answer = await call(routes.deleteBrief, { params: { id } })
  refreshWaiting()
  if (!answer.ok) return report('Not removed', answer.error)
  toastWithUndo({ tone: 'idle', title: 'Brief removed.' }, () => addBrief({ source, body, tags }))
}

/** A new memory without `id`. Resolves with the refusal, or null. */
export async function saveMemory(body: string, id: number | null = null): Promise<Problem | null> {
  const said = { body: { body } }
  const answer = await (id === null
    ? call(routes.createMemory, said)
    : call(routes.changeMemory, { params: { id }, ...said }))
  memoriesData.refresh()
  return answer.ok ? null : answer.error
}

export async function removeMemory({ id, body }: Memory): Promise<void> {
  const answer = await call(routes.deleteMemory, { params: { id } })
  memoriesData.refresh()
  if (!answer.ok) return report('Not forgotten', answer.error)
  toastWithUndo({ tone: 'idle', title: 'Memory removed.' }, () => saveMemory(body))
}

async function sendLock(id: string, lock: LockRequest): Promise<Problem | null> {
  const answer = await call(routes.lockTask, { params: { task_id: id }, body: lock })
  lanesData.refresh()
  return answer.ok ? null : answer.error
}

async function sendUnlock(id: string): Promise<Problem | null> {
  const answer = await call(routes.unlockTask, { params: { task_id: id } })
  lanesData.refresh()
  return answer.ok ? null : answer.error
}

function refreshWaiting(): void {
  briefsData.refresh()
  lanesData.refresh()
}
