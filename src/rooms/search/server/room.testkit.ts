// For tests: the room over a real database, with a source of each kind whose documents the test changes.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import { searchKinds, type SearchDocument, type SearchKind, type SearchQuery, type SearchSource } from '../contract.ts'
import { find } from './find.ts'
import { createIndexer } from './indexer.ts'
import { createIndexStore } from './index-store.ts'

export type TestSource = SearchSource & {
  put(document: Partial<SearchDocument> & { readonly id: string }): void
  drop(id: string): void
  /** How many documents were read. */
  reads: number
}

/** Its log is a list of ids; a mark is a place in it. */
export function createTestSource(kind: SearchKind): TestSource {
  const documents = new Map<string, SearchDocument>()
  const log: string[] = []
  const source: TestSource = {
    kind,
    reads: 0,
    put(document) {
      documents.set(document.id, { ...blank, title: document.id, href: `/${kind}?id=${document.id}`, ...document })
      log.push(document.id)
    },
    drop(id) {
      documents.delete(id)
      log.push(id)
    },
    async changes(mark, limit) {
      const from = Number(mark ?? 0)
      const ids = log.slice(from, from + limit)
      return { ids: [...new Set(ids)], mark: String(from + ids.length), isEnd: from + ids.length === log.length }
    },
    async read(ids) {
      source.reads += ids.length
      return ids.flatMap((id) => documents.get(id) ?? [])
    },
  }
  return source
}

const blank: Omit<SearchDocument, 'id' | 'title' | 'href'> = {
  text: '',
  at: '2026-11-20T10:00:00.000Z',
  state: null,
  where: '',
  isLive: false,
}

export async function openRoom(given: { readonly home?: string; readonly sources?: readonly TestSource[] } = {}) {
  const home = given.home ?? (await mkdtemp(join(tmpdir(), 'orrery-search-')))
  const sources = given.sources ?? searchKinds.map(createTestSource)
  const time = new ManualTime('2026-11-20T12:00:00.000Z')
  const database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  const store = createIndexStore(database.read)
  const indexer = createIndexer({ commits: database.commits, store, sources, timers: time, log: silentLog })
  const parts = { store, sources, nowMs: time.now, isComplete: () => indexer.isComplete() }
  const crash = async (): Promise<void> => {
    await indexer[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
  }
  return {
    home,
    sources,
    time,
    database,
    store,
    indexer,
    of(kind: SearchKind): TestSource {
      const source = sources.find((each) => each.kind === kind)
      if (source === undefined) throw new Error(`no source of ${kind}`)
      return source
    },
    find: (q: string, more: Partial<SearchQuery> = {}) => find(parts, { q, limit: 20, ...more }),
    /** Ids of what is found, the best first. */
    async ids(q: string, more: Partial<SearchQuery> = {}): Promise<string[]> {
      return (await find(parts, { q, limit: 20, ...more })).results.map(({ id }) => id)
    },
    crash,
    async close() {
      await crash()
      await rm(home, { recursive: true, force: true })
    },
  }
}
