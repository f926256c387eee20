// The table of what was said to sessions: a row is written before the text is typed, and says afterwards how it went.
import type { Database } from '#platform/server/db/open-database.ts'
import { statement, type Cell, type Statement } from '#platform/server/db/script.ts'
import { answerSchema, type AgentAnswer, type PageOfAnswers } from '../../contract/answer.ts'

/** An answer that is about to be typed. */
export type NewAnswer = Omit<AgentAnswer, 'id' | 'state'>

export interface AnswerLog {
  /** Resolves once it is committed; rejects with `StorageError`. */
  begin(answer: NewAnswer): Promise<AgentAnswer>
  /** Rejects with `StorageError`: the row then says `unknown` from the next start on. */
  finish(answer: AgentAnswer, state: 'typed' | 'failed'): Promise<AgentAnswer>
  /** Newest first; `before` is an id to go on from, or null. */
  page(sessionId: string, query: { readonly limit: number; readonly before: number | null }): Promise<PageOfAnswers>
  /**
   * What the last life of the service began and did not finish may stand in the terminal or not. `isOurs`: null where all
   * sessions are.
   */
  settle(isOurs: ((sessionId: string) => boolean) | null): Promise<void>
  /** `time` is ISO 8601. */
  dropBefore(time: string): Promise<void>
}

const insert = statement(
  `INSERT INTO session_answers (session_id, at, text, submit, state, actor, actor_name, browser)
    VALUES (?, ?, ?, ?, 'typing', ?, ?, ?)`,
  { key: 'id' },
)
const setState = statement('UPDATE session_answers SET state = ? WHERE id = ?')
const settleAll = statement("UPDATE session_answers SET state = 'unknown' WHERE state = 'typing'")
const deleteBefore = statement('DELETE FROM session_answers WHERE at < ?')

export function createAnswerLog({ commits, read }: Pick<Database, 'commits' | 'read'>): AnswerLog {
  const change = (asked: Statement, ...cells: readonly Cell[]) =>
    commits.write({
      *script() {
        yield* asked.run(...cells)
      },
    })
  return {
    async begin(answer) {
      let id = 0
      await commits.write({
        *script() {
          const { session_id, at, text, submit, actor, by, browser } = answer
          id = yield* insert.insert(session_id, at, text, submit ? 1 : 0, actor, by, browser)
        },
      })
      return { ...answer, id, state: 'typing' }
    },
    async finish(answer, state) {
      await change(setState, state, answer.id)
      return { ...answer, state }
    },
    async page(sessionId, { limit, before }) {
      const rows = await read
        .selectFrom('session_answers')
        .selectAll()
        .where('session_id', '=', sessionId)
        .where('id', '<', before ?? Number.MAX_SAFE_INTEGER)
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      const shown = rows
        .slice(0, limit)
        .map(({ submit, actor_name: by, ...row }) => answerSchema.parse({ ...row, submit: submit === 1, by }))
      return { answers: shown, next_cursor: rows.length > limit ? String(shown.at(-1)?.id) : null }
    },
    async settle(isOurs) {
      if (isOurs === null) return change(settleAll)
      const typing = await read
        .selectFrom('session_answers')
        .select(['id', 'session_id'])
        .where('state', '=', 'typing')
        .execute()
      for (const { id, session_id: session } of typing) if (isOurs(session)) await change(setState, 'unknown', id)
    },
    dropBefore: (time) => change(deleteBefore, time),
  }
}
