// The kinds of cards that the board was given, asked by key: what type the cards of a kind have, only the kind knows.
import type { Entity, EntityChange } from '#platform/web/store/entity-store.ts'
import type { CardFacts, CardTexts, PlanPlace } from '../../contract.ts'
import type { CardAtHand } from '../../core/entries.ts'
import { readKey, type CardKey, type CardRef } from '../../core/keys.ts'
import type { CardKind, Drop, DropPlace, WaitAsked } from '../contract.ts'

/** How a card changed. The facts are made when asked for: of many changes at once few are looked at. */
export type CardChange = {
  readonly key: CardKey
  /** What it is called now; empty for one that is gone. */
  readonly title: () => string
  readonly before: () => CardFacts | null
  readonly after: () => CardFacts | null
  readonly touches: () => readonly string[]
}

type Spoken = 'name' | 'plural' | 'prefix' | 'states' | 'byTask' | 'plan' | 'usualHeightOf'
type Drawn = 'Card' | 'Call' | 'Row' | 'Menu' | 'Bulk' | 'clearing'

/** A kind of card, asked by id. Null answers for a card that is gone. */
export type CardsOfKind = Pick<CardKind<Entity>, Spoken | Drawn> & {
  readonly ids: () => string[]
  /** Hears when the card begins to look different. */
  readonly subscribe: (id: string, listener: () => void) => () => void
  readonly factsOf: (id: string) => CardFacts | null
  readonly titleOf: (id: string) => string | null
  readonly textsOf: (id: string) => CardTexts
  readonly dropOn: (id: string, place: DropPlace) => Drop | null
  readonly waitFor: (id: string, asked: WaitAsked) => Drop | null
  readonly onChanges: (listener: (changes: readonly CardChange[]) => void) => () => void
}

/** Hides the type of a kind's cards behind their ids. */
export function cardsOf<T extends Entity>(kind: CardKind<T>): CardsOfKind {
  const { store } = kind
  const of = <Answer>(id: string, ask: (card: T) => Answer): Answer | null => {
    const card = store.get(id)
    return card === null ? null : ask(card)
  }
  const facts = (card: T | null) => (card === null ? null : kind.factsOf(card))
  const toChange = (change: EntityChange<T>): CardChange => ({
    key: kind.prefix + change.id,
    title: () => (change.after === null ? '' : kind.titleOf(change.after)),
    before: () => facts(change.before),
    after: () => facts(change.after),
    touches: () => kind.touches(change),
  })
  return {
    ...kind,
    ids: () => store.all().map(({ id }) => id),
    subscribe: store.subscribe,
    factsOf: (id) => of(id, kind.factsOf),
    titleOf: (id) => of(id, kind.titleOf),
    textsOf: (id) => of(id, kind.textsOf) ?? [],
    dropOn: (id, place) => of(id, (card) => kind.dropOn(card, place)),
    waitFor: (id, asked) => of(id, (card) => kind.waitFor?.(card, asked) ?? null),
    onChanges: (listener) => store.onChanges((changes) => listener(changes.map(toChange))),
  }
}

export type CardKinds = {
  /** In the order in which heads of columns count their states. */
  readonly all: readonly CardsOfKind[]
  readonly of: (key: CardKey) => CardRef<CardsOfKind> | null
  readonly factsOf: (key: CardKey) => CardFacts | null
  /** The card with what its place hangs on; null for one that is gone. */
  readonly atHand: (key: CardKey) => CardAtHand | null
  /** The kind that is the plan, which gives the lanes; null on a board without one. */
  readonly plan: (CardsOfKind & Required<Pick<CardsOfKind, 'plan'>>) | null
  /** The card of a task, and those that work on it. */
  readonly cardsOfTask: (task: string) => CardKey[]
}

export function createKinds(all: readonly CardsOfKind[]): CardKinds {
  const plan = all.find(isPlan) ?? null
  const of = (key: CardKey) => readKey(all, key)
  const factsOf = (key: CardKey) => {
    const card = of(key)
    return card === null ? null : card.kind.factsOf(card.id)
  }
  const workersOn = (task: string): CardKey[] =>
    all.flatMap(({ byTask, prefix }) => byTask?.get(task).map((id) => prefix + id) ?? [])
  const placeOf = (task: string): PlanPlace | null => plan?.plan.placeOf(task) ?? null
  return {
    all,
    of,
    factsOf,
    plan,
    cardsOfTask: (task) => (plan === null ? workersOn(task) : [plan.prefix + task, ...workersOn(task)]),
    atHand(key) {
      const card = of(key)
      const facts = card === null ? null : card.kind.factsOf(card.id)
      if (card === null || facts === null) return null
      const { kind, id } = card
      const task = facts.task
      return {
        key,
        facts,
        plan: task === null ? null : placeOf(task),
        isAnswered: () =>
          kind === plan && workersOn(id).some((worker) => (factsOf(worker)?.needsSinceMs ?? null) !== null),
        texts: () => kind.textsOf(id),
      }
    },
  }
}

function isPlan(kind: CardsOfKind): kind is CardsOfKind & Required<Pick<CardsOfKind, 'plan'>> {
  return kind.plan !== undefined
}
