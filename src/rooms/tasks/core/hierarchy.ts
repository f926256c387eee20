// The three levels: an epic holds stories and tasks, a story tasks, a task nothing.
import type { FieldError } from '#platform/contract.ts'
import type { TaskType } from '../contract.ts'

/** What each type may hold. Levels only go down, so that no cycle can come about. */
export const holds: Readonly<Record<TaskType, readonly TaskType[]>> = {
  epic: ['story', 'task'],
  story: ['task'],
  task: [],
}

export type TreePlace = {
  readonly id: string
  readonly type: TaskType
  /** The task above: its id and type; null for none, `unknown` for an id that is no task. */
  readonly parent: { readonly id: string; readonly type: TaskType } | null | 'unknown'
  /** Ids from the wanted parent up. */
  readonly above: readonly string[]
  readonly childTypes: readonly TaskType[]
}

/** What is wrong with the place; empty when nothing is. */
export function checkPlace(place: TreePlace): FieldError[] {
  return [...checkParent(place), ...checkChildren(place)]
}

function checkParent({ id, type, parent, above }: TreePlace): FieldError[] {
  if (parent === null) return []
  if (parent === 'unknown') return [{ field: 'parent', reason: 'is no task' }]
  if (parent.id === id) return [{ field: 'parent', reason: 'is the task itself' }]
  if (above.includes(id)) return [{ field: 'parent', reason: 'lies below this task: that would be a cycle' }]
  if (holds[parent.type].includes(type)) return []
  const reason =
    holds[parent.type].length === 0
      ? `is ${article(parent.type)}, which holds no other tasks`
      : `is ${article(parent.type)}, which holds ${plural(holds[parent.type])}, not ${article(type)}`
  return [{ field: 'parent', reason }]
}

function checkChildren({ type, childTypes }: TreePlace): FieldError[] {
  const misfits = [...new Set(childTypes.filter((child) => !holds[type].includes(child)))]
  if (misfits.length === 0) return []
  return [
    { field: 'type', reason: `must stay what it is: ${article(type)} can't hold the ${plural(misfits)} below it` },
  ]
}

const plurals: Readonly<Record<TaskType, string>> = { epic: 'epics', story: 'stories', task: 'tasks' }
const plural = (types: readonly TaskType[]): string => types.map((type) => plurals[type]).join(' and ')
/** `an epic`. */
export const article = (type: TaskType): string => (type === 'epic' ? 'an epic' : `a ${type}`)
