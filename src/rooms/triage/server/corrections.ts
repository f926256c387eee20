// What a person may do to scores and lanes: lock, unlock, correct, and take a correction back.
import { err, ok, type Result } from '#base/result.ts'
import { shellWord } from '#base/shell-word.ts'
import type { Refusal } from '#platform/contract.ts'
import type { WhoAsks } from '#platform/server/http/who-asks.ts'
import { scriptOf, type Write } from '#platform/server/db/group-commit.ts'
import type { Task, TaskCard } from '#rooms/tasks/contract.ts'
import type { CreateOverride, Lane, LockRequest, ScoreDimension, ScoreOverride } from '../contract.ts'
import { isDimension } from '../core/lanes.ts'
import { laneOf, lockOf } from '../core/open-tasks.ts'
import { nowIso, tell, type TriageContext } from './context.ts'
import { triageNews } from './follow-others.ts'
import { triageState } from './views/state.ts'
import type { NewOverride } from './stores/overrides.ts'

export type Locked = { readonly task: Task; readonly override: ScoreOverride }

/** Refuses with `not_found`. A second lock moves it to the other lane. Rejects with `StorageError`, as all here do. */
export async function lockTask(
  context: TriageContext,
  taskId: string,
  { lane, reason, who }: LockRequest & { readonly who: WhoAsks },
): Promise<Result<Locked, Refusal>> {
  const card = context.tasks.card(taskId)
  if (card === null) return err(unknownTask(taskId))
  const override = await setLock(context, card, { lane, reason: reason ?? null, who })
  return present(context, override)
}

/** Refuses with `not_found`. A task that is not locked stays so, and the wish is kept. */
export async function unlockTask(
  context: TriageContext,
  taskId: string,
  who: WhoAsks,
): Promise<Result<Locked, Refusal>> {
  const card = context.tasks.card(taskId)
  if (card === null) return err(unknownTask(taskId))
  const override = await setLock(context, card, { lane: null, reason: null, who })
  return present(context, override)
}

/** Refuses with `not_found`, and `invalid_request` for a lock without a lane to lock at. */
export async function addOverride(
  context: TriageContext,
  request: CreateOverride,
  who: WhoAsks,
): Promise<Result<ScoreOverride, Refusal>> {
  const { task_id: taskId, dimension, new_value: value, user_reason: reason } = request
  const card = context.tasks.card(taskId)
  if (card === null) return err(unknownTask(taskId))
  if (dimension === 'locked') {
    const lane = value === '1' ? laneOf(card) : null
    if (value === '1' && lane === null) return err(noLane(taskId))
    return ok(await setLock(context, card, { lane, reason: reason ?? null, who }))
  }
  const override: NewOverride = {
    task_id: taskId,
    dimension,
    old_value: request.old_value ?? (await valueInForce(context, card, dimension)),
    new_value: value,
    user_reason: reason === undefined || reason === '' ? null : reason,
    lane: null,
    created_at: nowIso(context),
  }
  const saved = await save(context, { override, who }, null)
  await tellLanes(context)
  return ok(saved)
}

/** Refuses with `not_found`, and `conflict` for what a run has read and for locks. */
export async function removeOverride(context: TriageContext, id: number): Promise<Result<null, Refusal>> {
  const override = await context.overrides.find(id)
  if (override === null) return err({ error: 'not_found', reason: `There is no correction ${id}.` })
  if (override.dimension === 'locked') return err(lockStays(override))
  if (override.applied_to_run_id !== null) return err(alreadyRead(override))
  await context.commits.write({ script: () => context.overrides.remove(id), news: () => triageNews })
  await tellLanes(context)
  return ok(null)
}

type Lock = { readonly lane: Lane | null; readonly reason: string | null; readonly who: WhoAsks }

async function setLock(context: TriageContext, card: TaskCard, { lane, reason, who }: Lock): Promise<ScoreOverride> {
  const override: NewOverride = {
    task_id: card.id,
    dimension: 'locked',
    old_value: lockOf(card) === null ? '0' : '1',
    new_value: lane === null ? '0' : '1',
    user_reason: reason === '' ? null : reason,
    lane,
    created_at: nowIso(context),
  }
  const saved = await save(context, { override, who }, context.tasks.lock(card.id, lane))
  await tellLanes(context)
  return saved
}

type Said = { readonly override: NewOverride; readonly who: WhoAsks }

/** The row, and what changes on the task with it: one transaction for both. */
async function save(context: TriageContext, { override, who }: Said, onTask: Write | null): Promise<ScoreOverride> {
  let id = 0
  await context.commits.write({
    *script() {
      if (onTask !== null) yield* scriptOf(onTask)
      id = yield* context.overrides.insert(override, who)
    },
    news: () => [...(onTask?.news?.() ?? []), ...triageNews],
    committed: () => onTask?.committed?.(),
    undo: () => onTask?.undo?.(),
  })
  return { ...override, id, applied_to_run_id: null }
}

async function valueInForce(
  context: TriageContext,
  card: TaskCard,
  dimension: ScoreDimension | 'lane',
): Promise<string | null> {
  if (!isDimension(dimension)) return laneOf(card)
  const record = (await context.scores.latest([card.id])).get(card.id)
  return record?.parts === undefined || record.parts === null ? null : String(record.parts[dimension])
}

async function present(context: TriageContext, override: ScoreOverride): Promise<Result<Locked, Refusal>> {
  const task = await context.tasks.task(override.task_id)
  return task === null ? err(unknownTask(override.task_id)) : ok({ task, override })
}

async function tellLanes(context: TriageContext): Promise<void> {
  tell(context, { id: 'lanes', value: await triageState(context) })
}

export function unknownTask(id: string): Refusal {
  return {
    error: 'not_found',
    reason: `There is no task ${id}.`,
    hint: 'See which there are with: orrery task ls',
    details: [{ field: 'task_id', reason: 'is not the id of a task' }],
  }
}

function noLane(id: string): Refusal {
  return {
    error: 'invalid_request',
    reason: `The task ${id} is in no lane that it could be locked at.`,
    hint: `Say which lane, as with: orrery triage lock ${shellWord(id)} now`,
    details: [{ field: 'new_value', reason: 'locks at the present lane, and the task has none' }],
  }
}

function lockStays({ task_id: id }: ScoreOverride): Refusal {
  return {
    error: 'conflict',
    reason: 'A lock or unlock is not taken back; it is undone by its opposite.',
    hint: `Unlock it, or lock it again: orrery triage unlock ${shellWord(id)}`,
  }
}

function alreadyRead({ applied_to_run_id: run }: ScoreOverride): Refusal {
  return {
    error: 'conflict',
    reason: `Run ${run} has read this correction already.`,
    hint: 'Correct the value again; the next run obeys that.',
  }
}
