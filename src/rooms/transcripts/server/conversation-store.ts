// The table of conversations: which ones a session had, in their order.
import type { Alongside } from '#platform/server/db/alongside.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { statement } from '#platform/server/db/script.ts'
import type { Conversation } from '../contract.ts'

export interface ConversationStore {
  /** What is committed with a session's event, so that its conversation is known; null where it is already. */
  keep(sessionId: string, conversation: Conversation): Alongside | null
  /** Oldest first. */
  of(sessionId: string): Promise<readonly Conversation[]>
  /** Rejects with `StorageError`. */
  forget(sessionId: string): Promise<void>
}

/** Of those that are at work, so that an event costs no write. */
const mostRemembered = 5000
/** More than a session has: an agent that invents ids fills no disk. */
const mostOfSession = 200

const insert = statement(
  `INSERT INTO conversations (session_id, conversation, harness) SELECT ?, ?, ?
     WHERE (SELECT count(*) FROM conversations WHERE session_id = ?) < ?
   ON CONFLICT (session_id, conversation) DO NOTHING`,
)
const remove = statement('DELETE FROM conversations WHERE session_id = ?')

export function createConversationStore({ read, commits }: Pick<Database, 'read' | 'commits'>): ConversationStore {
  const kept = new Set<string>()
  return {
    keep(sessionId, { id, harness }) {
      const key = JSON.stringify([sessionId, id])
      if (kept.has(key)) return null
      return {
        *script() {
          yield* insert.run(sessionId, id, harness, sessionId, mostOfSession)
        },
        committed() {
          if (kept.size >= mostRemembered) kept.clear()
          kept.add(key)
        },
      }
    },
    async of(sessionId) {
      const rows = read.selectFrom('conversations').select(['conversation as id', 'harness'])
      return rows.where('session_id', '=', sessionId).orderBy('number').execute()
    },
    async forget(sessionId) {
      await commits.write({
        *script() {
          yield* remove.run(sessionId)
        },
        committed: () => kept.clear(),
      })
    },
  }
}
