// How triage puts things: names of lanes and parts, what a run did, what it warns of.
import { assertNever } from '#base/assert-never.ts'
import { formatCount } from '#platform/web/time/format.ts'
import type {
  ClashSummary,
  DistributionWarning,
  Lane,
  Movement,
  OverrideDimension,
  ScoreOverride,
  TriageProgress,
  TriageRun,
} from '../contract.ts'
import { laneTitle } from '../core/lanes.ts'

export function nameOfLane(lane: Lane | null): string {
  return lane === null ? 'no lane' : laneTitle(lane)
}

export function nameOfPart(dimension: OverrideDimension): string {
  return dimension.charAt(0).toUpperCase() + dimension.slice(1)
}

/** One decimal, as far as five parts go. */
export function formatScore(score: number | null): string {
  return score === null ? '–' : score.toFixed(1)
}

export function countOf(count: number, one: string, many: string = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** '4 briefs and 2 corrections wait'; null when nothing does. */
export function sayWaiting(briefs: number, overrides: number): string | null {
  const parts = [
    briefs === 0 ? null : countOf(briefs, 'brief'),
    overrides === 0 ? null : countOf(overrides, 'correction'),
  ].filter((part) => part !== null)
  if (parts.length === 0) return null
  return `${parts.join(' and ')} ${briefs + overrides === 1 ? 'waits' : 'wait'}`
}

export function sayMovement({ kind, places, previous_lane: lane, previous_rank: rank }: Movement): string {
  switch (kind) {
    case 'new':
      return 'New in the lanes since the run before'
    case 'same':
      return 'In the same place as before'
    case 'up':
    case 'down': {
      const was = lane === null || rank === null ? '' : `; was ${rank} in ${nameOfLane(lane)}`
      return `${kind === 'up' ? 'Up' : 'Down'} ${countOf(places, 'place')}${was}`
    }
    default:
      return assertNever(kind)
  }
}

/** '21 scored, 1 locked, 4 moved', or why there is nothing. */
export function sayRun({ status, error, run_summary: summary, dry_run: isDry, progress }: TriageRun): string {
  const prefix = isDry ? 'Preview: ' : ''
  if (status === 'running') return prefix + (progress === null ? 'Starting' : sayProgress(progress))
  if (status === 'cancelled') return `${prefix}cancelled, nothing kept`
  if (status === 'failed') return `${prefix}${error?.reason ?? 'failed'}`
  if (summary === null) return `${prefix}done`
  const parts = [
    `${formatCount(summary.scored)} scored`,
    summary.locked === 0 ? null : `${formatCount(summary.locked)} locked`,
    `${formatCount(summary.moved)} moved`,
  ]
  return prefix + parts.filter((part) => part !== null).join(', ')
}

export function sayProgress({ phase, done, total }: TriageProgress): string {
  switch (phase) {
    case 'reading':
      return 'Reading tasks and briefs'
    case 'asking':
      return total === 0 ? 'Asking the model' : `Asking the model, ${formatCount(done)} of ${formatCount(total)} tasks`
    case 'writing':
      return 'Writing'
    default:
      return assertNever(phase)
  }
}

/** The model by its server's name for it; while it is asked nobody can say yet. */
export function sayModel({ model, status }: Pick<TriageRun, 'model' | 'status'>): string {
  if (model !== null) return model
  if (status === 'running') return 'has not answered yet'
  return status === 'cancelled' ? 'was not waited for' : 'did not answer'
}

/** `api, the plan of run 5`, `strand <run>` or `api`, as a person says it. */
export function sayStarter(by: string): string {
  const plan = /, the plan of run (\d+)$/.exec(by)?.[1]
  if (plan !== undefined) return `by hand, as run ${plan} planned it`
  if (by.startsWith('strand ')) return 'by the strand priority-triage'
  return by === 'api' ? 'by hand' : `by ${by}`
}

/** What makes the lanes say little, as sentences. */
export function sayDistribution(warning: DistributionWarning | null): string[] {
  if (warning === null) return []
  return [
    ...warning.over_cap.map(
      ({ lane, locked, cap }) =>
        `${nameOfLane(lane)} holds ${countOf(locked, 'locked task')}, more than its ${cap}. Nothing was moved for it; unlock some.`,
    ),
    ...sayFlat(warning.flat),
  ]
}

function sayFlat(flat: DistributionWarning['flat']): string[] {
  if (flat.length === 0) return []
  const parts = flat.map(({ dimension, value, share }) => `${dimension} ${value} to ${Math.round(share * 100)} %`)
  const says = flat.length === 1 ? 'it says' : 'they say'
  return [
    `The model gave ${parts.join(' and ')} of the tasks, so ${says} little. A brief or a correction helps it to tell them apart.`,
  ]
}

type TitleOf = (task: string) => string

/** Wishes for a lane that found it full. */
export function sayUnmet(clash: ClashSummary | null, titleOf: TitleOf): string[] {
  return (clash?.unmet ?? []).map(
    ({ task_id: task, wanted, placed }) =>
      `You wanted “${titleOf(task)}” in ${nameOfLane(wanted)}, which was full of better-placed wishes of yours: it is in ${nameOfLane(placed)}.`,
  )
}

/** Values of the model that a person replaced. */
export function sayReplaced(clash: ClashSummary | null, titleOf: TitleOf): string[] {
  return (clash?.scores ?? []).map(
    ({ task_id: task, dimension, model, user }) =>
      `${nameOfPart(dimension)} of “${titleOf(task)}”: the model said ${model}, you ${user}.`,
  )
}

/** Lanes of the model that arithmetic, caps and corrections did not follow. */
export function sayOtherLanes(clash: ClashSummary | null, titleOf: TitleOf): string[] {
  return (clash?.lanes ?? []).map(
    ({ task_id: task, model, placed }) => `“${titleOf(task)}”: ${nameOfLane(model)}, it is in ${nameOfLane(placed)}.`,
  )
}

/** 'urgency 3 to 5', 'to NOW', 'locked in NEXT', 'unlocked'. */
export function sayOverride({ dimension, old_value: from, new_value: to, lane }: ScoreOverride): string {
  if (dimension === 'locked') return to === '0' ? 'unlocked' : `locked in ${nameOfLane(lane)}`
  if (dimension === 'lane')
    return `${from === null || from === '' ? '' : `${from.toUpperCase()} `}to ${to?.toUpperCase()}`
  return from === null || from === to ? `${dimension} ${to}` : `${dimension} ${from} to ${to}`
}

/** The last one that waits for this dimension, or null: of several the newest counts. */
export function waitingFor(pending: readonly ScoreOverride[], dimension: OverrideDimension): ScoreOverride | null {
  return pending
    .filter((override) => override.dimension === dimension)
    .reduce<ScoreOverride | null>((newest, each) => (newest === null || each.id > newest.id ? each : newest), null)
}

/** A run's status as a state that has a dot. */
export function dotOfRun(status: TriageRun['status']): string {
  return status === 'success' ? 'completed' : status === 'cancelled' ? 'idle' : status
}
