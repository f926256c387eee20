// The search room as app/ wires it.
import { ok } from '#base/result.ts'
import type { GroundOf } from '#platform/server/house/ground.ts'
import type { Room } from '#platform/server/house/room.ts'
import { mount } from '#platform/server/http/mount.ts'
import { searchKinds, type SearchKind, type SearchSource } from '../contract.ts'
import { searchRoutes } from './bound-routes.ts'
import { find } from './find.ts'
import { createIndexer } from './indexer.ts'
import { createIndexStore } from './index-store.ts'

/** The parts of the ground that this room stands on. */
export type SearchGround = GroundOf<'database' | 'clock' | 'timers' | 'log'>

/** What is searched: each room brings the sources of its own. */
export type SearchPorts = { readonly sources: readonly SearchSource[] }

/** Search over everything. Its start begins to follow the sources. */
export interface SearchRoom extends Room {
  /** Takes things out of the index; resolves when no question finds them. Rejects with `StorageError`. */
  forget(kind: SearchKind, ids: readonly string[]): Promise<void>
  /** Resolves when the index has all that was committed before the call. */
  catchUp(): Promise<void>
}

/** Reads and writes nothing before `start`. */
export async function openSearchRoom(ground: SearchGround, { sources }: SearchPorts): Promise<SearchRoom> {
  const { database, clock, timers, log } = ground
  const store = createIndexStore(database.read)
  const indexer = createIndexer({ commits: database.commits, store, sources, timers, log })
  const parts = { store, sources, nowMs: clock.now, isComplete: () => indexer.isComplete() }
  return {
    mount(api) {
      mount(api, searchRoutes.search, async ({ query }) => ok(await find(parts, query)))
      mount(api, searchRoutes.readSearchIndex, async () => {
        const counted = await Promise.all(searchKinds.map(async (kind) => [kind, await store.count(kind)] as const))
        const documents = Object.fromEntries(counted) as Record<SearchKind, number>
        return ok({ documents, is_complete: await indexer.isComplete() })
      })
      mount(api, searchRoutes.rebuildSearchIndex, async () => {
        await indexer.rebuild()
        return ok({ ok: true })
      })
    },
    start: async () => indexer.start(),
    forget: (kind, ids) => indexer.forget(kind, ids),
    catchUp: () => indexer.catchUp(),
    [Symbol.asyncDispose]: () => indexer[Symbol.asyncDispose](),
  }
}
