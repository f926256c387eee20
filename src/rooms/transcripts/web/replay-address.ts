// Where a session's terminal is played again from a moment on; null where nothing is.
import { createValue } from '#platform/web/store/value-store.ts'

/** The address of a session's replay; `at` is a time, ISO 8601. */
export type ReplayAddress = (session: string, at: string | null) => string

/** What app/web knows of replays. */
export const replayAddress = createValue<ReplayAddress | null>(null)
