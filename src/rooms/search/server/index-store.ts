// The tables of the index. Each kind has a range of numbers, so that one question of the index is about one kind, and
// what changed last has the highest number of it.
import type { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { hashText } from '#base/hash-text.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { countLimit, type SearchKind } from '../contract.ts'

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
export type IndexMatch = { readonly anywhere: string; readonly title: string }

export interface IndexStore {
  /** Of these ids, those that are in the index. */
  known(kind: SearchKind, ids: readonly string[]): Promise<ReadonlyMap<string, KnownEntry>>
  /** Ids that have all the words, in their titles first, then the last changed first; and how many, up to one over the limit. */
  find(kind: SearchKind, match: IndexMatch, most: number): Promise<{ readonly ids: string[]; readonly count: number }>
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
      const rows = await ofKind(kind).selectAll().where('key', 'in', keys).execute()
      return new Map(rows.filter(({ id }) => wanted.has(id)).map(({ id, doc, digest }) => [id, { doc, digest }]))
    },
    find: (kind, match, most) => find(read, { kind, match, most }),
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

type Search = { readonly kind: SearchKind; readonly match: IndexMatch; readonly most: number }

async function find(read: Read, { kind, match, most }: Search): Promise<{ ids: string[]; count: number }> {
  const among = (words: string, limit: number) => sql<{ doc: number }>`
    SELECT rowid AS doc FROM search_index WHERE search_index MATCH ${words}
    AND rowid >= ${firstOf(kind)} AND rowid < ${endOf(kind)} ORDER BY rowid DESC LIMIT ${limit}`
  const anywhere = (await among(match.anywhere, countLimit + 1).execute(read)).rows
  if (anywhere.length === 0) return { ids: [], count: 0 }
  const titles = (await among(match.title, most).execute(read)).rows
  const docs = new Set([...titles, ...anywhere].map(({ doc }) => doc))
  const rows = await read
    .selectFrom('search_documents')
    .select(['doc', 'id'])
    .where('doc', 'in', [...docs].slice(0, most + titles.length))
    .execute()
  const idOf = new Map(rows.map(({ doc, id }) => [doc, id]))
  return { ids: [...docs].flatMap((doc) => idOf.get(doc) ?? []), count: anywhere.length }
}

/** Called inside a transaction, as all that follows. Throws once the numbers of a kind are used up. */
export function putEntry(db: DatabaseSync, kind: SearchKind, { id, words, digest }: IndexEntry): void {
  dropEntry(db, kind, id)
  const last = db.prepare('SELECT max(doc) AS doc FROM search_documents WHERE doc >= ? AND doc < ?')
  const doc = Number(last.get(firstOf(kind), endOf(kind))?.doc ?? firstOf(kind)) + 1
  if (doc >= endOf(kind)) throw new NumbersUsedUp(`the index of search has no number left for ${kind}`)
  db.prepare('INSERT INTO search_index (rowid, words) VALUES (?, ?)').run(doc, words)
  db.prepare('INSERT INTO search_documents (doc, key, digest, id) VALUES (?, ?, ?, ?)').run(
    doc,
    keyOf(kind, id),
    digest,
    id,
  )
}

/** After many years of changes: a rebuild counts from one again. */
export class NumbersUsedUp extends Error {
  override readonly name = 'NumbersUsedUp'
}

export function dropEntry(db: DatabaseSync, kind: SearchKind, id: string): void {
  const known = db.prepare('SELECT doc FROM search_documents WHERE key = ? AND id = ? AND doc >= ? AND doc < ?')
  for (const { doc } of known.all(keyOf(kind, id), id, firstOf(kind), endOf(kind))) {
    db.prepare('DELETE FROM search_index WHERE rowid = ?').run(Number(doc))
    db.prepare('DELETE FROM search_documents WHERE doc = ?').run(Number(doc))
  }
}

export function setMark(db: DatabaseSync, kind: SearchKind, { mark, isComplete }: SourceMark): void {
  db.prepare('INSERT OR REPLACE INTO search_marks (kind, mark, complete) VALUES (?, ?, ?)').run(
    kind,
    mark,
    isComplete ? 1 : 0,
  )
}

/** Pages of the index that one step of a merge reads and writes: some milliseconds at most. */
const mergePages = 8

/** Joins segments of the index, which is what keeps it small and quick; false when there is nothing to join. */
export function mergeSome(db: DatabaseSync): boolean {
  const changes = () => Number(db.prepare('SELECT total_changes() AS changes').get()?.changes)
  const before = changes()
  db.prepare("INSERT INTO search_index (search_index, rank) VALUES ('merge', ?)").run(mergePages)
  // SQLite counts one change for the statement itself.
  return changes() - before > 1
}

/** From now on merges leave one segment, in which no word is left of a document that was dropped. */
export function beginFullMerge(db: DatabaseSync): void {
  db.prepare("INSERT INTO search_index (search_index, rank) VALUES ('merge', ?)").run(-mergePages)
}

export function emptyIndex(db: DatabaseSync): void {
  db.exec("INSERT INTO search_index (search_index) VALUES ('delete-all')")
  db.exec('DELETE FROM search_documents')
  db.exec('DELETE FROM search_marks')
  db.prepare('INSERT OR REPLACE INTO counters VALUES (?, ?)').run(versionName, indexVersion)
}
