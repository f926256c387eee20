// The table of what tools did.
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { Database } from '#platform/server/db/open-database.ts'
import { filesLookSchema, shellMarkSchema, type SessionFact, type Learned } from '../contract.ts'

export interface FactStore {
  /** The last ones of a session, oldest first. */
  of(sessionId: string): Promise<readonly SessionFact[]>
  /** How many of its first ones are no longer kept. */
  dropped(sessionId: string): Promise<number>
  after(sessionId: string, fact: number): Promise<readonly SessionFact[]>
  /** Keeps them together, and answers them with their numbers. Rejects with `StorageError`. */
  add(facts: readonly NewFact[]): Promise<readonly SessionFact[]>
  /** Rejects with `StorageError`. */
  forget(sessionId: string): Promise<void>
}

/** What was learned, and is to be kept. */
export type NewFact = { readonly sessionId: string; readonly at: string; readonly learned: Learned }

/** More than an agent does in days; a reader folds them each time. Of a session that has more the first ones go. */
export const mostKept = 20_000

/** A session is looked at after about so many of its facts: until then it has more by them. */
const lookedApart = 256

const toolSchema = z.object({
  // What an earlier Orrery kept was told by hooks alone.
  source: z.literal('hook').default('hook'),
  name: z.string(),
  ok: z.boolean().nullable(),
  command: z.string().nullable(),
  isCut: z.boolean(),
  file: z.string().nullable(),
  directory: z.string().nullable(),
})

const learnedSchema = z.union([shellMarkSchema, filesLookSchema, toolSchema])

/** Called inside a transaction; answers the number that it got. */
export function addFact(db: DatabaseSync, { sessionId, at, learned }: NewFact): number {
  const added = db.prepare('INSERT INTO tool_facts (session_id, at, tool) VALUES (?, ?, ?)')
  const fact = Number(added.run(sessionId, at, JSON.stringify(learned)).lastInsertRowid)
  if (fact % lookedApart === 0) dropFirst(db, sessionId)
  return fact
}

function dropFirst(db: DatabaseSync, sessionId: string): void {
  const { changes } = db.prepare(dropBefore).run(sessionId, sessionId, mostKept)
  if (Number(changes) > 0) db.prepare(countDropped).run(sessionId, Number(changes))
}

/** Of one that has no more than are kept nothing is older than nothing. */
const dropBefore = `DELETE FROM tool_facts WHERE session_id = ? AND fact <=
  (SELECT fact FROM tool_facts WHERE session_id = ? ORDER BY fact DESC LIMIT 1 OFFSET ?)`
const countDropped = `INSERT INTO dropped_facts (session_id, count) VALUES (?, ?)
  ON CONFLICT (session_id) DO UPDATE SET count = count + excluded.count`

export function createFactStore({ read, commits }: Pick<Database, 'read' | 'commits'>): FactStore {
  const after = async (sessionId: string, fact: number): Promise<readonly SessionFact[]> => {
    const rows = await read
      .selectFrom('tool_facts')
      .selectAll()
      .where('session_id', '=', sessionId)
      .where('fact', '>', fact)
      .orderBy('fact', 'desc')
      .limit(mostKept)
      .execute()
    return rows.toReversed().map((row) => {
      return { ...learnedSchema.parse(JSON.parse(row.tool)), fact: row.fact, sessionId, at: row.at }
    })
  }
  return {
    of: (sessionId) => after(sessionId, 0),
    async dropped(sessionId) {
      const row = await read
        .selectFrom('dropped_facts')
        .select('count')
        .where('session_id', '=', sessionId)
        .executeTakeFirst()
      return row?.count ?? 0
    },
    after,
    async add(all) {
      const numbers: number[] = []
      await commits.write({ run: (db) => void numbers.push(...all.map((each) => addFact(db, each))) })
      return all.map(({ learned, sessionId, at }, index) => ({ ...learned, fact: numbers[index] ?? 0, sessionId, at }))
    },
    async forget(sessionId) {
      await commits.write({
        run(db) {
          db.prepare('DELETE FROM tool_facts WHERE session_id = ?').run(sessionId)
          db.prepare('DELETE FROM dropped_facts WHERE session_id = ?').run(sessionId)
        },
      })
    },
  }
}
