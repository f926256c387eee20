// A change of many tasks is all or nothing to the service; a person wants what goes, and to be told of the rest.
import type { Problem } from '#platform/web/api/problem.ts'
import type { BulkRequest, TaskCard } from '../contract.ts'
import type { SetOnTasks } from './say-change.ts'

/** What many tasks can be set to at once. */
export type SetOnMany = Pick<SetOnTasks, 'status' | 'priority' | 'parent'>

export type EditedMany = {
  readonly done: string[]
  /** Each with why, in the words of the service. */
  readonly refused: ReadonlyMap<string, Problem>
}

/** `send` resolves with the refusal, or null. Leaves out those that a refusal names, and asks again for the others. */
export async function editWhatGoes(
  request: BulkRequest,
  send: (request: BulkRequest) => Promise<Problem | null>,
): Promise<EditedMany> {
  const refused = new Map<string, Problem>()
  let ids = [...new Set(request.ids)]
  while (ids.length > 0) {
    const problem = await send({ ...request, ids })
    if (problem === null) return { done: ids, refused }
    const named = namedIn(problem, ids)
    for (const [id, why] of named.size === 0 ? ids.map((id) => [id, problem] as const) : named) refused.set(id, why)
    ids = ids.filter((id) => !refused.has(id))
  }
  return { done: [], refused }
}

/** Each task that the details name by its place, `ids.3`, with its own reason. */
function namedIn(problem: Problem, ids: readonly string[]): Map<string, Problem> {
  const named = new Map<string, Problem>()
  for (const { field, reason } of problem.details) {
    const id = ids[Number(/^ids\.(\d+)$/.exec(field)?.[1])]
    if (id !== undefined) named.set(id, { ...problem, reason: `${sayReason(problem, reason)}.`, details: [] })
  }
  return named
}

/** 'status is “done” by now' needs no subject; 'is no task' does. */
function sayReason({ error }: Problem, reason: string): string {
  return error === 'conflict' ? `Changed by somebody else meanwhile: ${reason}` : `It ${reason}`
}

/** The values that a change replaces, so that they can be set again. */
export function oldValuesOf(task: TaskCard, set: SetOnTasks): SetOnTasks {
  const names = Object.keys(set) as readonly (keyof SetOnTasks)[]
  return Object.fromEntries(names.filter((name) => set[name] !== undefined).map((name) => [name, task[name]]))
}
