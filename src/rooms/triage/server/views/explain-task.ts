// Everything that put a task where it is: the model's parts, corrections, what stood in the prompt, and its lock.
import type { TriageRun } from '../../contract.ts'
import type { Explanation } from '../../contract/views.ts'
import { whyHere } from '../../core/explain.ts'
import { laneMembers } from '../../core/lane-members.ts'
import { laneOf, lockOf } from '../../core/open-tasks.ts'
import { arithmeticOf } from '../../core/score.ts'
import type { TriageContext } from '../context.ts'
import { lockFrom } from './lanes-view.ts'
import type { StoredScore } from '../stores/scores.ts'

const shownHistory = 20
const shownOverrides = 50

/** Null for a task that is unknown or deleted. */
export async function explainTask(context: TriageContext, taskId: string): Promise<Explanation | null> {
  const [history, overrides, locks] = await Promise.all([
    context.scores.history(taskId, shownHistory),
    context.overrides.list({ limit: shownOverrides, from: null, applied: null, taskId }),
    context.overrides.lastLocks([taskId]),
  ])
  const record = history[0] ?? null
  const run = record === null ? null : await readRun(context, record.scored_in_run_id)
  const briefs = record === null ? [] : await context.briefs.readBy(record.scored_in_run_id)
  const task = context.tasks.card(taskId)
  if (task === null) return null
  const lockedLane = lockOf(task)
  const member = laneMembers(context.tasks.cards()).find(({ card }) => card.id === taskId) ?? null
  const lock = lockedLane === null ? null : lockFrom(lockedLane, locks.get(taskId))
  const { rows } = overrides
  return {
    task,
    lane: task.status === 'done' ? null : laneOf(task),
    rank: member?.rank ?? null,
    why: whyHere({
      lock,
      member,
      record,
      applied: rows.filter((row) => row.applied_to_run_id === record?.run_id),
      pending: rows.filter((row) => row.applied_to_run_id === null),
      isOpen: task.status !== 'done',
    }),
    arithmetic: record?.parts === undefined || record.parts === null ? null : arithmeticOf(record.parts),
    run,
    history: history.map(toRecord),
    lock,
    overrides: [...rows],
    briefs,
  }
}

async function readRun(context: TriageContext, id: number): Promise<TriageRun | null> {
  const found = await context.runs.find(id)
  if (found === null) return null
  const { moves: _, ...run } = found
  return run
}

function toRecord({ task_id: _task, scored_in_run_id: _run, ...row }: StoredScore) {
  const { previous_lane: _lane, previous_rank: _rank, ...record } = row
  return record
}
