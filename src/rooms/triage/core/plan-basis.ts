// What a plan was made of, in marks, and what changed since in words: a plan that was shown is applied as it was shown or not at all.
import type { TaskCard } from '#rooms/tasks/contract.ts'
import type { Brief, Memory, ScoreOverride } from '../contract.ts'
import type { OpenTasks } from './open-tasks.ts'

export type PlanBasis = {
  /** By task id: whatever of the task the plan depends on, and its title, to name it by. */
  readonly tasks: Readonly<Record<string, { readonly mark: string; readonly title: string }>>
  /** Ids of those that wait. */
  readonly briefs: readonly number[]
  readonly overrides: readonly number[]
  /** Id and time of the last change. */
  readonly memories: readonly string[]
}

export type BasisParts = {
  readonly tasks: OpenTasks
  readonly briefs: readonly Pick<Brief, 'id'>[]
  readonly overrides: readonly Pick<ScoreOverride, 'id'>[]
  readonly memories: readonly Pick<Memory, 'id' | 'updated_at'>[]
}

export function basisOf({ tasks, briefs, overrides, memories }: BasisParts): PlanBasis {
  const cards = [...tasks.unlocked, ...tasks.locked.map(({ card }) => card), ...tasks.left]
  return {
    tasks: Object.fromEntries(cards.map((card) => [card.id, { mark: markOf(card), title: card.title }])),
    briefs: briefs.map(({ id }) => id),
    overrides: overrides.map(({ id }) => id),
    memories: memories.map(({ id, updated_at: at }) => `${id} ${at}`),
  }
}

/** Tasks that are named; the others are counted. */
const namedTasks = 3

/** As parts of a sentence; empty when the plan still holds. */
export function changesSince(then: PlanBasis, now: PlanBasis): string[] {
  return [
    ...sayTasks(then, now),
    ...sayCount(then.briefs, now.briefs, 'brief'),
    ...sayCount(then.overrides, now.overrides, 'correction'),
    ...(then.memories.join() === now.memories.join() ? [] : ['the notes were changed']),
  ]
}

function sayTasks(then: PlanBasis, now: PlanBasis): string[] {
  const before = new Map(Object.entries(then.tasks))
  const after = new Map(Object.entries(now.tasks))
  const changes = [
    ...[...after].flatMap(([id, { mark, title }]) => {
      const known = before.get(id)
      if (known === undefined) return [`“${title}” is new`]
      return known.mark === mark ? [] : [`“${title}” was changed`]
    }),
    ...[...before].flatMap(([id, { title }]) => (after.has(id) ? [] : [`“${title}” is done or gone`])),
  ]
  const more = changes.length - namedTasks
  return more <= 0
    ? changes
    : [...changes.slice(0, namedTasks), `${more} more ${more === 1 ? 'task' : 'tasks'} changed`]
}

function sayCount(then: readonly number[], now: readonly number[], one: string): string[] {
  const added = now.filter((id) => !then.includes(id)).length
  const gone = then.filter((id) => !now.includes(id)).length
  return [
    ...(added === 0 ? [] : [`${countOf(added, one)} added`]),
    ...(gone === 0 ? [] : [`${countOf(gone, one)} taken back`]),
  ]
}

const countOf = (count: number, one: string): string => (count === 1 ? `1 ${one} was` : `${count} ${one}s were`)

/** An edit moves `updated_at`; places and locks are written apart from it. */
function markOf(card: TaskCard): string {
  const { updated_at: at, status, current_lane: lane, current_rank: rank, current_score: score } = card
  return JSON.stringify([at, status, lane, rank, score, card.score_locked, card.locked_lane, card.children.length])
}
