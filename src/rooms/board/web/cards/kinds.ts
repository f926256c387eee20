// The kinds of cards that the board was given, asked by key: what type the cards of a kind have, only the kind knows.
import { bindActions, type BoundAction } from '#platform/web/actions/object-action.ts'
import type { Entity, EntityChange } from '#platform/web/store/entity-store.ts'
import type { CardFacts, CardTexts, PlanPlace } from '../../contract.ts'
import type { CardAtHand } from '../../core/entries.ts'
import { readKey, type CardKey, type CardRef } from '../../core/keys.ts'
import type { CardDrops, CardKind, Drop, DropPlace, WaitAsked } from '../contract.ts'

/** How a card changed. The facts are made when asked for: of many changes at once few are looked at. */
export type CardChange = {
  readonly key: CardKey
  /** What it is called now; empty for one that is gone. */
  readonly title: () => string
  readonly before: () => CardFacts | null
  readonly after: () => CardFacts | null
  readonly touches: () => readonly string[]
}

type Spoken = 'panel' | 'name' | 'plural' | 'prefix' | 'states' | 'byTask' | 'plan' | 'usualHeightOf'
type Drawn = 'Card' | 'Row' | 'Bulk' | 'clearing' | 'done'

type FactsOfCard = { readonly id: string; readonly facts: CardFacts }

/** A kind of card, asked by id. Null answers for a card that is gone. */
export type CardsOfKind = Pick<CardKind<Entity>, Spoken | Drawn> & {
  readonly ids: () => string[]
  /** All of them with their facts, in one go: a board of thousands asks so before its first picture. */
  readonly facts: () => readonly FactsOfCard[]
  /** What can be done with cards of it at all; this and `actionsFor` know of none before `loadActions`. */
  readonly actions: () => readonly Pick<BoundAction, 'id' | 'label'>[]
  /** Hears when the card begins to look different. */
  readonly subscribe: (id: string, listener: () => void) => () => void
  readonly factsOf: (id: string) => CardFacts | null
  readonly titleOf: (id: string) => string | null
  readonly textsOf: (id: string) => CardTexts
  /** What can be done with these; one that is gone is left out. */
  readonly actionsFor: (ids: readonly string[]) => BoundAction[]
  /** Fetches what a drag does; before that, `dropOn` and `waitFor` know of nothing. Fails where it can't be fetched. */
  readonly loadDrops: () => Promise<void>
  readonly dropOn: (id: string, place: DropPlace) => Drop | null
  readonly waitFor: (id: string, asked: WaitAsked) => Drop | null
  readonly onChanges: (listener: (changes: readonly CardChange[]) => void) => () => void
}

/** Hides the type of a kind's cards behind their ids. */
export function cardsOf<T extends Entity>(kind: CardKind<T>): CardsOfKind {
  const { store } = kind
  /** Made once for each card, which is a value: a board of thousands asks for them at every change. */
  const known = new WeakMap<T, CardFacts>()
  const factsOf = (card: T): CardFacts => {
    const made = known.get(card)
    if (made !== undefined) return made
    const facts = kind.factsOf(card)
    known.set(card, facts)
    return facts
  }
  const of = <Answer>(id: string, ask: (card: T) => Answer): Answer | null => {
    const card = store.get(id)
    return card === null ? null : ask(card)
  }
  let drops: CardDrops<T> | null = null
  const facts = (card: T | null) => (card === null ? null : factsOf(card))
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
    facts: () => store.all().map((card) => ({ id: card.id, facts: factsOf(card) })),
    subscribe: store.subscribe,
    factsOf: (id) => of(id, factsOf),
    titleOf: (id) => of(id, kind.titleOf),
    textsOf: (id) => of(id, kind.textsOf) ?? [],
    actionsFor: (ids) =>
      bindActions(
        kind.actions(),
        ids.flatMap((id) => store.get(id) ?? []),
      ),
    async loadDrops() {
      drops = await kind.fetchDrops()
    },
    dropOn: (id, place) => of(id, (card) => drops?.dropOn(card, place) ?? null),
    waitFor: (id, asked) => of(id, (card) => drops?.waitFor?.(card, asked) ?? null),
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
  readonly allAtHand: () => CardAtHand[]
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
  const handOut = (kind: CardsOfKind, { id, facts }: FactsOfCard): CardAtHand => ({
    key: kind.prefix + id,
    facts,
    plan: facts.task === null ? null : placeOf(facts.task),
    isAnswered: () => kind === plan && workersOn(id).some((worker) => (factsOf(worker)?.needsSinceMs ?? null) !== null),
    texts: () => kind.textsOf(id),
  })
  return {
    all,
    of,
    factsOf,
    plan,
    cardsOfTask: (task) => (plan === null ? workersOn(task) : [plan.prefix + task, ...workersOn(task)]),
    atHand(key) {
      const card = of(key)
      const facts = card === null ? null : card.kind.factsOf(card.id)
      return card === null || facts === null ? null : handOut(card.kind, { id: card.id, facts })
    },
    allAtHand: () => all.flatMap((kind) => kind.facts().map((card) => handOut(kind, card))),
  }
}

function isPlan(kind: CardsOfKind): kind is CardsOfKind & Required<Pick<CardsOfKind, 'plan'>> {
  return kind.plan !== undefined
}
