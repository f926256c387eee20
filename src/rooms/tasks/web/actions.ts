// What a person does to tasks: shown at once, snapped back with the reason when the service refuses, and undone as one.
import { tellOutcome } from '#platform/web/actions/tell-outcome.ts'
import type { ActionOutcome } from '#platform/web/actions/outcome.ts'
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { report } from '#platform/web/ui/report.ts'
import { toastWithUndo } from '#platform/web/ui/toasts.ts'
import * as routes from '../api.ts'
import type { BulkRequest, ChangeTask, CreateTask, Task, TaskCard } from '../contract.ts'
import { editWhatGoes, oldValuesOf, type SetOnMany } from './edit-many.ts'
import { sayChange, type SetOnTasks } from './say-change.ts'
import { learnTask, tasks } from './task-store.ts'

/** Changes one task and says so with an Undo. `failure` as in 'Not moved'. Resolves with whether the service took it. */
export async function changeTask(task: TaskCard, set: SetOnTasks, failure: string): Promise<boolean> {
  const problem = await send(task, set)
  if (problem !== null) {
    report(failure, problem, () => void changeTask(task, set, failure))
    return false
  }
  const before = oldValuesOf(task, set)
  toastWithUndo({ tone: set.status ?? task.status, ...sayChange([task], set, titleOf) }, () =>
    send(task, { ...before, expect: set }),
  )
  return true
}

/** The text as it is to stand; `from` is the one that the writer saw. Resolves with the refusal, or null. */
export async function saveDescription(task: TaskCard, text: string, from: string): Promise<Problem | null> {
  const problem = await send(task, describe(text, from))
  if (problem !== null) return problem
  toastWithUndo({ tone: task.status, title: 'Description saved.', text: `“${task.title}”` }, () =>
    send(task, describe(from, text)),
  )
  return null
}

/** A request holds a megabyte: where both texts would not fit, the last one wins. */
const mostExpected = 400_000

function describe(text: string, from: string): ChangeTask {
  return text.length + from.length > mostExpected
    ? { description: text }
    : { description: text, expect: { description: from } }
}

/** What of several can be changed is, in one commit. */
export async function setOnTasks(ids: readonly string[], set: SetOnMany): Promise<ActionOutcome> {
  const before = ids.flatMap((id) => tasks.get(id) ?? [])
  const lifts = ids.map((id) => tasks.overlay(id, (truth) => shownWith(truth, set)))
  const { done, refused } = await edit({ ids: [...ids], set })
  for (const lift of lifts) lift()
  const changed = before.filter(({ id }) => done.includes(id))
  return { ...named(before, done, refused), undo: changed.length === 0 ? null : () => putBack(changed, set) }
}

/** As `setOnTasks`, told. */
export async function changeTasks(ids: readonly string[], set: SetOnMany): Promise<void> {
  const before = ids.flatMap((id) => tasks.get(id) ?? [])
  const outcome = await setOnTasks(ids, set)
  tellOutcome(outcome, {
    verb: 'changed',
    tone: set.status ?? 'done',
    said: sayChange(before, set, titleOf),
    goOn: () => void changeTasks(ids, set),
  })
}

/** As `removeTasks`, told. */
export async function deleteTasks(ids: readonly string[]): Promise<void> {
  tellOutcome(await removeTasks(ids), { verb: 'deleted', tone: 'idle', goOn: () => void deleteTasks(ids) })
}

/** Gone at once; Undo brings them back as they were. */
export async function removeTasks(ids: readonly string[]): Promise<ActionOutcome> {
  const before = ids.flatMap((id) => tasks.get(id) ?? [])
  const lifts = ids.map((id) => tasks.overlay(id, () => null))
  const { done, refused } = await edit({ ids: [...ids], delete: true })
  tasks.apply(done.map((id) => ({ id, value: null })))
  for (const lift of lifts) lift()
  const restore = async () => firstProblem((await edit({ ids: done, restore: true })).refused)
  return { ...named(before, done, refused), undo: done.length === 0 ? null : restore }
}

/** Resolves with the refusal, or with the task that was made. */
export async function createTask(fields: CreateTask): Promise<{ task: Task } | { problem: Problem }> {
  const answer = await call(routes.createTask, { body: fields })
  if (!answer.ok) return { problem: answer.error }
  learnTask(answer.value.task)
  return answer.value
}

async function send(task: TaskCard, change: ChangeTask): Promise<Problem | null> {
  const lift = tasks.overlay(task.id, (truth) => shownWith(truth, change))
  const answer = await call(routes.changeTask, { params: { id: task.id }, body: change })
  if (answer.ok) learnTask(answer.value.task)
  lift()
  return answer.ok ? null : answer.error
}

/** Tasks that were alike go back in one request; those that were changed since stay. */
async function putBack(before: readonly TaskCard[], set: SetOnMany): Promise<Problem | null> {
  const groups = Map.groupBy(before, (task) => JSON.stringify(oldValuesOf(task, set)))
  const refused = new Map<string, Problem>()
  for (const alike of groups.values()) {
    const [one] = alike
    if (one === undefined) continue
    const ids = alike.map(({ id }) => id)
    const edited = await edit({ ids, set: oldValuesOf(one, set), expect: set })
    for (const [id, problem] of edited.refused) refused.set(id, problem)
  }
  const first = firstProblem(refused)
  if (first === null || refused.size === before.length) return first
  return { ...first, reason: `${refused.size} of ${before.length} stay as they are: ${lowerFirst(first.reason)}` }
}

function edit(request: BulkRequest) {
  return editWhatGoes(request, async (body) => {
    const answer = await call(routes.editTasks, { body })
    if (!answer.ok) return answer.error
    for (const task of answer.value.tasks) learnTask(task)
    return null
  })
}

function firstProblem(refused: ReadonlyMap<string, Problem>): Problem | null {
  return refused.values().next().value ?? null
}

function named(
  before: readonly TaskCard[],
  done: readonly string[],
  refused: ReadonlyMap<string, Problem>,
): Pick<ActionOutcome, 'done' | 'refused'> {
  const nameOf = (id: string) => before.find((task) => task.id === id)?.title ?? id
  return {
    done: done.map(nameOf),
    refused: [...refused].map(([id, problem]) => ({ title: nameOf(id), problem })),
  }
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

function titleOf(id: string): string | null {
  return tasks.get(id)?.title ?? null
}

/** What the card shows until the answer: fields that are left out stay. */
function shownWith(truth: TaskCard, change: ChangeTask): TaskCard {
  const { description: _text, expect: _seen, ...fields } = change
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const isMoved = fields.status !== undefined && fields.status !== truth.status
  return {
    ...truth,
    ...Object.fromEntries(given),
    ...(isMoved ? { status_since: new Date().toISOString() } : {}),
  }
}
