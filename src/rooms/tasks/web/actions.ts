// What a person does to tasks: shown at once, snapped back with the reason when the service refuses.
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { report } from '#platform/web/ui/report.ts'
import { toast } from '#platform/web/ui/toasts.ts'
import * as routes from '../api.ts'
import type { BulkRequest, ChangeTask, CreateTask, Task, TaskCard } from '../contract.ts'
import { learnTask, tasks } from './task-store.ts'

/** `failure` as in 'Not moved'. Resolves with whether the service took it. */
export async function changeTask(task: TaskCard, change: ChangeTask, failure: string): Promise<boolean> {
  const lift = tasks.overlay(task.id, (truth) => shownWith(truth, change))
  const answer = await call(routes.changeTask, { params: { id: task.id }, body: change })
  if (answer.ok) learnTask(answer.value.task)
  lift()
  if (!answer.ok) report(failure, answer.error)
  return answer.ok
}

type BulkChange = Pick<ChangeTask, 'status' | 'priority' | 'parent'>

/** All or none; Undo puts each back to what it was. */
export async function changeTasks(ids: readonly string[], set: BulkChange): Promise<void> {
  const before = ids.flatMap((id) => tasks.get(id) ?? [])
  const lifts = ids.map((id) => tasks.overlay(id, (truth) => shownWith(truth, set)))
  const problem = await bulk({ ids: [...ids], set })
  for (const lift of lifts) lift()
  if (problem !== null) return report('Not changed', problem)
  toast({
    tone: 'done',
    title: `${countTasks(ids.length)} changed.`,
    action: { label: 'Undo', run: () => void putBack(before, set) },
  })
}

/** Gone at once; Undo brings them back as they were. */
export async function removeTasks(ids: readonly string[]): Promise<void> {
  const title = tasks.get(ids[0] ?? '')?.title ?? ''
  const lifts = ids.map((id) => tasks.overlay(id, () => null))
  const problem = await bulk({ ids: [...ids], delete: true })
  if (problem === null) tasks.apply(ids.map((id) => ({ id, value: null })))
  for (const lift of lifts) lift()
  if (problem !== null) return report('Not deleted', problem)
  toast({
    tone: 'idle',
    title: ids.length === 1 ? `Deleted “${title}”.` : `${countTasks(ids.length)} deleted.`,
    action: { label: 'Undo', run: () => void restore(ids) },
    lastsMs: undoMs,
  })
}

/** Long enough to notice a slip and press Undo. */
const undoMs = 10_000

/** Resolves with the refusal, or with the task that was made. */
export async function createTask(fields: CreateTask): Promise<{ task: Task } | { problem: Problem }> {
  const answer = await call(routes.createTask, { body: fields })
  if (!answer.ok) return { problem: answer.error }
  learnTask(answer.value.task)
  return answer.value
}

async function restore(ids: readonly string[]): Promise<void> {
  const problem = await bulk({ ids: [...ids], restore: true })
  if (problem !== null) report('Not brought back', problem)
}

/** Tasks that were alike go back in one request. */
async function putBack(before: readonly TaskCard[], set: BulkChange): Promise<void> {
  const groups = new Map<string, { set: BulkChange; ids: string[] }>()
  for (const task of before) {
    const old: BulkChange = {
      ...(set.status === undefined ? {} : { status: task.status }),
      ...(set.priority === undefined ? {} : { priority: task.priority }),
      ...(set.parent === undefined ? {} : { parent: task.parent }),
    }
    const key = JSON.stringify(old)
    groups.set(key, { set: old, ids: [...(groups.get(key)?.ids ?? []), task.id] })
  }
  for (const { set: old, ids } of groups.values()) {
    const problem = await bulk({ ids, set: old })
    if (problem !== null) return report('Not undone', problem)
  }
}

async function bulk(body: BulkRequest): Promise<Problem | null> {
  const answer = await call(routes.editTasks, { body })
  if (!answer.ok) return answer.error
  for (const task of answer.value.tasks) learnTask(task)
  return null
}

/** What the card shows until the answer: fields that are left out stay. */
function shownWith(truth: TaskCard, change: ChangeTask): TaskCard {
  const { description: _, ...fields } = change
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const isMoved = fields.status !== undefined && fields.status !== truth.status
  return {
    ...truth,
    ...Object.fromEntries(given),
    ...(isMoved ? { status_since: new Date().toISOString() } : {}),
  }
}

function countTasks(count: number): string {
  return count === 1 ? '1 task' : `${count} tasks`
}
