// What a change makes of a task, and what its history says of it.
import { cutText } from '#base/cut-text.ts'
import type { FieldError } from '#platform/contract.ts'
import { historyTextLimit, type ExpectedTask, type FieldChange } from '../contract.ts'
import type { Actor, TaskRecord } from './record.ts'
import { textHash } from './text-hash.ts'

/** Fields that a person, a session or an import may change. */
export type TaskEdit = Partial<
  Pick<
    TaskRecord,
    'title' | 'type' | 'priority' | 'status' | 'parent' | 'project' | 'source_repo' | 'source_url' | 'source_seen'
  >
> & { readonly description?: string }

export type Edited = {
  readonly record: TaskRecord
  /** The new text, if it is another one. */
  readonly description: string | null
  /** In a fixed order; the old description is not known here and filled in by the store. */
  readonly changes: readonly FieldChange[]
}

const fields = ['title', 'type', 'priority', 'status', 'parent', 'project', 'source_repo', 'source_url'] as const

/** `changes` is empty when nothing is different; then the record is the same one, but for `source_seen`. */
export function editTask(
  record: TaskRecord,
  edit: TaskEdit,
  { at, who }: { readonly at: string; readonly who: Actor },
): Edited {
  const { description, ...plain } = edit
  const changes = fields.flatMap((field) => changeOf(field, record[field], plain[field]))
  const hash = description === undefined ? record.description_hash : textHash(description)
  const isNewText = description !== undefined && hash !== record.description_hash
  if (isNewText) changes.push({ field: 'description', from: null, to: cut(description) })
  if (changes.length === 0) {
    const seen = plain.source_seen
    const same = seen === undefined || seen === record.source_seen
    return { record: same ? record : { ...record, source_seen: seen }, description: null, changes }
  }
  const next = { ...record, ...plain, description_hash: hash, updated_at: at }
  const since = next.status === record.status ? record.status_since : at
  return {
    record: { ...next, status_since: since, ...closing(record, next, { at, who }), ...blockedBy(record, next, who) },
    description: isNewText ? description : null,
    changes,
  }
}

/** The fields that are not as the caller last saw them, each with how it stands. */
export function unexpected(record: TaskRecord, expected: ExpectedTask): FieldError[] {
  const { description, ...plain } = expected
  const found = expectable.flatMap((field) => {
    const wanted = plain[field]
    return wanted === undefined || wanted === record[field]
      ? []
      : [{ field, reason: `is ${said(record[field])} by now` }]
  })
  if (description === undefined || textHash(description ?? '') === record.description_hash) return found
  return [...found, { field: 'description', reason: 'is another text by now' }]
}

const expectable = ['title', 'type', 'priority', 'status', 'parent', 'project', 'source_repo'] as const

function said(value: string | null): string {
  return value === null ? 'empty' : `“${cutText(value, 60)}”`
}

function changeOf(field: string, from: string | null, to: string | null | undefined): FieldChange[] {
  return to === undefined || to === from ? [] : [{ field, from: cut(from), to: cut(to) }]
}

function closing(
  before: TaskRecord,
  after: TaskRecord,
  { at, who }: { readonly at: string; readonly who: Actor },
): Pick<TaskRecord, 'done_at' | 'closed_by'> {
  if (after.status !== 'done') return { done_at: null, closed_by: null }
  if (before.status === 'done') return { done_at: before.done_at, closed_by: before.closed_by }
  return { done_at: at, closed_by: who.actor }
}

/** One that an import blocked came so: nobody here has to look. */
function blockedBy(before: TaskRecord, after: TaskRecord, who: Actor): Pick<TaskRecord, 'blocker' | 'blocker_name'> {
  if (after.status !== 'blocked') return { blocker: null, blocker_name: null }
  if (before.status === 'blocked') return { blocker: before.blocker, blocker_name: before.blocker_name }
  return who.actor === 'import' ? { blocker: null, blocker_name: null } : { blocker: who.actor, blocker_name: who.by }
}

function cut(text: string): string
function cut(text: string | null): string | null
function cut(text: string | null): string | null {
  return text === null ? null : cutText(text, historyTextLimit)
}
