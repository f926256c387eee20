// A part of a store as a store of its own: of the rest nothing is shown or heard.
import type { Entity, EntityStore } from './entity-store.ts'

/** `isIn` looks at the entity alone. What is written goes to the whole. */
export function narrowStore<T extends Entity>(store: EntityStore<T>, isIn: (value: T) => boolean): EntityStore<T> {
  const own = (value: T | null): T | null => (value !== null && isIn(value) ? value : null)
  return {
    ...store,
    get: (id) => own(store.get(id)),
    truth: (id) => own(store.truth(id)),
    all: () => store.all().filter(isIn),
    onChanges: (listener) =>
      store.onChanges((changes) => {
        const seen = changes
          .map(({ id, before, after }) => ({ id, before: own(before), after: own(after) }))
          .filter(({ before, after }) => before !== after)
        if (seen.length > 0) listener(seen)
      }),
  }
}
