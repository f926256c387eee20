// Forgets past sessions for good: their files, events, answers, places in the index of search, and at last their rows.
import { dayMs, toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
import type { Session } from '../../contract.ts'
import { deleteOf } from '../log/session-history.ts'
import type { PastStore, StoredPast } from './past-store.ts'

/**
 * Removes what a session left behind outside this room: queued events, the files of its launch, and its output unless that
 * is to outlive the card.
 */
export type ForgetArtifacts = (session: Session, output: { readonly log: 'keep' | 'remove' }) => Promise<void>

export type ForgetParts = {
  readonly commits: Database['commits']
  readonly past: PastStore
  readonly clock: Clock
  /** Days that a past session is kept. */
  readonly days: () => number
  readonly forgetArtifacts: ForgetArtifacts
  /** Neither sessions.json nor a checkpoint holds any session that left, once it resolves: no replay can bring one back. */
  readonly settle: () => Promise<void>
  /** Other rooms forget what they keep of it. */
  readonly onForgotten: (id: string) => Promise<void>
}

export interface Forget {
  /** One session, at once; false when none of that id is past. Rejects with `StorageError`; the next start then goes on. */
  now(id: string): Promise<boolean>
  /** Those that are past their time, and those that a dead process had begun to forget. */
  due(): Promise<void>
}

/** Rows deleted in one commit: a few milliseconds, so that no event waits long. */
const rowsAtOnce = 100
/** Sessions looked up at once. */
const sessionsAtOnce = 50

export function createForget(parts: ForgetParts): Forget {
  const { past, clock, days, settle } = parts
  return {
    async now(id) {
      const found = await past.find(id)
      if (found === null || !(await past.hide(id))) return false
      await settle()
      await forgetOne(parts, found)
      return true
    },
    async due() {
      const before = toIso(clock.now() - days() * dayMs)
      for (let isSettled = false; ; isSettled = true) {
        const gone = await past.due(before, sessionsAtOnce)
        if (gone.length === 0) return
        if (!isSettled) await settle()
        for (const each of gone) await forgetOne(parts, each)
      }
    },
  }
}

const deleteAnswers = statement('DELETE FROM session_answers WHERE session_id = ?')
const deletePast = statement('DELETE FROM past_sessions WHERE id = ?')

/** The row goes last: whatever a kill leaves is found by it, and a second time harms nothing. */
async function forgetOne(
  { commits, forgetArtifacts, onForgotten }: ForgetParts,
  { session, node }: StoredPast,
): Promise<void> {
  const { id } = session
  await onForgotten(id)
  await forgetArtifacts(session, { log: 'remove' })
  while ((await erase(commits, () => deleteOf({ sessionId: id, limit: rowsAtOnce, node }))) > 0);
  await erase(commits, function* () {
    yield* deleteAnswers.run(id)
    return yield* deletePast.run(id)
  })
}

/** SQLite overwrites what it deletes here: a prompt that somebody wants gone is not left in free pages. */
async function erase(commits: Database['commits'], script: () => Script<number>): Promise<number> {
  let count = 0
  await commits.write({
    *script() {
      yield* secureDelete('ON').run()
      try {
        count = yield* script()
      } finally {
        yield* secureDelete('OFF').run()
      }
    },
  })
  return count
}

/** Made anew for each use: SQLite follows this pragma when it prepares it, not when it runs it. */
const secureDelete = (to: 'ON' | 'OFF') => statement(`PRAGMA secure_delete = ${to}`, { postgres: null })
