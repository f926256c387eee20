// Keeps the columns in order while sessions change one by one: a change costs a search, not a sort of the board.
import type { EntityChange, EntityStore } from '#platform/web/store/entity-store.ts'
import { createValue, type ValueStore } from '#platform/web/store/value-store.ts'
import type { SessionCard, SessionState } from '#rooms/sessions/contract.ts'
import { columnOfSession, columns, type ColumnId } from '../core/columns.ts'
import { matchesFilter, parseFilter, type Filter } from '../core/filter.ts'
import { comparePlaces, needPlaceOf, needsYou, placeOf, type Place } from '../core/order.ts'
import { insertPlace, removePlace, sortPlaces, type Places } from '../core/places.ts'

export type Tally = Readonly<Partial<Record<SessionState, number>>>
export type Move = { readonly id: string; readonly from: ColumnId; readonly to: ColumnId }

export type BoardIndex = {
  /** The ids of a column that pass the filter, in order. */
  readonly columns: Readonly<Record<ColumnId, ValueStore<readonly string[]>>>
  /** How many of a column that pass the filter are in which state. */
  readonly tallies: Readonly<Record<ColumnId, ValueStore<Tally>>>
  /** Who needs a person, the longest wait first; no filter hides them. */
  readonly needs: ValueStore<readonly string[]>
  /** Idle sessions that start by themselves once others are done. */
  readonly waiting: ValueStore<readonly string[]>
  /** All sessions, whatever the filter. */
  readonly size: ValueStore<number>
  readonly setFilter: (text: string) => void
  /** Hears of cards that change their column, before the columns do. */
  readonly onMoves: (listener: (moves: readonly Move[]) => void) => () => void
}

/** One ordered list and what is published of it. */
type List = { places: Places; readonly ids: ValueStore<readonly string[]> }
const listNames = ['queued', 'active', 'review', 'needs', 'waiting'] as const
type ListName = (typeof listNames)[number]
type Entry = ReadonlyMap<ListName, Place>

export function createBoardIndex(sessions: EntityStore<SessionCard>): BoardIndex {
  return new LiveIndex(sessions)
}

/** Of more changes at once, sorting anew costs less than finding each place. */
const mostSingle = 64

class LiveIndex implements BoardIndex {
  readonly #lists = {
    queued: emptyList(),
    active: emptyList(),
    review: emptyList(),
    needs: emptyList(),
    waiting: emptyList(),
  }
  readonly columns = { queued: this.#lists.queued.ids, active: this.#lists.active.ids, review: this.#lists.review.ids }
  readonly needs = this.#lists.needs.ids
  readonly waiting = this.#lists.waiting.ids
  readonly tallies = { queued: createValue<Tally>({}), active: createValue<Tally>({}), review: createValue<Tally>({}) }
  readonly size = createValue(0)
  readonly #sessions: EntityStore<SessionCard>
  readonly #entries = new Map<string, Entry>()
  readonly #moveListeners = new Set<(moves: readonly Move[]) => void>()
  #filter: Filter = []

  constructor(sessions: EntityStore<SessionCard>) {
    this.#sessions = sessions
    sessions.onChanges((changes) => this.#update(changes))
    this.#rebuild()
  }

  setFilter(text: string): void {
    const next = parseFilter(text)
    if (next.join(' ') === this.#filter.join(' ')) return
    this.#filter = next
    this.#rebuild()
  }

  onMoves(listener: (moves: readonly Move[]) => void): () => void {
    this.#moveListeners.add(listener)
    return () => this.#moveListeners.delete(listener)
  }

  #update(changes: readonly EntityChange<SessionCard>[]): void {
    const steps = changes.map(({ id, after }) => ({
      id,
      before: this.#entries.get(id) ?? nowhere,
      after: entryOf(after, this.#filter),
    }))
    const moves = steps.flatMap(movesOf)
    if (moves.length > 0) for (const listener of this.#moveListeners) listener(moves)
    if (steps.length > mostSingle) return this.#rebuild()
    const touched = new Set<ListName>()
    for (const step of steps) {
      for (const name of listNames) if (this.#place(name, step)) touched.add(name)
      if (this.#sessions.get(step.id) === null) this.#entries.delete(step.id)
      else this.#entries.set(step.id, step.after)
    }
    this.#publish(touched)
  }

  /** Whether the list changed: most news of a session leave it where it stands. */
  #place(name: ListName, { before, after }: Step): boolean {
    const from = before.get(name)
    const to = after.get(name)
    if (from === to || (from !== undefined && to !== undefined && comparePlaces(from, to) === 0)) return false
    const list = this.#lists[name]
    if (from !== undefined) list.places = removePlace(list.places, from)
    if (to !== undefined) list.places = insertPlace(list.places, to)
    return true
  }

  #rebuild(): void {
    this.#entries.clear()
    for (const session of this.#sessions.all()) this.#entries.set(session.id, entryOf(session, this.#filter))
    for (const name of listNames) {
      const places = [...this.#entries.values()].map((entry) => entry.get(name))
      this.#lists[name].places = sortPlaces(places.filter((place) => place !== undefined))
    }
    this.#publish(new Set(listNames))
  }

  #publish(touched: ReadonlySet<ListName>): void {
    this.size.set(this.#entries.size)
    for (const name of touched) setIfChanged(this.#lists[name])
    for (const { id } of columns) {
      if (touched.has(id)) setTally(this.tallies[id], countStates(this.#sessions, this.#lists[id].places))
    }
  }
}

function emptyList(): List {
  return { places: [], ids: createValue<readonly string[]>([]) }
}

/** The lists that a session stands in, and where. */
function entryOf(session: SessionCard | null, filter: Filter): Entry {
  const entry = new Map<ListName, Place>()
  if (session === null) return entry
  if (matchesFilter(session, filter)) entry.set(columnOfSession(session.state), placeOf(session))
  if (needsYou(session.state)) entry.set('needs', needPlaceOf(session))
  if (session.state === 'idle' && session.blocked_by.length > 0) entry.set('waiting', placeOf(session))
  return entry
}

const nowhere: Entry = new Map()

type Step = { readonly id: string; readonly before: Entry; readonly after: Entry }

function movesOf({ id, before, after }: Step): Move[] {
  const from = columns.find((column) => before.has(column.id))?.id
  const to = columns.find((column) => after.has(column.id))?.id
  return from === undefined || to === undefined || from === to ? [] : [{ id, from, to }]
}

function setIfChanged({ ids, places }: List): void {
  const before = ids.get()
  const isSame = before.length === places.length && places.every(({ id }, index) => id === before[index])
  if (!isSame) ids.set(places.map(({ id }) => id))
}

function countStates(sessions: EntityStore<SessionCard>, places: Places): Tally {
  const tally: Partial<Record<SessionState, number>> = {}
  for (const { id } of places) {
    const state = sessions.get(id)?.state
    if (state !== undefined) tally[state] = (tally[state] ?? 0) + 1
  }
  return tally
}

function setTally(store: ValueStore<Tally>, next: Tally): void {
  if (JSON.stringify(store.get()) !== JSON.stringify(next)) store.set(next)
}
