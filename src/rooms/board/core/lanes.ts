// Which swimlane a card stands in: the epic above it, or none.
import type { TaskCard } from '#rooms/tasks/contract.ts'

/** The lane of what has no epic; it stands at the bottom. */
export const ungrouped = ''

type Linked = Pick<TaskCard, 'id' | 'type' | 'parent'>

/** More than the three levels there are: a parent that leads back to itself ends the walk all the same. */
const mostLevels = 4

/** The tasks above a task, the nearest first. An id that is not known ends the way. */
export function ancestorsOf<T extends Linked>(task: Linked, find: (id: string) => T | null): T[] {
  const above: T[] = []
  let parent = task.parent
  while (parent !== null && above.length < mostLevels) {
    const next = find(parent)
    if (next === null) break
    above.push(next)
    parent = next.parent
  }
  return above
}

/** The id of the epic whose lane it is. An epic stands in its own. */
export function laneOf(task: Linked, above: readonly Linked[]): string {
  return [task, ...above].find(({ type }) => type === 'epic')?.id ?? ungrouped
}
