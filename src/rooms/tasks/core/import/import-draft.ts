// What every import format is read into: tasks with their ids at the source, and what could not be read.
import type { TaskPriority, TaskStatus, TaskType } from '../../contract.ts'

export type ImportDraft = {
  /** Unique within the format. */
  readonly sourceId: string
  /** The task's id if no other task has it; null: one is made. */
  readonly preferredId: string | null
  readonly title: string
  readonly description: string
  readonly type: TaskType
  readonly priority: TaskPriority
  readonly status: TaskStatus
  /** Source id of the task above, or null. */
  readonly parent: string | null
  readonly project: string | null
  readonly sourceRepo: string | null
  readonly url: string | null
  /** What of it could not be kept, for the report. */
  readonly note: string | null
}

/** An item that no task is made of. */
export type Unread = { readonly sourceId: string; readonly title: string; readonly reason: string }

export type Parsed = { readonly drafts: readonly ImportDraft[]; readonly unread: readonly Unread[] }

export type ImportDefaults = {
  readonly project: string | null
  /** Name of the file or list that is imported, for formats whose items have no ids. */
  readonly source: string | null
}

export function joinNotes(...notes: readonly (string | null)[]): string | null {
  const said = notes.filter((note) => note !== null)
  return said.length === 0 ? null : said.join('; ')
}
