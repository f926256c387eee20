// What a correction would do at the next run, if the model said again what it said: by the service's own arithmetic.
import type { TaskCard } from '#rooms/tasks/contract.ts'
import type { Lane, LanesAnswer, ScoreDimension, ScoreOverride, ScoreParts } from '../../contract.ts'
import { correct, correctionsOf, type Correction } from '../../core/corrections.ts'
import { fillLanes, noPlace, type LockedCounts, type LanePlace, type Placeable } from '../../core/fill-lanes.ts'
import { scoreOf } from '../../core/score.ts'
import { formatScore, nameOfLane } from '../words.ts'

export type Wish =
  | { readonly kind: 'part'; readonly dimension: ScoreDimension; readonly value: number }
  | { readonly kind: 'lane'; readonly lane: Lane }
  | { readonly kind: 'lock'; readonly lane: Lane }

type Moved = { readonly title: string; readonly from: Lane | null; readonly to: Lane | null }

export type WishEffect = {
  /** Null for a task that no run has scored, and for a locked one. */
  readonly score: number | null
  readonly place: LanePlace
  /** Other tasks that the wish alone sends to another lane. */
  readonly others: readonly Moved[]
}

export function effectOf(answer: LanesAnswer, task: TaskCard, wish: Wish): WishEffect {
  const before = draftOf(answer, task, null)
  const after = draftOf(answer, task, wish)
  const places = fillLanes(after.tasks, after.locked)
  const earlier = fillLanes(before.tasks, before.locked)
  const others = after.tasks.flatMap(({ id, title }): Moved[] => {
    const from = earlier.get(id)?.lane ?? null
    const to = places.get(id)?.lane ?? null
    return id === task.id || from === to ? [] : [{ title, from, to }]
  })
  const score = after.tasks.find(({ id }) => id === task.id)?.score ?? null
  return { score, place: places.get(task.id) ?? noPlace, others }
}

/** 'Score becomes 60.0: NOW 1. “Apple Pay” goes to NEXT.' */
export function sayEffect(effect: WishEffect, wish: Wish, scoreNow: number | null): string {
  const { score, place } = effect
  const where = place.lane === null ? 'no lane' : `${nameOfLane(place.lane)} ${place.rank}`
  const own =
    wish.kind === 'part'
      ? `Score ${score === scoreNow ? 'stays' : 'becomes'} ${formatScore(score)}: ${where}.`
      : wish.kind === 'lane'
        ? wish.lane === place.lane
          ? `At the next run: ${where}.`
          : `${nameOfLane(wish.lane)} is full of better-placed ones, so it comes to ${where}.`
        : `It stays in ${nameOfLane(wish.lane)} whatever later runs say.`
  return [own, ...sayOthers(effect.others)].join(' ')
}

/** More names than these make no sentence. */
const mostNamed = 2

function sayOthers(others: readonly Moved[]): string[] {
  const named = others
    .slice(0, mostNamed)
    .map(({ title, from, to }) => `“${shorten(title)}” ${isDown(from, to) ? 'goes' : 'comes up'} to ${nameOfLane(to)}.`)
  const more = others.length - named.length
  return more > 0 ? [...named, `${more} more change lanes.`] : named
}

const titleRoom = 40

function shorten(title: string): string {
  return title.length <= titleRoom ? title : `${title.slice(0, titleRoom - 1).trimEnd()}…`
}

function isDown(from: Lane | null, to: Lane | null): boolean {
  const order = ['now', 'next', 'later', null]
  return order.indexOf(to) > order.indexOf(from)
}

type Draft = { readonly tasks: readonly (Placeable & { readonly title: string })[]; readonly locked: LockedCounts }
type Known = {
  readonly card: TaskCard
  /** The lane of its lock, or null. */
  readonly lockedIn: Lane | null
  readonly parts: ScoreParts | null
  readonly score: number | null
  readonly pending: readonly ScoreOverride[]
}

/** What the next run would place, with the wish for `task`. */
function draftOf(answer: LanesAnswer, task: TaskCard, wish: Wish | null): Draft {
  const known = knownTasks(answer, task).map((each) =>
    each.card.id === task.id && wish?.kind === 'lock' ? { ...each, lockedIn: wish.lane } : each,
  )
  const locked = { now: 0, next: 0, later: 0 }
  for (const { lockedIn } of known) if (lockedIn !== null) locked[lockedIn] += 1
  const free = known.filter(({ lockedIn }) => lockedIn === null)
  return { locked, tasks: free.map((each) => placeable(each, each.card.id === task.id ? wish : null)) }
}

function knownTasks({ lanes, beyond }: LanesAnswer, task: TaskCard): Known[] {
  const known: Known[] = [
    ...lanes
      .flatMap(({ entries }) => entries)
      .map(({ task: card, lane, lock, ...rest }) => ({ ...rest, card, lockedIn: lock === null ? null : lane })),
    ...beyond.map(({ task: card, parts, score }) => ({ card, lockedIn: null, parts, score, pending: [] })),
  ]
  if (known.some(({ card }) => card.id === task.id)) return known
  return [...known, { card: task, lockedIn: null, parts: null, score: task.current_score, pending: [] }]
}

function placeable({ card, parts, score, pending }: Known, wish: Wish | null): Draft['tasks'][number] {
  const waiting = correctionsOf(pending).get(card.id)
  const correction = wish === null ? waiting : withWish(waiting, wish)
  const inForce = parts === null ? null : correct(parts, correction)
  return {
    id: card.id,
    title: card.title,
    priority: card.priority,
    score: inForce === null ? score : scoreOf(inForce),
    wanted: correction?.lane ?? null,
  }
}

function withWish(waiting: Correction | undefined, wish: Wish): Correction {
  const { parts = {}, lane = null, laneReason = null } = waiting ?? {}
  if (wish.kind === 'part') return { parts: { ...parts, [wish.dimension]: wish.value }, lane, laneReason }
  return { parts, lane: wish.kind === 'lane' ? wish.lane : lane, laneReason }
}
