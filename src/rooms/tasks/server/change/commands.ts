// What a person or a program may ask of a task: make it, change it, delete it, bring it back.
import { err, ok, type Result } from '#base/result.ts'
import { shellWord } from '#base/shell-word.ts'
import type { FieldError, Refusal } from '#platform/contract.ts'
import type { ChangeTask, CreateTask, Task, TaskCard } from '../../contract.ts'
import { unexpected, type TaskEdit } from '../../core/change.ts'
import { holds } from '../../core/hierarchy.ts'
import { newTaskRecord, type Actor, type TaskRecord } from '../../core/record.ts'
import { toTask } from '../../core/task-view.ts'
import { textHash } from '../../core/text-hash.ts'
import { nowIso, type TasksContext } from '../context.ts'
import { anew } from './anew.ts'
import type { TaskRecordChange } from '../store/ledger.ts'
import { checkEdit, planEdit } from './plan-edit.ts'
import type { TaskIndex } from '../store/task-index.ts'

/** Refuses with `conflict` and `invalid_request`. Rejects with `StorageError`, as all commands here do. */
export function createTask(context: TasksContext, request: CreateTask, who: Actor): Promise<Result<Task, Refusal>> {
  return anew(context, request.parent === undefined || request.parent === null ? [] : [request.parent], () =>
    createOnce(context, request, who),
  )
}

async function createOnce(context: TasksContext, request: CreateTask, who: Actor): Promise<Result<Task, Refusal>> {
  const { index } = context
  const id = request.id ?? context.makeId()
  const known = index.get(id)
  if (known !== null) return err(idInUse(known))
  const description = request.description ?? ''
  const status = request.status ?? 'backlog'
  const at = nowIso(context)
  const record = newTaskRecord(
    {
      seq: index.nextSeq(),
      id,
      title: request.title,
      description_hash: textHash(description),
      type: request.type ?? 'task',
      priority: request.priority ?? 'P3',
      status,
      closed_by: status === 'done' ? who.actor : null,
      project: request.project ?? null,
      source_repo: request.source_repo ?? null,
    },
    at,
  )
  const parent = request.parent ?? null
  const wrong = checkEdit(index, record, { type: record.type, parent })
  if (wrong.length > 0) return err(wrongFields(wrong))
  const after = { ...record, parent }
  await context.ledger.commit(
    [{ before: null, after, description, history: { kind: 'created', who, changes: [] } }],
    at,
  )
  return present(context, id, description)
}

/**
 * Refuses with `not_found`, `invalid_request`, and `conflict` where the task is not as `expect` says. What is left out
 * stays; a change to the same changes nothing.
 */
export function changeTask(context: TasksContext, id: string, asked: AskedChange): Promise<Result<Task, Refusal>> {
  const { parent } = asked.request
  const ids = parent === undefined || parent === null ? [id] : [id, parent]
  return anew(context, ids, () => changeOnce(context, id, asked))
}

type AskedChange = { readonly request: ChangeTask; readonly who: Actor }

async function changeOnce(
  context: TasksContext,
  id: string,
  { request: { expect = {}, ...request }, who }: AskedChange,
): Promise<Result<Task, Refusal>> {
  const record = context.index.live(id)
  if (record === null) return err(unknownTask(context.index, id))
  const changedSince = unexpected(record, expect)
  if (changedSince.length > 0) return err(changedMeanwhile(changedSince))
  const at = nowIso(context)
  const planned = planEdit(record, toEdit(request), { index: context.index, at, who })
  if (!planned.ok) return err(wrongFields(planned.error))
  if (planned.value !== null) await context.ledger.commit([planned.value], at)
  return present(context, id, planned.value?.description ?? null)
}

/** What lies below a deleted task stands without a parent until it comes back. Refuses with `not_found`. */
export function deleteTask(context: TasksContext, id: string, who: Actor): Promise<Result<null, Refusal>> {
  return anew(context, [id], () => deleteOnce(context, id, who))
}

async function deleteOnce(context: TasksContext, id: string, who: Actor): Promise<Result<null, Refusal>> {
  const record = context.index.live(id)
  if (record === null) return err(unknownTask(context.index, id))
  const at = nowIso(context)
  await context.ledger.commit([planDelete(record, at, who)], at)
  return ok(null)
}

/** Brings a deleted task back with its links. One that is there is answered as it is. Refuses with `not_found`. */
export function restoreTask(context: TasksContext, id: string, who: Actor): Promise<Result<Task, Refusal>> {
  return anew(context, [id], () => restoreOnce(context, id, who))
}

async function restoreOnce(context: TasksContext, id: string, who: Actor): Promise<Result<Task, Refusal>> {
  const record = context.index.get(id)
  if (record === null) return err(unknownTask(context.index, id))
  if (record.deleted_at !== null) {
    await context.ledger.commit([planRestore(context.index, record, who)], nowIso(context))
  }
  return present(context, id, null)
}

/** The task as it now stands. Refuses with `not_found`. */
export function readTask(context: TasksContext, id: string): Promise<Result<Task, Refusal>> {
  return anew(context, [id], async () =>
    context.index.live(id) === null ? err(unknownTask(context.index, id)) : await present(context, id, null),
  )
}

export function planDelete(record: TaskRecord, at: string, who: Actor): TaskRecordChange {
  const history = { kind: 'deleted', who, changes: [] } as const
  return { before: record, after: { ...record, deleted_at: at }, description: null, history }
}

/** Its type stayed what it was, but that of the task above may be another one by now: then the link goes. */
export function planRestore(index: TaskIndex, record: TaskRecord, who: Actor): TaskRecordChange {
  const parent = record.parent === null ? null : index.get(record.parent)
  const fits = parent !== null && holds[parent.type].includes(record.type)
  const after = { ...record, deleted_at: null, parent: fits ? record.parent : null }
  return { before: record, after, description: null, history: { kind: 'restored', who, changes: [] } }
}

/** Null means none on the wire; a description is never null inside. */
export function toEdit({ description, ...request }: Omit<ChangeTask, 'expect'>): TaskEdit {
  const given = Object.entries(request).filter(([, value]) => value !== undefined)
  const edit = Object.fromEntries(given) as TaskEdit
  return description === undefined ? edit : { ...edit, description: description ?? '' }
}

export function wrongFields(details: readonly FieldError[]): Refusal {
  const [first] = details
  return {
    error: 'invalid_request',
    reason: `The request is not valid: "${first?.field ?? ''}" ${first?.reason ?? 'does not fit'}.`,
    details,
  }
}

/** Somebody else changed what the caller meant to change. */
export function changedMeanwhile(details: readonly FieldError[]): Refusal {
  const [first] = details
  return {
    error: 'conflict',
    reason: `Changed by somebody else meanwhile: the ${first?.field ?? 'task'} ${first?.reason ?? 'is another one'}.`,
    hint: 'Nothing was changed. Look at it as it stands, then decide.',
    details,
  }
}

export function unknownTask(index: TaskIndex, id: string): Refusal {
  const deleted = index.get(id) !== null
  return {
    error: 'not_found',
    reason: deleted ? `The task ${id} is deleted.` : `There is no task ${id}.`,
    ...(deleted ? { hint: `Bring it back with: orrery task restore ${shellWord(id)}` } : {}),
  }
}

function idInUse({ id, deleted_at: deletedAt }: TaskRecord): Refusal {
  return {
    error: 'conflict',
    reason: deletedAt === null ? `A task ${id} is there already.` : `A deleted task has the id ${id}.`,
    hint:
      deletedAt === null
        ? 'Choose another id, leave it out so that one is made, or change the task with PATCH.'
        : 'Choose another id, or restore the task.',
    details: [{ field: 'id', reason: 'is in use' }],
  }
}

/** `description` null: it is read. Somebody may have deleted the task since. */
async function present(context: TasksContext, id: string, description: string | null): Promise<Result<Task, Refusal>> {
  const text = description ?? (await context.store.description(id))
  const card = cardOf(context.index, id)
  return card === null ? err(unknownTask(context.index, id)) : ok(toTask(card, text))
}

function cardOf(index: TaskIndex, id: string): TaskCard | null {
  return index.live(id) === null ? null : index.card(id)
}
