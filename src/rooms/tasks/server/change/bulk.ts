// One change for many tasks: all of them in one commit, or none.
import { err, ok, type Result } from '#base/result.ts'
import type { FieldError, Refusal } from '#platform/contract.ts'
import type { BulkAnswer, BulkRequest } from '../../contract.ts'
import { unexpected } from '../../core/change.ts'
import type { Actor } from '../../core/record.ts'
import { changedMeanwhile, planDelete, planRestore, toEdit, wrongFields } from './commands.ts'
import { anew } from './anew.ts'
import { nowIso, type TasksContext } from '../context.ts'
import type { TaskRecordChange } from '../store/ledger.ts'
import { planEdit } from './plan-edit.ts'

/**
 * Refuses with `not_found`, `invalid_request` and, where a task is not as `expect` says, `conflict`: each task by its
 * place in `ids`. Rejects with `StorageError`.
 */
export function bulkEdit(
  context: TasksContext,
  request: BulkRequest,
  who: Actor,
): Promise<Result<BulkAnswer, Refusal>> {
  return anew(context, request.ids, () => bulkOnce(context, request, who))
}

async function bulkOnce(context: TasksContext, request: BulkRequest, who: Actor): Promise<Result<BulkAnswer, Refusal>> {
  const ids = [...new Set(request.ids)]
  const missing = ids.filter((id) => !isThere(context, id, request))
  if (missing.length > 0) return err(unknownIds(request, missing))
  const since = ids.flatMap((id) => changedSince(context, id, request))
  if (since.length > 0) return err({ ...changedMeanwhile(since), reason: sayChanged(since) })
  const at = nowIso(context)
  const planned = planAll(context, ids, { request, who, at })
  if (!planned.ok) return planned
  if (planned.value.length > 0) await context.ledger.commit(planned.value, at)
  const tasks = ids.filter((id) => context.index.live(id) !== null).map((id) => context.index.card(id))
  return ok({ tasks, changed: planned.value.map(({ after }) => after.id) })
}

type Plan = { readonly request: BulkRequest; readonly who: Actor; readonly at: string }

/** Each change is planned on what those before it left; when one can't be, all are taken back. */
function planAll(context: TasksContext, ids: readonly string[], plan: Plan): Result<TaskRecordChange[], Refusal> {
  const { index } = context
  const changes: TaskRecordChange[] = []
  const wrong: FieldError[] = []
  for (const id of ids) {
    const planned = planOne(context, id, plan)
    if (!planned.ok) wrong.push(...planned.error.map(({ reason, field }) => at(plan.request, id, `${field} ${reason}`)))
    else if (planned.value !== null) {
      changes.push(planned.value)
      index.put(planned.value.after)
    }
  }
  for (const { before } of changes.toReversed()) if (before !== null) index.put(before)
  return wrong.length === 0 ? ok(changes) : err(wrongFields(wrong))
}

function planOne(
  context: TasksContext,
  id: string,
  plan: Plan,
): Result<TaskRecordChange | null, readonly FieldError[]> {
  const { index } = context
  const { request, who, at } = plan
  const record = index.get(id)
  if (record === null) return ok(null)
  if (request.delete === true) return ok(record.deleted_at === null ? planDelete(record, at, who) : null)
  if (request.restore === true) return ok(record.deleted_at === null ? null : planRestore(index, record, who))
  return planEdit(record, toEdit(request.set ?? {}), { index, at, who })
}

function changedSince({ index }: TasksContext, id: string, request: BulkRequest): FieldError[] {
  const record = index.live(id)
  if (record === null || request.expect === undefined) return []
  return unexpected(record, request.expect).map(({ field, reason }) => at(request, id, `${field} ${reason}`))
}

/** One task may differ in several fields. */
function sayChanged(details: readonly FieldError[]): string {
  const count = new Set(details.map(({ field }) => field)).size
  return `${count === 1 ? 'One of the tasks was' : `${count} of the tasks were`} changed by somebody else meanwhile.`
}

/** What is deleted already may be deleted once more, so that a repeated request does no harm. */
function isThere({ index }: TasksContext, id: string, { set }: BulkRequest): boolean {
  return (set === undefined ? index.get(id) : index.live(id)) !== null
}

function unknownIds(request: BulkRequest, missing: readonly string[]): Refusal {
  const [first] = missing
  return {
    error: 'not_found',
    reason: missing.length === 1 ? `There is no task ${first}.` : `${missing.length} of the tasks are not there.`,
    hint: 'Nothing was changed. Leave them out, or restore those that were deleted.',
    details: missing.map((id) => at(request, id, 'is no task')),
  }
}

const at = ({ ids }: BulkRequest, id: string, reason: string): FieldError => ({
  field: `ids.${ids.indexOf(id)}`,
  reason,
})
