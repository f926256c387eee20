// Entities by id with one listener list each, so that a change re-renders one card and nothing else.

export type Entity = { readonly id: string }
export type EntityChange<T> = { readonly id: string; readonly before: T | null; readonly after: T | null }
export type EntityUpdate<T> = { readonly id: string; readonly value: T | null }
/** What an optimistic action shows in place of the truth; null hides the entity. */
export type Edit<T> = (value: T) => T | null

export type EntityStore<T extends Entity> = {
  /** The entity as shown: the truth with the edits in force, or null. */
  readonly get: (id: string) => T | null
  /** The entity as the service last told it, whatever is shown. */
  readonly truth: (id: string) => T | null
  readonly all: () => T[]
  readonly subscribe: (id: string, listener: () => void) => () => void
  /** Hears every change of what is shown, once per update, after the ids' own listeners. */
  readonly onChanges: (listener: (changes: readonly EntityChange<T>[]) => void) => () => void
  /** Applies the service's news; null removes. */
  readonly apply: (updates: readonly EntityUpdate<T>[]) => void
  /** The whole truth at once: what is not in `values` is gone, what is equal keeps its identity. */
  readonly replaceAll: (values: readonly T[]) => void
  /** Shows `edit` of the truth until the returned function is called. It may be called twice. */
  readonly overlay: (id: string, edit: Edit<T>) => () => void
}

export function createEntityStore<T extends Entity>(): EntityStore<T> {
  const truths = new Map<string, T>()
  const edits = new Map<string, readonly Edit<T>[]>()
  const shown = new Map<string, T>()
  const listeners = new Map<string, Set<() => void>>()
  const changeListeners = new Set<(changes: readonly EntityChange<T>[]) => void>()

  /** Brings what is shown in step for these ids and tells the listeners. */
  function publish(ids: Iterable<string>): void {
    const changes: EntityChange<T>[] = []
    for (const id of ids) {
      const before = shown.get(id) ?? null
      const after = edited(truths.get(id) ?? null, edits.get(id))
      if (before === after) continue
      if (after === null) shown.delete(id)
      else shown.set(id, after)
      changes.push({ id, before, after })
    }
    for (const { id } of changes) for (const listener of listeners.get(id) ?? []) listener()
    if (changes.length > 0) for (const listener of changeListeners) listener(changes)
  }

  return {
    get: (id) => shown.get(id) ?? null,
    truth: (id) => truths.get(id) ?? null,
    all: () => [...shown.values()],
    subscribe: (id, listener) => listen(listeners, id, listener),
    onChanges(listener) {
      changeListeners.add(listener)
      return () => changeListeners.delete(listener)
    },
    apply(updates) {
      for (const { id, value } of updates) setTruth(truths, id, value)
      publish(new Set(updates.map(({ id }) => id)))
    },
    replaceAll(values) {
      // The first snapshot is what a page waits for, and there is nothing to compare it with.
      if (truths.size === 0) {
        for (const value of values) truths.set(value.id, value)
        return publish(truths.keys())
      }
      const next = new Map<string, T>()
      for (const value of values) next.set(value.id, value)
      const ids = [...truths.keys()]
      for (const id of next.keys()) if (!truths.has(id)) ids.push(id)
      for (const id of ids) setTruth(truths, id, next.get(id) ?? null)
      publish(ids)
    },
    overlay(id, edit) {
      edits.set(id, [...(edits.get(id) ?? []), edit])
      publish([id])
      return () => {
        const rest = (edits.get(id) ?? []).filter((other) => other !== edit)
        if (rest.length === 0) edits.delete(id)
        else edits.set(id, rest)
        publish([id])
      }
    },
  }
}

function setTruth<T>(truths: Map<string, T>, id: string, value: T | null): void {
  if (value === null) truths.delete(id)
  else {
    const known = truths.get(id)
    if (known === undefined || !isSame(known, value)) truths.set(id, value)
  }
}

/** Entities are plain JSON, so equal text means that nothing has to be drawn again. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

function edited<T>(truth: T | null, edits: readonly Edit<T>[] | undefined): T | null {
  if (edits === undefined) return truth
  return edits.reduce<T | null>((value, edit) => (value === null ? null : edit(value)), truth)
}

function listen(listeners: Map<string, Set<() => void>>, id: string, listener: () => void): () => void {
  const set = listeners.get(id) ?? new Set()
  listeners.set(id, set.add(listener))
  return () => {
    set.delete(listener)
    if (set.size === 0 && listeners.get(id) === set) listeners.delete(id)
  }
}
