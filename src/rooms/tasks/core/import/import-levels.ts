// Fits a tree of any depth into the three levels of the board.
import type { TaskType } from '../../contract.ts'

export type Leveled = {
  readonly type: TaskType
  /** The parent after items that lay too deep were moved up; null for none. */
  readonly parent: string | null
  readonly note: string | null
}

/**
 * What holds others is an epic at the top and a story below it; everything else is a task. What lies deeper than three
 * levels moves up to the story above it; a circle of parents is cut.
 */
export function assignLevels(parentOf: ReadonlyMap<string, string | null>): Map<string, Leveled> {
  const holders = new Set([...parentOf.values()].filter((parent) => parent !== null && parentOf.has(parent)))
  const leveled = new Map<string, Leveled>()
  for (const [id, given] of parentOf) {
    const path = pathAbove(id, parentOf)
    if (path === null)
      leveled.set(id, { type: 'task', parent: null, note: 'its parents form a circle; it has none now' })
    else if (path.length === 0) leveled.set(id, { type: holders.has(id) ? 'epic' : 'task', parent: given, note: null })
    else if (path.length === 1) {
      leveled.set(id, { type: holders.has(id) ? 'story' : 'task', parent: path[0] ?? null, note: null })
    } else {
      const story = path.at(-2) ?? null
      const note = path.length > 2 ? 'lay deeper than three levels and moved up' : null
      leveled.set(id, { type: 'task', parent: story, note })
    }
  }
  return leveled
}

/** Ids from the parent up to the top, those that are part of the import; null for a circle. */
function pathAbove(id: string, parentOf: ReadonlyMap<string, string | null>): string[] | null {
  const path = new Set<string>()
  let next = parentOf.get(id) ?? null
  while (next !== null && parentOf.has(next)) {
    if (next === id || path.has(next)) return null
    path.add(next)
    next = parentOf.get(next) ?? null
  }
  return [...path]
}
