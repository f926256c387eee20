// Checks one change of one task against the tree as it stands, before anything is changed.
import { err, ok, type Result } from '#base/result.ts'
import type { FieldError } from '#platform/contract.ts'
import { editTask, type TaskEdit } from '../../core/change.ts'
import { checkPlace, holds } from '../../core/hierarchy.ts'
import type { Actor, TaskRecord } from '../../core/record.ts'
import type { TaskRecordChange } from '../store/ledger.ts'
import { above, type TaskIndex } from '../store/task-index.ts'

export type EditParts = { readonly index: TaskIndex; readonly at: string; readonly who: Actor }

/** Null when the edit changes nothing. */
export function planEdit(
  record: TaskRecord,
  edit: TaskEdit,
  { index, at, who }: EditParts,
): Result<TaskRecordChange | null, readonly FieldError[]> {
  const whole = { ...edit, ...withoutDeadLink(index, record, edit) }
  const wrong = checkEdit(index, record, whole)
  if (wrong.length > 0) return err(wrong)
  const { record: after, description, changes } = editTask(record, whole, { at, who })
  if (after === record) return ok(null)
  return ok({
    before: record,
    after,
    description,
    history: changes.length === 0 ? null : { kind: 'changed', who, changes },
  })
}

/** What is wrong with the place that a task would have after the edit. */
export function checkEdit(
  index: TaskIndex,
  record: Pick<TaskRecord, 'id' | 'type' | 'parent'>,
  edit: Pick<TaskEdit, 'type' | 'parent'>,
): FieldError[] {
  if (edit.type === undefined && edit.parent === undefined) return []
  const asked = edit.parent === undefined ? record.parent : edit.parent
  const parent = asked === null ? null : index.live(asked)
  // The link to a deleted task rests; a wish for one is a mistake.
  const missing = asked !== null && parent === null && edit.parent !== undefined && asked !== record.parent
  return checkPlace({
    id: record.id,
    type: edit.type ?? record.type,
    parent: missing ? 'unknown' : parent,
    above: above(parent?.id ?? null, index),
    childTypes: index.childrenOf(record.id).flatMap((id) => index.live(id)?.type ?? []),
  })
}

/** A link to a deleted task that the new type would not fit goes, so that a restore finds a sound tree. */
function withoutDeadLink(index: TaskIndex, record: TaskRecord, edit: TaskEdit): Pick<TaskEdit, 'parent'> {
  if (edit.type === undefined || edit.parent !== undefined || record.parent === null) return {}
  const parent = index.get(record.parent)
  if (parent === null || parent.deleted_at === null || holds[parent.type].includes(edit.type)) return {}
  return { parent: null }
}
