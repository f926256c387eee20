// The lanes as they stand now: tasks with their parts, movement, locks and what waits for the next run.
import type { TaskCard } from '#rooms/tasks/contract.ts'
import type { Lane, LaneEntry, LaneList, LanesAnswer, Movement, ScoreOverride, TriageRun } from '../../contract.ts'
import { laneMembers, type LaneMember } from '../../core/lane-members.ts'
import { dimensionOrder, laneCaps, laneOrder } from '../../core/lanes.ts'
import { laneOf, lockOf, sortTasks } from '../../core/open-tasks.ts'
import type { TriageContext } from '../context.ts'
import { triageState } from './state.ts'
import type { StoredScore } from '../stores/scores.ts'

/** Tasks past LATER that come along, so that a page can try a correction out before it is sent. */
const shownBeyond = 50

export async function readLanes(context: TriageContext): Promise<LanesAnswer> {
  const members = laneMembers(context.tasks.cards())
  const beyond = beyondLanes(context)
  const ids = [...members.map(({ card }) => card), ...beyond].map(({ id }) => id)
  const known = await readKnown(context, ids)
  const lanes = laneOrder.map((lane): LaneList => {
    const entries = members.filter((member) => member.lane === lane).map((member) => toEntry(member, known))
    return { lane, cap: laneCaps[lane], locked: entries.filter(({ lock }) => lock !== null).length, entries }
  })
  return {
    lanes,
    beyond: beyond.map((task) => ({
      task,
      score: task.current_score ?? 0,
      parts: known.scores.get(task.id)?.parts ?? null,
    })),
    state: await triageState(context),
  }
}

function beyondLanes(context: TriageContext): TaskCard[] {
  return sortTasks(context.tasks.cards())
    .unlocked.filter((card) => laneOf(card) === null && card.current_score !== null)
    .toSorted((one, other) => (other.current_score ?? 0) - (one.current_score ?? 0))
    .slice(0, shownBeyond)
}

type Known = {
  readonly scores: ReadonlyMap<string, StoredScore>
  readonly locks: ReadonlyMap<string, ScoreOverride>
  readonly pending: ReadonlyMap<string, ScoreOverride[]>
  /** The last two runs that succeeded: the first is the one that the lanes show. */
  readonly runs: readonly TriageRun[]
}

async function readKnown(context: TriageContext, ids: readonly string[]): Promise<Known> {
  const [scores, locks, waiting, runs] = await Promise.all([
    context.scores.latest(ids),
    context.overrides.lastLocks(ids),
    context.overrides.waiting(),
    context.runs.lastSuccesses(2),
  ])
  return { scores, locks, pending: Map.groupBy(waiting, ({ task_id: id }) => id), runs }
}

function toEntry({ card, lane, rank }: LaneMember, { scores, locks, pending, runs }: Known): LaneEntry {
  const stored = scores.get(card.id) ?? null
  const { parts, model_parts: said } = stored ?? { parts: null, model_parts: null }
  const isLocked = lockOf(card) !== null
  const isComparable = !isLocked && runs.length > 1 && stored?.run_id === runs[0]?.id
  return {
    task: card,
    lane,
    rank,
    score: card.current_score,
    parts,
    model_parts: said,
    model_lane: stored?.model_lane ?? null,
    model_reason: stored?.model_reason ?? null,
    overridden: dimensionOrder.filter((one) => parts !== null && said !== null && parts[one] !== said[one]),
    movement: stored !== null && isComparable ? movementOf(stored) : null,
    lock: isLocked ? lockFrom(lane, locks.get(card.id)) : null,
    pending: pending.get(card.id) ?? [],
  }
}

export function lockFrom(lane: Lane, override: ScoreOverride | undefined): NonNullable<LaneEntry['lock']> {
  return { lane, reason: override?.user_reason ?? null, since: override?.created_at ?? null }
}

function movementOf({ rank, previous_lane: lane, previous_rank: previous }: StoredScore): Movement {
  const places = (previous ?? 0) - (rank ?? 0)
  const kind = lane === null || previous === null ? 'new' : places > 0 ? 'up' : places < 0 ? 'down' : 'same'
  return {
    kind,
    places: kind === 'new' ? 0 : Math.abs(places),
    previous_lane: lane,
    previous_rank: previous,
  }
}
