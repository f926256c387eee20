// What starts and ends runs of one kind on this machine.
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { RunKey } from '../../contract/envelopes.ts'
import type { KeptRun } from '../spool/run-book.ts'

export interface HarnessRunner extends AsyncDisposable {
  /** Whether a run is not to be read for the moment, since what it said waits to be sent. Given once, before anything else. */
  waitFor(isBehind: (key: RunKey) => Promise<boolean>): void
  /** Begins what was found, once all of it is. */
  watch(): void
  /** Tells of the start, and from then on of all that the run says, by the book. Refuses in words; then nothing runs. */
  launch(run: KeptRun, secrets: Readonly<Record<string, string>>): Promise<Result<null, Refusal>>
  /** Finds one again that was started, or may have been, before this daemon began; tells of its end if it is over. */
  recover(run: KeptRun): Promise<void>
  /** Asks it to end, and makes it. Comes again harmlessly. */
  stop(key: RunKey): Promise<void>
}

/** What does not end by its stop signal gets TERM after this, and KILL after twice this. */
export const pressOnMs = 5000
/** Longest part of output in one envelope, in bytes. */
export const partBytes = 48 * 1024
/** How soon it is looked again whether a run may be read. */
export const behindMs = 50

/** Envelopes of output. */
export function outputBodies(type: 'session.stdout' | 'session.stderr', data: Buffer, atMs: number) {
  const at = Math.max(0, atMs)
  const parts: { readonly type: typeof type; readonly data: string; readonly at: number }[] = []
  for (let from = 0; from < data.length; from += partBytes) {
    parts.push({ type, data: data.subarray(from, from + partBytes).toString('base64'), at })
  }
  return parts
}
