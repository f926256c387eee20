// The actions of kinds of objects, fetched with the first menu that lists any: the page is drawn without them.
import type { ObjectAction } from './object-action.ts'

/** None until `loadActions` has fetched them. */
export type LateActions<T> = () => readonly ObjectAction<T>[]

const fetches: (() => Promise<void>)[] = []

export function lateActions<T>(fetchActions: () => Promise<readonly ObjectAction<T>[]>): LateActions<T> {
  let actions: readonly ObjectAction<T>[] = []
  fetches.push(async () => {
    actions = await fetchActions()
  })
  return () => actions
}

/** Fetches those of all kinds, which a choice of objects may mix. Fails when some can't be fetched, and may be tried again. */
export async function loadActions(): Promise<void> {
  await Promise.all(fetches.map((fetchThem) => fetchThem()))
}
