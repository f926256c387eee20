// What a room gives the board for a kind of card: a value of this type, handed over by app/web.
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { LateActions } from '#platform/web/actions/late-actions.ts'
import type { Outlook } from '#platform/web/drag/drag-parts.ts'
import type { LazyPart } from '#platform/web/lazy/lazy-part.tsx'
import type { PanelKind } from '#platform/web/shell/panel-url.ts'
import type { Entity, EntityChange, EntityStore } from '#platform/web/store/entity-store.ts'
import type { ValueStore } from '#platform/web/store/value-store.ts'
import type { Grouping } from '#platform/web/store/grouping.ts'
import type { CardFacts, CardTexts, ColumnId, PlanPlace } from '../contract.ts'

/** A part of the page that shows one card. */
export type CardFace = ComponentType<{ readonly id: string }>

/** What letting a card go somewhere would do. `run` does it; without one there is nothing to do but to say why. */
export type Drop = Outlook & { readonly run?: () => void }

/** A place on the board that a card is dropped in; `lane` is left out where lanes play no part. */
export type DropPlace = { readonly column: ColumnId; readonly columnTitle: string; readonly lane?: string }

/** What a card is asked to wait for, and which of the two a hand holds. */
export type WaitAsked = { readonly task: string | null; readonly dragged: 'card' | 'task' }

/** A kind of card: all that the board asks of it. Decisions are about one card as its store shows it. */
export type CardKind<T extends Entity> = {
  /** One of them and several, in sentences: 'session', 'sessions'. */
  readonly name: string
  readonly plural: string
  /** Stands before the ids in the board's keys, and in `data-card`; one kind may have an empty one. */
  readonly prefix: string
  readonly store: EntityStore<T>
  /** Its panel follows the focus from card to card. */
  readonly panel: PanelKind
  /** The states of each column, in the order in which its head counts them. */
  readonly states: Readonly<Record<ColumnId, readonly string[]>>
  readonly factsOf: (card: T) => CardFacts
  readonly titleOf: (card: T) => string
  /** Its own texts; those of its task come from the plan. */
  readonly textsOf: (card: T) => CardTexts
  /** The tasks that hang on a change: their cards, and all that work on them, may stand elsewhere. */
  readonly touches: (change: EntityChange<T>) => readonly string[]
  /** The cards by the task that they work on. */
  readonly byTask?: Grouping
  /** For the one kind that is the plan: where a task of it stands, and what its lane's head shows. */
  readonly plan?: Plan
  /** In pixels, without the gap, until one was drawn. */
  readonly usualHeightOf: (state: string) => number
  /** A card of a column; its element carries the key in `data-card`. */
  readonly Card: CardFace
  /** An entry of a list of Home, loaded with it; slim ones carry no actions. */
  readonly Row: LazyPart<{ readonly id: string; readonly isSlim?: boolean }>
  /** All that a person can do with its cards: what the menu, the bar of a selection and the palette offer. */
  readonly actions: LateActions<T>
  /** Asked once the board is drawn: nobody drags before. */
  readonly fetchDrops: () => Promise<CardDrops<T>>
  /** Choices for several at once that are no plain actions, such as the parent; drawn in the bar of a selection. */
  readonly Bulk?: ComponentType<{ readonly ids: readonly string[]; readonly onDone: () => void }>
  /** What of a column can be taken off the board in one go. */
  readonly clearing?: Clearing
  /** Those that are done and have left the columns, shown at the foot of Review when asked for. */
  readonly done?: DoneCards
}

/** What letting go of a card does: decided about it as its store shows it then. */
export type CardDrops<T> = {
  readonly dropOn: (card: T, place: DropPlace) => Drop
  /** Makes the card wait for a task; null for one that waits for nothing, which is then moved instead. */
  readonly waitFor?: (card: T, asked: WaitAsked) => Drop | null
}

/** The ids of what was done lately, newest first, and each as a line. */
export type DoneCards = { readonly ids: ValueStore<readonly string[]>; readonly Row: CardFace }

/** Takes the cards of a state off their column: `run` gets the ids of all that the column shows. */
export type Clearing = {
  readonly column: ColumnId
  readonly state: string
  readonly icon: LucideIcon
  readonly run: (ids: readonly string[]) => void
}

/** The tasks as what other cards belong to. */
export type Plan = {
  /** Null for a task that is not known. */
  readonly placeOf: (task: string) => PlanPlace | null
  /** How far the head of a lane has come, and at its end what can be done with it. */
  readonly LaneProgress: CardFace
  readonly LaneEnd: CardFace
}
