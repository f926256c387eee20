// Orders tasks by what is known before a model is asked, since it can't be asked about thousands.
import type { TaskCard, TaskPriority, TaskStatus } from '#rooms/tasks/contract.ts'

export type PreRankInput = {
  readonly tasks: readonly TaskCard[]
  /** Ids that people corrected: these are always asked about. */
  readonly corrected: ReadonlySet<string>
  /** Ids that stand in a brief which waits. */
  readonly mentioned: ReadonlySet<string>
  /** Most tasks in one run. */
  readonly limit: number
}

/** The likely score of a task that no model has seen, by its priority: about the middle of what models give. */
const guesses: Readonly<Record<TaskPriority, number>> = { P1: 48, P2: 27, P3: 18, P4: 8 }
/** Work under way is worth looking at again; so is what is new and what somebody wrote about. */
const weights: Partial<Record<TaskStatus, number>> = { in_progress: 1.3, claimed: 1.3, review: 1.2, backlog: 0.9 }
const newWeight = 1.5
const mentionWeight = 3

/** The tasks to ask about, the most likely ones first; of equals, the older. */
export function preRank({ tasks, corrected, mentioned, limit }: PreRankInput): TaskCard[] {
  const weighed = tasks.map((card) => ({ card, weight: corrected.has(card.id) ? Infinity : weigh(card, mentioned) }))
  // Infinity minus itself is no number.
  const ordered = weighed.toSorted((one, other) => (one.weight === other.weight ? 0 : other.weight - one.weight))
  const most = Math.max(limit, corrected.size)
  return ordered.slice(0, most).map(({ card }) => card)
}

function weigh(card: TaskCard, mentioned: ReadonlySet<string>): number {
  const known = card.current_score ?? guesses[card.priority] * newWeight
  return known * (weights[card.status] ?? 1) * (mentioned.has(card.id) ? mentionWeight : 1)
}

/** Which of the ids stand in one of the texts as words of their own. */
export function mentionedIn(texts: readonly string[], ids: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  for (const text of texts) {
    for (const [word] of text.matchAll(/[A-Za-z0-9][A-Za-z0-9._:#@+-]*/g)) {
      const id = word.replace(/[.:,]+$/, '')
      if (ids.has(id)) found.add(id)
    }
  }
  return found
}
