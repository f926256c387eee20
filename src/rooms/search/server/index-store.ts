// The tables of the index. Each kind has a range of numbers, so that one question of the index is about one kind, and
// what changed last has the highest number of it.
import { sql } from 'kysely'
import { hashText } from '#base/hash-text.ts'
import { dialectOf } from '#platform/server/db/dialect.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
import { countLimit, type SearchKind } from '../contract.ts'
import { fts5Match, tsqueryMatch, type Term } from '../core/match.ts'

/** Never change a number, but count `indexVersion` up with any change of what the index holds. */
const numberOf: Readonly<Record<SearchKind, number>> = {
  task: 0,
  session: 1,
  output: 2,
  brief: 3,
  run: 4,
  transcript: 5,
}
/** Documents of a kind, counted with each of their changes. In 28 bits the index stores a number in four bytes. */
const perKind = 2 ** 25

/** Of what the index is given for a text: another one than that of the file empties the index, which fills again. */
export const indexVersion = 1

export type IndexEntry = { readonly id: string; readonly words: string; readonly digest: number }
export type KnownEntry = { readonly doc: number; readonly digest: number }
export type SourceMark = { readonly mark: string | null; readonly isComplete: boolean }

export interface IndexStore {
  /** Of these ids, those that are in the index. */
  known(kind: SearchKind, ids: readonly string[]): Promise<ReadonlyMap<string, KnownEntry>>
  /** Ids that have all the words, in their titles first, then the last changed first; and how many, up to one over the limit. */
  find(
    kind: SearchKind,
    terms: readonly Term[],
    most: number,
  ): Promise<{ readonly ids: string[]; readonly count: number }>
  /** How many documents of the kind there are. */
  count(kind: SearchKind): Promise<number>
  /** Ids of the kind from above `after`, in the order of their numbers. */
  walk(
    kind: SearchKind,
    after: number,
    limit: number,
  ): Promise<readonly { readonly doc: number; readonly id: string }[]>
  mark(kind: SearchKind): Promise<SourceMark>
  version(): Promise<number>
}

type Read = Database['read']

export function createIndexStore(read: Read): IndexStore {
  const ofKind = (kind: SearchKind) =>
    read.selectFrom('search_documents').where('doc', '>=', firstOf(kind)).where('doc', '<', endOf(kind))
  return {
    async known(kind, ids) {
      const wanted = new Set(ids)
      const keys = ids.map((id) => keyOf(kind, id))
      if (ids.length === 0) return new Map()
      const rows = await ofKind(kind).selectAll().where('key', 'in', keys).execute()
      return new Map(rows.filter(({ id }) => wanted.has(id)).map(({ id, doc, digest }) => [id, { doc, digest }]))
    },
    find: (kind, terms, most) => find(read, { kind, terms, most }),
    async count(kind) {
      const row = await ofKind(kind)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return row.count
    },
    walk: (kind, after, limit) =>
      ofKind(kind).select(['doc', 'id']).where('doc', '>', after).orderBy('doc', 'asc').limit(limit).execute(),
    async mark(kind) {
      const row = await read.selectFrom('search_marks').selectAll().where('kind', '=', kind).executeTakeFirst()
      return { mark: row?.mark ?? null, isComplete: row?.complete === 1 }
    },
    async version() {
      const row = await read.selectFrom('counters').select('value').where('name', '=', versionName).executeTakeFirst()
      return row?.value ?? 0
    },
  }
}

const versionName = 'search version'
const firstOf = (kind: SearchKind): number => numberOf[kind] * perKind
const endOf = (kind: SearchKind): number => firstOf(kind) + perKind
const keyOf = (kind: SearchKind, id: string): number => hashText(`${kind}:${id}`)

type Search = { readonly kind: SearchKind; readonly terms: readonly Term[]; readonly most: number }

async function find(read: Read, { kind, terms, most }: Search): Promise<{ ids: string[]; count: number }> {
  const match = dialectOf(read) === 'sqlite' ? fts5Match(terms) : tsqueryMatch(terms)
  const among = (words: string, limit: number) => newest(read, { words, limit, kind })
  const anywhere = await among(match.anywhere, countLimit + 1)
  if (anywhere.length === 0) return { ids: [], count: 0 }
  const titles = await among(match.title, most)
  const docs = new Set([...titles, ...anywhere].map(({ doc }) => doc))
  const rows = await read
    .selectFrom('search_documents')
    .select(['doc', 'id'])
    .where('doc', 'in', [...docs].slice(0, most + titles.length))
    .execute()
  const idOf = new Map(rows.map(({ doc, id }) => [doc, id]))
  return { ids: [...docs].flatMap((doc) => idOf.get(doc) ?? []), count: anywhere.length }
}

type Wanted = { readonly words: string; readonly limit: number; readonly kind: SearchKind }

/** Of those that match, the last changed first. */
async function newest(read: Read, { words, limit, kind }: Wanted): Promise<readonly Doc[]> {
  const asked =
    dialectOf(read) === 'sqlite'
      ? sql<Doc>`SELECT rowid AS doc FROM search_index WHERE search_index MATCH ${words}
          AND rowid >= ${firstOf(kind)} AND rowid < ${endOf(kind)} ORDER BY rowid DESC LIMIT ${limit}`
      : sql<Doc>`SELECT doc FROM search_index WHERE words @@ CAST(${words} AS tsquery)
          AND doc >= ${firstOf(kind)} AND doc < ${endOf(kind)} ORDER BY doc DESC LIMIT ${limit}`
  return (await asked.execute(read)).rows
}

/**
 * At the beginning of each write of the index, up to its commit: of nodes that index the same at once, each sees what the other
 * wrote before. In SQLite nobody else writes.
 */
export function* takeTurn(): Script {
  yield* lock.all()
}

const lock = statement('SELECT 1', { postgres: "SELECT pg_advisory_xact_lock(hashtext('orrery search'))" })

/** Behind `takeTurn`, as all that follows. Throws once the numbers of a kind are used up. */
export function* putEntry(kind: SearchKind, { id, words, digest }: IndexEntry): Script {
  yield* dropEntry(kind, id)
  const last = yield* lastOf.first(firstOf(kind), endOf(kind))
  const doc = (last?.doc ?? firstOf(kind)) + 1
  if (doc >= endOf(kind)) throw new NumbersUsedUp(`the index of search has no number left for ${kind}`)
  yield* addWords.run(doc, words)
  yield* addDocument.run(doc, keyOf(kind, id), digest, id)
}

/** After many years of changes: a rebuild counts from one again. */
export class NumbersUsedUp extends Error {
  override readonly name = 'NumbersUsedUp'
}

export function* dropEntry(kind: SearchKind, id: string): Script {
  for (const { doc } of yield* findDocument.all(keyOf(kind, id), id, firstOf(kind), endOf(kind))) {
    yield* removeWords.run(doc)
    yield* removeDocument.run(doc)
  }
}

/** A write of its own. */
export function* dropEntries(kind: SearchKind, ids: readonly string[]): Script {
  yield* takeTurn()
  for (const id of ids) yield* dropEntry(kind, id)
}

export function* setMark(kind: SearchKind, { mark, isComplete }: SourceMark): Script {
  yield* putMark.run(kind, mark, isComplete ? 1 : 0)
}

type Doc = { readonly doc: number }

const lastOf = statement<{ readonly doc: number | null }>(
  'SELECT max(doc) AS doc FROM search_documents WHERE doc >= ? AND doc < ?',
)
const findDocument = statement<Doc>(
  'SELECT doc FROM search_documents WHERE key = ? AND id = ? AND doc >= ? AND doc < ?',
)
const addDocument = statement('INSERT INTO search_documents (doc, key, digest, id) VALUES (?, ?, ?, ?)')
const removeDocument = statement('DELETE FROM search_documents WHERE doc = ?')
/** Its words have blanks between them, which is how both take them apart. */
const addWords = statement('INSERT INTO search_index (rowid, words) VALUES (?, ?)', {
  postgres: "INSERT INTO search_index (doc, words) VALUES (?, array_to_tsvector(string_to_array(?, ' ')))",
})
const removeWords = statement('DELETE FROM search_index WHERE rowid = ?', {
  postgres: 'DELETE FROM search_index WHERE doc = ?',
})
const putMark = statement(`INSERT INTO search_marks (kind, mark, complete) VALUES (?, ?, ?)
  ON CONFLICT (kind) DO UPDATE SET mark = excluded.mark, complete = excluded.complete`)

/** Pages of the index that one step of a merge reads and writes: some milliseconds at most. */
const mergePages = 8

/** Joins segments of the index, which is what keeps it small and quick; false when there is nothing to join. */
export function* mergeSome(): Script<boolean> {
  const before = (yield* changes.first())?.changes ?? 0
  yield* merge.run(mergePages)
  const after = (yield* changes.first())?.changes ?? 0
  // SQLite counts one change for the statement itself.
  return after - before > 1
}

/** From now on merges leave one segment, in which no word is left of a document that was dropped. */
export function* beginFullMerge(): Script {
  yield* merge.run(-mergePages)
}

/** PostgreSQL keeps no segments. */
const merge = statement("INSERT INTO search_index (search_index, rank) VALUES ('merge', ?)", { postgres: null })
const changes = statement<{ readonly changes: number }>('SELECT total_changes() AS changes', { postgres: null })

export function* emptyIndex(): Script {
  yield* takeTurn()
  yield* removeAllWords.run()
  yield* removeAllDocuments.run()
  yield* removeAllMarks.run()
  yield* setVersion.run(versionName, indexVersion)
}

const removeAllWords = statement("INSERT INTO search_index (search_index) VALUES ('delete-all')", {
  postgres: 'DELETE FROM search_index',
})
const removeAllDocuments = statement('DELETE FROM search_documents')
const removeAllMarks = statement('DELETE FROM search_marks')
const setVersion = statement(
  'INSERT INTO counters (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
)
