// What agents of a device change in their repositories: looked at there, and told with the run that did it.
import type { Clock } from '#platform/server/clock.ts'
import type { Environment } from '#platform/server/config/environment.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { AnswerHub, KeptRun, RunBook, WatchFiles } from '#rooms/devices/daemon/index.ts'
import { followOnDevice } from '#rooms/streams/server/index.ts'

type Parts = {
  readonly book: RunBook
  readonly environment: Environment
  readonly home: string
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
}

/** Told of starts as well, and asked for differences. */
export type DeviceFiles = WatchFiles & {
  /** Before the program of a run starts. Never rejects. */
  readonly starting: (runId: string, directory: string) => Promise<void>
  readonly answer: AnswerHub
}

/** A session's files are followed from its first start, through all its runs. */
export async function openDeviceFiles({ book, ...parts }: Parts): Promise<DeviceFiles & AsyncDisposable> {
  const files = await followOnDevice({
    ...parts,
    known: () => new Set(book.all().map(({ session_id: id }) => id)),
    async learn(sessionId, change) {
      const run = book.all().find(({ session_id: id, state }) => id === sessionId && state !== 'ended')
      if (run === undefined) return false
      const at = Math.max(0, parts.clock.now() - run.began_ms)
      await book.append(run, [{ type: 'session.derived', change, at }])
      return true
    },
  })
  const sessionOf = (runId: string): string | null =>
    book.all().find(({ run_id: id }) => id === runId)?.session_id ?? null
  return {
    async starting(runId, directory) {
      const sessionId = sessionOf(runId)
      if (sessionId !== null) await files.begin(sessionId, directory)
    },
    happened: ({ session_id: id }: KeptRun) => files.happened(id),
    ended: ({ session_id: id }: KeptRun) => files.ended(id),
    answer: files.answer,
    [Symbol.asyncDispose]: () => files[Symbol.asyncDispose](),
  }
}
