// Keeps lanes and columns in order while cards change one by one: a change costs a search, not a sort of the board.
import { createValue, type ValueStore } from '#platform/web/store/value-store.ts'
import type { ColumnId } from '../../contract.ts'
import { columns } from '../../core/columns.ts'
import { entryOf, laneList, placeIn, type CardEntry, type ListName } from '../../core/entries.ts'
import { isFiltering, noFilter, type BoardFilter } from '../../core/filter.ts'
import type { CardKey } from '../../core/keys.ts'
import { ungrouped } from '../../core/lanes.ts'
import { comparePlaces, type CardPlace } from '../../core/order.ts'
import { movePlace, noPlaces, sortPlaces, type CardPlaces } from '../../core/places.ts'
import type { CardChange, CardKinds } from '../cards/kinds.ts'
import { TallyBook } from './tally-book.ts'

export type Tally = Readonly<Partial<Record<string, number>>>
export type CardMove = { readonly id: CardKey; readonly from: ColumnId; readonly to: ColumnId }

/** The cards of a swimlane; `id` is its epic's, or `ungrouped`. */
export type BoardLane = { readonly id: string } & Readonly<Record<ColumnId, readonly CardKey[]>>

export type BoardIndex = {
  /** The cards of a column that pass the filter, in order, whatever their lane. */
  readonly columns: Readonly<Record<ColumnId, ValueStore<readonly CardKey[]>>>
  /** The swimlanes, that of cards without an epic last; empty on a board without epics. */
  readonly lanes: ValueStore<readonly BoardLane[]>
  /** How many of a column that pass the filter are in which state. */
  readonly tallies: Readonly<Record<ColumnId, ValueStore<Tally>>>
  /** Idle sessions that start by themselves once others are done. */
  readonly waiting: ValueStore<readonly string[]>
  /** Sessions that run, whatever the filter. */
  readonly running: ValueStore<readonly string[]>
  /** All cards, whatever the filter. */
  readonly size: ValueStore<number>
  readonly setFilter: (filter: BoardFilter) => void
  /** Takes the changes of several stores as one. */
  readonly batch: (run: () => void) => void
  /** Hears of cards that change their column, before the columns do. */
  readonly onMoves: (listener: (moves: readonly CardMove[]) => void) => () => void
}

export function createBoardIndex(kinds: CardKinds): BoardIndex {
  return new LiveIndex(kinds)
}

/** One ordered list and what is published of it. */
type List = { cards: CardPlaces; readonly ids: ValueStore<readonly string[]> }

/** Cards that changed, and whether there were so many that all are placed anew. */
type Heard = { readonly keys: Set<CardKey>; isMany: boolean }

const nothingHeard = (): Heard => ({ keys: new Set(), isMany: false })

/** Of more changes at once, sorting anew costs less than finding each place. */
const mostSingle = 64

class LiveIndex implements BoardIndex {
  readonly #lists = new Map<ListName, List>()
  readonly columns = { queued: this.#idsOf('queued'), active: this.#idsOf('active'), review: this.#idsOf('review') }
  readonly waiting = this.#idsOf('waiting')
  readonly running = this.#idsOf('running')
  readonly lanes = createValue<readonly BoardLane[]>([])
  readonly tallies = { queued: createValue<Tally>({}), active: createValue<Tally>({}), review: createValue<Tally>({}) }
  readonly size = createValue(0)
  readonly #kinds: CardKinds
  readonly #entries = new Map<CardKey, CardEntry>()
  readonly #counted = new TallyBook<ColumnId>()
  readonly #moveListeners = new Set<(moves: readonly CardMove[]) => void>()
  #filter: BoardFilter = noFilter
  /** What changed within a batch; null outside of one. */
  #held: Heard | null = null

  constructor(kinds: CardKinds) {
    this.#kinds = kinds
    for (const kind of kinds.all) kind.onChanges((changes) => this.#hear(this.#affectedBy(changes)))
    this.#rebuild()
  }

  setFilter(filter: BoardFilter): void {
    if (JSON.stringify(filter) === JSON.stringify(this.#filter)) return
    this.#filter = filter
    this.#rebuild()
  }

  batch(run: () => void): void {
    const held = nothingHeard()
    this.#held = held
    try {
      run()
    } finally {
      this.#held = null
      this.#update(held)
    }
  }

  onMoves(listener: (moves: readonly CardMove[]) => void): () => void {
    this.#moveListeners.add(listener)
    return () => this.#moveListeners.delete(listener)
  }

  /**
   * The cards that may stand elsewhere. Of many changes only the changed: what follows them is placed anew with all
   * others, and stays in its column.
   */
  #affectedBy(changes: readonly CardChange[]): CardKey[] {
    if (changes.length > mostSingle) return changes.map(({ key }) => key)
    return changes.flatMap(({ key, touches }) => [key, ...touches().flatMap(this.#kinds.cardsOfTask)])
  }

  /** Of many, new ones are left out: they move nowhere, and the rebuild looks at each anyway. */
  #hear(keys: readonly CardKey[]): void {
    const heard = this.#held ?? nothingHeard()
    const isMany = keys.length > mostSingle
    for (const key of keys) if (!isMany || this.#entries.has(key)) heard.keys.add(key)
    heard.isMany ||= isMany
    if (this.#held === null) this.#update(heard)
  }

  #update(heard: Heard): void {
    const isMany = heard.isMany || heard.keys.size > mostSingle
    if (heard.keys.size === 0 && !isMany) return
    const steps = [...heard.keys].map((key) => this.#stepOf(key))
    const moves = steps.flatMap(movesOf)
    if (moves.length > 0) for (const listener of this.#moveListeners) listener(moves)
    if (isMany) return this.#rebuild()
    const touched = new Set<ListName>()
    for (const { key, before, after } of steps) {
      for (const name of listsOf(before, after)) {
        if (this.#place(name, placeIn(before, name), placeIn(after, name))) touched.add(name)
      }
      if (after === null) this.#entries.delete(key)
      else this.#entries.set(key, after)
      this.#counted.move(before, after)
    }
    this.#publish(touched)
  }

  #stepOf(key: CardKey): Step {
    const card = this.#kinds.atHand(key)
    const after = card === null ? null : entryOf(card, this.#filter)
    return { key, before: this.#entries.get(key) ?? null, after }
  }

  /** Whether the list changed: most news of a card leave it where it stands. */
  #place(name: ListName, from: CardPlace | undefined, to: CardPlace | undefined): boolean {
    if (from === to || (from !== undefined && to !== undefined && comparePlaces(from, to) === 0)) return false
    const list = this.#list(name)
    list.cards = movePlace(list.cards, from, to)
    return true
  }

  #rebuild(): void {
    this.#entries.clear()
    this.#counted.clear()
    const found = new Map<ListName, CardPlace[]>()
    for (const card of this.#kinds.allAtHand()) {
      const entry = entryOf(card, this.#filter)
      this.#entries.set(card.key, entry)
      this.#counted.move(null, entry)
      for (const name of entry.lists) addTo(found, name, entry.place)
      if (entry.head !== null) addTo(found, 'heads', entry.head)
    }
    for (const name of new Set([...this.#lists.keys(), ...found.keys()])) {
      const list = this.#list(name)
      list.cards = sortPlaces(found.get(name) ?? [], list.cards)
    }
    this.#publish(new Set(this.#lists.keys()))
  }

  #publish(touched: ReadonlySet<ListName>): void {
    this.size.set(this.#entries.size)
    for (const name of touched) {
      const { ids, cards } = this.#list(name)
      ids.set(cards.ids)
    }
    for (const { id } of columns) setTally(this.tallies[id], this.#counted.tallyOf(id))
    // Also after a change of an epic alone: whether a done one is shown hangs on its status.
    this.#publishLanes()
  }

  #publishLanes(): void {
    const epics = this.#list('heads').cards.ids
    const known = new Map(this.lanes.get().map((lane) => [lane.id, lane]))
    const shown = epics.flatMap((id) => this.#laneOf(id, known.get(id)) ?? [])
    const rest = this.#laneOf(ungrouped, known.get(ungrouped))
    const next = shown.length === 0 ? [] : [...shown, ...(rest === null ? [] : [rest])]
    const before = this.lanes.get()
    const isSame = before.length === next.length && next.every((lane, index) => lane === before[index])
    if (!isSame) this.lanes.set(next)
  }

  /** The lane as it stands, the known one where nothing changed; null for one that says nothing. */
  #laneOf(id: string, known: BoardLane | undefined): BoardLane | null {
    const queued = this.#idsOf(laneList(id, 'queued')).get()
    const active = this.#idsOf(laneList(id, 'active')).get()
    const review = this.#idsOf(laneList(id, 'review')).get()
    const isEmpty = queued.length + active.length + review.length === 0
    if (isEmpty && (id === ungrouped || isFiltering(this.#filter) || this.#isDone(id))) return null
    if (known?.queued === queued && known.active === active && known.review === review) return known
    return { id, queued, active, review }
  }

  #isDone(epic: string): boolean {
    // A task that is done has left the columns.
    return this.#kinds.plan?.factsOf(epic)?.column === null
  }

  #list(name: ListName): List {
    const known = this.#lists.get(name)
    if (known !== undefined) return known
    const list: List = { cards: noPlaces, ids: createValue(noPlaces.ids) }
    this.#lists.set(name, list)
    return list
  }

  #idsOf(name: ListName): ValueStore<readonly string[]> {
    return this.#list(name).ids
  }
}

/** All in which a card stands before or after a change. */
function listsOf(...entries: readonly (CardEntry | null)[]): ReadonlySet<ListName> {
  return new Set(
    entries.flatMap((entry) => [
      ...(entry?.lists ?? []),
      ...((entry?.head ?? null) === null ? [] : ['heads' as const]),
    ]),
  )
}

function addTo(found: Map<ListName, CardPlace[]>, name: ListName, place: CardPlace): void {
  const places = found.get(name)
  if (places === undefined) found.set(name, [place])
  else places.push(place)
}

type Step = {
  readonly key: CardKey
  readonly before: CardEntry | null
  readonly after: CardEntry | null
}

function movesOf({ key, before, after }: Step): CardMove[] {
  const [from, to] = [before?.column ?? null, after?.column ?? null]
  return from === null || to === null || from === to ? [] : [{ id: key, from, to }]
}

function setTally(store: ValueStore<Tally>, next: Tally): void {
  if (JSON.stringify(store.get()) !== JSON.stringify(next)) store.set(next)
}
