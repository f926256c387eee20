// Why a task is where it is, as sentences.
import type { Lane, LaneEntry, ScoreOverride } from '../contract.ts'
import type { ScoreRecord } from '../contract/views.ts'
import type { LaneMember } from './lane-members.ts'
import { dimensionOrder, isLane, laneCaps, laneTitle } from './lanes.ts'
import { arithmeticOf } from './score.ts'

export type WhyInput = {
  readonly lock: LaneEntry['lock']
  /** Where it stands now; null in no lane. */
  readonly member: Pick<LaneMember, 'lane' | 'rank'> | null
  /** What is in force: the newest row of its history. */
  readonly record: ScoreRecord | null
  /** Corrections of this task that the run of `record` consumed, and those that wait. */
  readonly applied: readonly ScoreOverride[]
  readonly pending: readonly ScoreOverride[]
  readonly isOpen: boolean
}

/** Most important first. */
export function whyHere({ lock, member, record, applied, pending, isOpen }: WhyInput): string[] {
  return [
    ...(isOpen ? [] : ['It is done, so it stands in no lane.']),
    ...(lock === null ? [] : [`You locked it at ${laneTitle(lock.lane)}${because(lock.reason)}. Runs leave it alone.`]),
    ...(record === null
      ? [lock === null ? 'No run has scored it yet.' : 'No run has scored it.']
      : whyScored(record, { applied, member: lock === null ? member : null })),
    ...pending.filter(({ dimension }) => dimension !== 'locked').map(waiting),
  ]
}

type Standing = Pick<WhyInput, 'applied' | 'member'>

function whyScored(record: ScoreRecord, { applied, member }: Standing): string[] {
  const { model_parts: said, parts, lane, carried } = record
  const wish = applied.find(({ dimension }) => dimension === 'lane')
  return [
    ...(parts === null ? [] : [`Its score: ${arithmeticOf(parts)}.`]),
    ...(said === null || parts === null ? [] : dimensionOrder.filter((one) => said[one] !== parts[one])).map(
      (one) => `The model said ${one} ${said?.[one]}; your override made it ${parts?.[one]}.`,
    ),
    ...(wish === undefined ? [] : [whyWished(wish, lane)]),
    wish !== undefined && wish.new_value === lane ? '' : whyPlaced(record, member),
    ...(carried ? ['The last run did not ask about it and ranked its earlier score.'] : []),
  ].filter((sentence) => sentence !== '')
}

function whyWished({ new_value: wanted, user_reason: reason }: ScoreOverride, lane: Lane | null): string {
  const name = isLane(wanted) ? laneTitle(wanted) : String(wanted)
  if (wanted === lane) return `You put it into ${name}${because(reason)}.`
  return `You asked for ${name}, which was full of better-placed tasks that you put there.`
}

/** Its rank is that of this moment, which rises when tasks before it are done. */
function whyPlaced({ lane, rank, run_id: run }: ScoreRecord, member: WhyInput['member']): string {
  if (lane === null) return 'Others scored higher, and LATER was full.'
  if (member?.lane !== lane) return `Run ${run} had put it into ${laneTitle(lane)}, at rank ${rank}.`
  const was = member.rank === rank ? '' : ` (${rank} in run ${run})`
  return `Rank ${member.rank}${was}: it came into ${laneTitle(lane)}, which takes ${laneCaps[lane]}.`
}

function waiting({ dimension, old_value: from, new_value: to, user_reason: reason }: ScoreOverride): string {
  return `Waits for the next run: ${dimension} ${from ?? 'unset'} to ${to ?? 'unset'}${because(reason)}.`
}

function because(reason: string | null): string {
  return reason === null || reason === '' ? '' : `: ${reason.replace(/[.\s]+$/, '')}`
}
