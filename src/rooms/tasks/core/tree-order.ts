// Tasks as a person reads them: each below the one that holds it, the most important first.
import { taskPriorities, taskStatuses, taskTypes, type Task } from '../contract.ts'

export type TreeRow = { readonly task: Task; readonly depth: number }

/** Those whose parent is not among them stand at the top, epics before the rest. */
export function treeOrder(tasks: readonly Task[]): TreeRow[] {
  const ids = new Set(tasks.map(({ id }) => id))
  const below = new Map<string | null, Task[]>()
  for (const task of tasks) {
    const parent = task.parent !== null && ids.has(task.parent) ? task.parent : null
    below.set(parent, [...(below.get(parent) ?? []), task])
  }
  const place = (parent: string | null, depth: number): TreeRow[] =>
    (below.get(parent) ?? []).toSorted(byImportance).flatMap((task) => [{ task, depth }, ...place(task.id, depth + 1)])
  return place(null, 0)
}

/** Open before done, then by type, priority, how far it is, and age. */
function byImportance(one: Task, other: Task): number {
  return (
    Number(one.status === 'done') - Number(other.status === 'done') ||
    taskTypes.indexOf(one.type) - taskTypes.indexOf(other.type) ||
    taskPriorities.indexOf(one.priority) - taskPriorities.indexOf(other.priority) ||
    taskStatuses.indexOf(other.status) - taskStatuses.indexOf(one.status) ||
    (one.created_at < other.created_at ? -1 : 1)
  )
}
