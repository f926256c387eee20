// What a kind of card tells the board of one of its cards.
import type { SearchedText } from '#base/found-by.ts'
import type { TaskPriority, TaskType } from '#rooms/tasks/contract.ts'

/** The three columns of the board (specification, 'Board layout'). */
export type ColumnId = 'queued' | 'active' | 'review'

/**
 * Where a card stands in a list: by rank, then by `key`, the smaller first. It hangs on the state and on when that was
 * entered, never on the last activity: a busy agent must not make cards jump.
 */
export type CardOrder = { readonly rank: number; readonly key: number }

/** The lists of Home beside those who need a person: what starts by itself, and what runs. */
export type HomeList = 'waiting' | 'running'

/** What the board has to know of a card to place it. */
export type CardFacts = {
  /** Told by its dot, and counted in the heads of columns and lanes. */
  readonly state: string
  /** Null for a card that has left the columns. */
  readonly column: ColumnId | null
  readonly order: CardOrder
  /** Since when it needs a person, in milliseconds since 1970; null while it needs none. */
  readonly needsSinceMs: number | null
  readonly lists: readonly HomeList[]
  /** The task that it works on, or that it is: it stands in the lane of that. */
  readonly task: string | null
  /** Set for what heads a lane. It is a card, too, where its type is asked for or `isCard` says so. */
  readonly head: { readonly lane: string; readonly order: CardOrder; readonly isCard: boolean } | null
}

/** Texts in which a filter looks for words, and ids of which it takes the beginning. */
export type CardTexts = readonly SearchedText[]

/** Where a task stands in the plan, for its own card and for the cards that work on it. */
export type PlanPlace = {
  /** The id of the epic above it; empty for none. */
  readonly lane: string
  readonly type: TaskType
  readonly priority: TaskPriority
  /** Its own and those of the tasks above it. */
  readonly texts: () => CardTexts
}
