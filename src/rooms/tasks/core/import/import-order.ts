// Puts parents before their children.
import type { TaskType } from '../../contract.ts'
import type { ImportDraft } from './import-draft.ts'

const rank: Readonly<Record<TaskType, number>> = { epic: 0, story: 1, task: 2 }

/** Levels only go down, so that the order of types is enough; within one the order of the export stays. */
export function parentsFirst(drafts: readonly ImportDraft[]): ImportDraft[] {
  return drafts.toSorted((one, other) => rank[one.type] - rank[other.type])
}
