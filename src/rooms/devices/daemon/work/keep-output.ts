// Keeps what a child writes, also while the disk takes nothing: then it is counted, and told as a gap once there is room.
import { StorageError } from '#platform/server/db/group-commit.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { RunKey } from '../../contract/envelopes.ts'
import type { RunBook, StreamBody } from '../spool/run-book.ts'

export interface OutputKeeping {
  /** Resolves once it is kept, or counted as lost: a full disk ends nobody. `bytes` as the child wrote them. */
  take(bodies: readonly StreamBody[], bytes: number): Promise<void>
  /** No more comes: what was lost last is told, if the disk takes that much. */
  end(): Promise<void>
}

type KeepingParts = { readonly book: Pick<RunBook, 'append'>; readonly log: Log }

export function createKeeping({ book, log }: KeepingParts, run: RunKey): OutputKeeping {
  const { session_id } = run
  let lost = 0
  const append = async (bodies: readonly StreamBody[], bytes: number): Promise<void> => {
    const gap = lost === 0 ? [] : [{ type: 'session.gap', bytes: lost } as const]
    try {
      await book.append(run, [...gap, ...bodies])
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      if (lost === 0)
        log.error({ err: error, session_id }, 'what a run says can not be kept: it goes on, and is counted')
      lost += bytes
      return
    }
    if (lost > 0) log.info({ session_id, bytes: lost }, 'what a run says is kept again')
    lost = 0
  }
  return {
    take: append,
    end: async () => void (lost > 0 && (await append([], 0))),
  }
}
