// What the board shows: by text, type, priority, and whether a person is needed.
import { isFoundBy } from '#base/found-by.ts'
import type { TaskPriority, TaskType } from '#rooms/tasks/contract.ts'
import type { CardTexts, PlanPlace } from '../contract.ts'

/** Lower-case words; a card has to hold every one of them. */
export type Words = readonly string[]

export type BoardFilter = {
  readonly words: Words
  readonly type: TaskType | null
  readonly priority: TaskPriority | null
  /** Only cards that need a person. */
  readonly needsOnly: boolean
}

export const noFilter: BoardFilter = { words: [], type: null, priority: null, needsOnly: false }

export function isFiltering({ words, type, priority, needsOnly }: BoardFilter): boolean {
  return words.length > 0 || type !== null || priority !== null || needsOnly
}

export function parseWords(text: string): Words {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** Whether the texts hold every word, in any of them; they are asked for only when there are words. */
export function textsMatch(words: Words, texts: () => CardTexts): boolean {
  if (words.length === 0) return true
  const held = texts()
  return words.every((word) => isFoundBy(word, held))
}

/** Type and priority ask about tasks; a card passes with the task that it works on, and not without one. */
export function planMatches(
  task: Pick<PlanPlace, 'type' | 'priority'> | null,
  { type, priority }: BoardFilter,
): boolean {
  if (type === null && priority === null) return true
  if (task === null) return false
  return (type === null || task.type === type) && (priority === null || task.priority === priority)
}
