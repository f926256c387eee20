// Stops and removals that happened while the database took nothing, as on a full disk: they are written down once it does.
import { StorageError } from '#platform/server/db/group-commit.ts'
import type { Log } from '#platform/server/log/log.ts'

/** Writes down what happened to a session; rejects with `StorageError` while that can't be done. */
type WriteDown = () => Promise<unknown>

export interface Owed {
  /** Takes the place of what the session was owed before. */
  add(sessionId: string, writeDown: WriteDown): void
  /** Tries all of it once more, in order; never rejects. Before each look at tmux, which would tell less of how a session ended. */
  settle(): Promise<void>
}

export function createOwed(log: Log): Owed {
  const owed = new Map<string, WriteDown>()

  async function trySettling(sessionId: string, writeDown: WriteDown): Promise<void> {
    try {
      await writeDown()
    } catch (error) {
      if (error instanceof StorageError) return
      log.error({ err: error, session_id: sessionId }, 'what was done to a session could not be written down')
    }
    // Something later may be owed by now.
    if (owed.get(sessionId) === writeDown) owed.delete(sessionId)
  }

  return {
    add: (sessionId, writeDown) => void owed.set(sessionId, writeDown),
    async settle() {
      for (const [sessionId, writeDown] of new Map(owed)) await trySettling(sessionId, writeDown)
    },
  }
}
