// What services that share the tables of fuel tell each other, and how they take turns there.
import type { News } from '#platform/server/db/news.ts'
import { statement } from '#platform/server/db/script.ts'

/** The room of the news. */
export const fuelRoom = 'fuel'
/** What a change of the budgets tells others. */
export const budgetsChanged = 'budgets'

const ofSession = 'session:'
/** What usage of a session tells others; null: of none. */
export const usageOf = (sessionId: string | null): string => `${ofSession}${sessionId ?? ''}`

export const newsOf = (id: string): readonly News[] => [{ room: fuelRoom, ids: [id] }]

/** The sessions whose usage was told; null for usage of none. */
export function sessionsIn(ids: readonly string[]): (string | null)[] {
  return ids.flatMap((id) => (id.startsWith(ofSession) ? [id.slice(ofSession.length) || null] : []))
}

/** Begins a write that two services must not make at once, on PostgreSQL alone. */
export const takeTurn = statement("SELECT pg_advisory_xact_lock(hashtext('orrery'), hashtext('fuel'))")
