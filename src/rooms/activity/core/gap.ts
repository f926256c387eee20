// A time in which the service did not run, in words.
import { formatDuration } from '#base/duration.ts'
import { secondMs } from '#base/time.ts'

export type Gap = {
  /** The last sign of life before it. */
  readonly fromMs: number
  readonly toMs: number
  /** It was told to end, and its last sign of life is the moment at which it did. */
  readonly wasStopped: boolean
}

/** The kind of its row. */
export const gapKind = 'service.restarted'

/** A clock that was set back leaves no time between. */
export function wordsOfGap({ fromMs, toMs, wasStopped }: Gap): string {
  const ms = toMs - fromMs
  if (ms < secondMs) return wasStopped ? 'started again' : 'started again after it ended unexpectedly'
  const long = formatDuration(ms)
  return wasStopped ? `did not run for ${long}` : `did not run for up to ${long}: it had ended unexpectedly`
}
