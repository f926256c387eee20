// Keeps lanes and columns in order while cards change one by one: a change costs a search, not a sort of the board.
import type { EntityChange, EntityStore } from '#platform/web/store/entity-store.ts'
import type { Grouping } from '#platform/web/store/grouping.ts'
import { createValue, type ValueStore } from '#platform/web/store/value-store.ts'
import type { SessionCard, SessionState } from '#rooms/sessions/contract.ts'
import type { TaskCard, TaskStatus } from '#rooms/tasks/contract.ts'
import { columns, type ColumnId } from '../../core/columns.ts'
import { entryOfSession, entryOfTask, laneList, type Entry, type ListName, type World } from '../../core/entries.ts'
import { isFiltering, noFilter, type BoardFilter } from '../../core/filter.ts'
import { readKey, taskKey, type CardKey } from '../../core/keys.ts'
import { ungrouped } from '../../core/lanes.ts'
import { comparePlaces, type Place } from '../../core/order.ts'
import { insertPlace, removePlace, sortPlaces, type Places } from '../../core/places.ts'
import { affectedBySession, affectedByTask } from './affected.ts'
import { TallyBook } from './tally-book.ts'

export type CardState = SessionState | TaskStatus
export type Tally = Readonly<Partial<Record<CardState, number>>>
export type Move = { readonly id: CardKey; readonly from: ColumnId; readonly to: ColumnId }

/** The cards of a swimlane; `id` is its epic's, or `ungrouped`. */
export type Lane = { readonly id: string } & Readonly<Record<ColumnId, readonly CardKey[]>>

export type BoardIndex = {
  /** The cards of a column that pass the filter, in order, whatever their lane. */
  readonly columns: Readonly<Record<ColumnId, ValueStore<readonly CardKey[]>>>
  /** The swimlanes, that of cards without an epic last; empty on a board without epics. */
  readonly lanes: ValueStore<readonly Lane[]>
  /** How many of a column that pass the filter are in which state. */
  readonly tallies: Readonly<Record<ColumnId, ValueStore<Tally>>>
  /** Who needs a person, the longest wait first; no filter hides them. */
  readonly needs: ValueStore<readonly CardKey[]>
  /** Idle sessions that start by themselves once others are done. */
  readonly waiting: ValueStore<readonly string[]>
  /** Sessions that run, whatever the filter. */
  readonly running: ValueStore<readonly string[]>
  /** All sessions and tasks, whatever the filter. */
  readonly size: ValueStore<number>
  readonly setFilter: (filter: BoardFilter) => void
  /** Takes the changes of several stores as one. */
  readonly batch: (run: () => void) => void
  /** Hears of cards that change their column, before the columns do. */
  readonly onMoves: (listener: (moves: readonly Move[]) => void) => () => void
  readonly stateOf: (key: CardKey) => CardState | null
}

export type BoardStores = {
  readonly sessions: EntityStore<SessionCard>
  readonly tasks: EntityStore<TaskCard>
  /** Sessions by the task that they work on. */
  readonly links: Grouping
}

export function createBoardIndex(stores: BoardStores): BoardIndex {
  return new LiveIndex(stores)
}

/** One ordered list and what is published of it. */
type List = { places: Places; readonly ids: ValueStore<readonly string[]> }

/** Of more changes at once, sorting anew costs less than finding each place. */
const mostSingle = 64

class LiveIndex implements BoardIndex {
  readonly #lists = new Map<ListName, List>()
  readonly columns = { queued: this.#idsOf('queued'), active: this.#idsOf('active'), review: this.#idsOf('review') }
  readonly needs = this.#idsOf('needs')
  readonly waiting = this.#idsOf('waiting')
  readonly running = this.#idsOf('running')
  readonly lanes = createValue<readonly Lane[]>([])
  readonly tallies = { queued: createValue<Tally>({}), active: createValue<Tally>({}), review: createValue<Tally>({}) }
  readonly size = createValue(0)
  readonly #stores: BoardStores
  readonly #world: World
  readonly #entries = new Map<CardKey, Entry>()
  readonly #counted = new TallyBook<ColumnId, CardState>()
  readonly #moveListeners = new Set<(moves: readonly Move[]) => void>()
  #filter: BoardFilter = noFilter
  /** The cards that changed within a batch; null outside of one. */
  #held: Set<CardKey> | null = null

  constructor(stores: BoardStores) {
    this.#stores = stores
    const { sessions, tasks, links } = stores
    this.#world = {
      task: tasks.get,
      sessionsOf: (id) => links.get(id).flatMap((session) => sessions.get(session) ?? []),
    }
    sessions.onChanges((changes) => this.#hear(this.#affectedBySessions(changes)))
    tasks.onChanges((changes) => this.#hear(this.#affectedByTasks(changes)))
    this.#rebuild()
  }

  setFilter(filter: BoardFilter): void {
    if (JSON.stringify(filter) === JSON.stringify(this.#filter)) return
    this.#filter = filter
    this.#rebuild()
  }

  batch(run: () => void): void {
    const held = new Set<CardKey>()
    this.#held = held
    try {
      run()
    } finally {
      this.#held = null
      this.#update([...held])
    }
  }

  onMoves(listener: (moves: readonly Move[]) => void): () => void {
    this.#moveListeners.add(listener)
    return () => this.#moveListeners.delete(listener)
  }

  stateOf(key: CardKey): CardState | null {
    const { kind, id } = readKey(key)
    return kind === 'task'
      ? (this.#stores.tasks.get(id)?.status ?? null)
      : (this.#stores.sessions.get(id)?.state ?? null)
  }

  #affectedBySessions(changes: readonly EntityChange<SessionCard>[]): CardKey[] {
    return changes.length > mostSingle ? changes.map(({ id }) => id) : changes.flatMap(affectedBySession)
  }

  /** Of many only themselves: what follows them is placed anew with all others, and stays in its column. */
  #affectedByTasks(changes: readonly EntityChange<TaskCard>[]): CardKey[] {
    if (changes.length > mostSingle) return changes.map(({ id }) => taskKey(id))
    const { tasks, links } = this.#stores
    return changes.flatMap((change) => affectedByTask(change, { task: tasks.get, sessionsOf: links.get }))
  }

  #hear(keys: readonly CardKey[]): void {
    if (this.#held === null) this.#update([...new Set(keys)])
    else for (const key of keys) this.#held.add(key)
  }

  #update(keys: readonly CardKey[]): void {
    if (keys.length === 0) return
    const isMany = keys.length > mostSingle
    // Of many, new ones are left out here: they move nowhere, and the rebuild looks at each anyway.
    const looked = isMany ? keys.filter((key) => this.#entries.has(key)) : keys
    const steps = looked.map((key) => ({ key, before: this.#entries.get(key) ?? nowhere, after: this.#entryOf(key) }))
    const moves = steps.flatMap(movesOf)
    if (moves.length > 0) for (const listener of this.#moveListeners) listener(moves)
    if (isMany) return this.#rebuild()
    const touched = new Set<ListName>()
    for (const { key, before, after } of steps) {
      for (const name of new Set([...before.keys(), ...(after?.keys() ?? [])])) {
        if (this.#place(name, before.get(name), after?.get(name))) touched.add(name)
      }
      if (after === null) this.#entries.delete(key)
      else this.#entries.set(key, after)
      this.#count(key, after, this.stateOf(key))
    }
    this.#publish(touched)
  }

  /** Null for a card that is gone. */
  #entryOf(key: CardKey): Entry | null {
    const { kind, id } = readKey(key)
    if (kind === 'task') {
      const task = this.#stores.tasks.get(id)
      return task === null ? null : entryOfTask(task, this.#world, this.#filter)
    }
    const session = this.#stores.sessions.get(id)
    return session === null ? null : entryOfSession(session, this.#world, this.#filter)
  }

  /** Whether the list changed: most news of a card leave it where it stands. */
  #place(name: ListName, from: Place | undefined, to: Place | undefined): boolean {
    if (from === to || (from !== undefined && to !== undefined && comparePlaces(from, to) === 0)) return false
    const list = this.#list(name)
    if (from !== undefined) list.places = removePlace(list.places, from)
    if (to !== undefined) list.places = insertPlace(list.places, to)
    return true
  }

  #rebuild(): void {
    const { sessions, tasks } = this.#stores
    this.#entries.clear()
    this.#counted.clear()
    const found = new Map<ListName, Place[]>()
    const enter = (key: CardKey, entry: Entry, state: CardState) => {
      this.#entries.set(key, entry)
      this.#count(key, entry, state)
      for (const [name, place] of entry) {
        const places = found.get(name)
        if (places === undefined) found.set(name, [place])
        else places.push(place)
      }
    }
    for (const session of sessions.all()) {
      enter(session.id, entryOfSession(session, this.#world, this.#filter), session.state)
    }
    for (const task of tasks.all()) {
      enter(taskKey(task.id), entryOfTask(task, this.#world, this.#filter), task.status)
    }
    for (const name of new Set([...this.#lists.keys(), ...found.keys()])) {
      this.#list(name).places = sortPlaces(found.get(name) ?? [])
    }
    this.#publish(new Set(this.#lists.keys()))
  }

  #publish(touched: ReadonlySet<ListName>): void {
    this.size.set(this.#entries.size)
    for (const name of touched) setIfChanged(this.#list(name))
    for (const { id } of columns) setTally(this.tallies[id], this.#counted.tallyOf(id))
    // Also after a change of an epic alone: whether a done one is shown hangs on its status.
    this.#publishLanes()
  }

  #publishLanes(): void {
    const epics = this.#list('epics').places.map(({ id }) => id)
    const known = new Map(this.lanes.get().map((lane) => [lane.id, lane]))
    const shown = epics.flatMap((id) => this.#laneOf(id, known.get(id)) ?? [])
    const rest = this.#laneOf(ungrouped, known.get(ungrouped))
    const next = shown.length === 0 ? [] : [...shown, ...(rest === null ? [] : [rest])]
    const before = this.lanes.get()
    const isSame = before.length === next.length && next.every((lane, index) => lane === before[index])
    if (!isSame) this.lanes.set(next)
  }

  /** The lane as it stands, the known one where nothing changed; null for one that says nothing. */
  #laneOf(id: string, known: Lane | undefined): Lane | null {
    const queued = this.#idsOf(laneList(id, 'queued')).get()
    const active = this.#idsOf(laneList(id, 'active')).get()
    const review = this.#idsOf(laneList(id, 'review')).get()
    const isEmpty = queued.length + active.length + review.length === 0
    if (isEmpty && (id === ungrouped || isFiltering(this.#filter) || this.#isDone(id))) return null
    if (known?.queued === queued && known.active === active && known.review === review) return known
    return { id, queued, active, review }
  }

  #isDone(epic: string): boolean {
    return this.#stores.tasks.get(epic)?.status === 'done'
  }

  #count(key: CardKey, entry: Entry | null, state: CardState | null): void {
    const column = entry === null ? undefined : columnIn(entry)
    this.#counted.note(key, column === undefined || state === null ? null : { column, state })
  }

  #list(name: ListName): List {
    const known = this.#lists.get(name)
    if (known !== undefined) return known
    const list: List = { places: [], ids: createValue<readonly string[]>([]) }
    this.#lists.set(name, list)
    return list
  }

  #idsOf(name: ListName): ValueStore<readonly string[]> {
    return this.#list(name).ids
  }
}

const nowhere: Entry = new Map()

function columnIn(entry: Entry): ColumnId | undefined {
  for (const { id } of columns) if (entry.has(id)) return id
  return undefined
}

type Step = { readonly key: CardKey; readonly before: Entry; readonly after: Entry | null }

function movesOf({ key, before, after }: Step): Move[] {
  const from = columnIn(before)
  const to = after === null ? undefined : columnIn(after)
  return from === undefined || to === undefined || from === to ? [] : [{ id: key, from, to }]
}

function setIfChanged({ ids, places }: List): void {
  if (!isOrderOf(ids.get(), places)) ids.set(places.map(({ id }) => id))
}

/** A plain loop: at 10,000 cards it is the longest step of a change, and a callback for each card doubles it. */
function isOrderOf(ids: readonly string[], places: Places): boolean {
  if (ids.length !== places.length) return false
  for (let index = 0; index < ids.length; index += 1) if (ids[index] !== places[index]?.id) return false
  return true
}

function setTally(store: ValueStore<Tally>, next: Tally): void {
  if (JSON.stringify(store.get()) !== JSON.stringify(next)) store.set(next)
}
