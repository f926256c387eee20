// The table of what tools did.
import { z } from 'zod'
import type { Database } from '#platform/server/db/open-database.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
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

const insert = statement('INSERT INTO tool_facts (session_id, at, tool) VALUES (?, ?, ?)', { key: 'fact' })
/** Of one that has no more than are kept nothing is older than nothing. */
const dropBefore = statement(
  `DELETE FROM tool_facts WHERE session_id = ? AND fact <=
     (SELECT fact FROM tool_facts WHERE session_id = ? ORDER BY fact DESC LIMIT 1 OFFSET ?)`,
)
const countDropped = statement(
  `INSERT INTO dropped_facts (session_id, count) VALUES (?, ?)
   ON CONFLICT (session_id) DO UPDATE SET count = dropped_facts.count + excluded.count`,
)
const forgetFacts = statement('DELETE FROM tool_facts WHERE session_id = ?')
const forgetDropped = statement('DELETE FROM dropped_facts WHERE session_id = ?')

/** A part of a script; answers the number that it got. */
export function* addFact({ sessionId, at, learned }: NewFact): Script<number> {
  const fact = yield* insert.insert(sessionId, at, JSON.stringify(learned))
  if (fact % lookedApart === 0) yield* dropFirst(sessionId)
  return fact
}

function* dropFirst(sessionId: string): Script {
  const dropped = yield* dropBefore.run(sessionId, sessionId, mostKept)
  if (dropped > 0) yield* countDropped.run(sessionId, dropped)
}

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
      let kept: SessionFact[] = []
      await commits.write({
        *script() {
          kept = []
          for (const each of all) {
            const { learned, sessionId, at } = each
            kept.push({ ...learned, fact: yield* addFact(each), sessionId, at })
          }
        },
      })
      return kept
    },
    async forget(sessionId) {
      await commits.write({
        *script() {
          yield* forgetFacts.run(sessionId)
          yield* forgetDropped.run(sessionId)
        },
      })
    },
  }
}
