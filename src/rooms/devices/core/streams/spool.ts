// What a device keeps until the hub has it, and what of it goes when there is too much.
import type { StreamSpan } from './accept.ts'

const mebibyte = 1024 * 1024

export type SpoolBounds = { readonly runBytes: number; readonly deviceBytes: number }
export const spoolBounds: SpoolBounds = { runBytes: 64 * mebibyte, deviceBytes: 1024 * mebibyte }

/**
 * One envelope that waits for its acknowledgement. `bytes` is what it takes in the spool, `output` how much of what a child
 * wrote it stands for: what is told of a gap is in bytes of the child, not of envelopes.
 */
export type Spooled = StreamSpan & {
  readonly run: string
  readonly bytes: number
  /**
   * `output` is what a child wrote, and may go. `kept` is everything else: events, approvals, the exit. A `gap` stands for
   * output that went; it takes no bytes, since there is at most one between two kept ones.
   */
  readonly kind: 'output' | 'kept' | 'gap'
  readonly output: number
}

/** Without what the hub has: `seq` is cumulative. A gap that it has in part stays whole, and it takes the rest. */
export function acknowledge(spool: readonly Spooled[], run: string, seq: number): Spooled[] {
  return spool.filter((entry) => entry.run !== run || entry.last > seq)
}

/**
 * The spool within its bounds, each run's first. The oldest output goes; what else there is stays, even above the bounds.
 * `spool` is in the order of writing, and so is the answer.
 */
export function keepWithin(spool: readonly Spooled[], bounds: SpoolBounds = spoolBounds): Spooled[] {
  const excess = new Map<string, number>()
  for (const { run, bytes } of spool) excess.set(run, (excess.get(run) ?? -bounds.runBytes) + bytes)
  const byRun = dropOldest(spool, ({ run, bytes }) => {
    const over = excess.get(run) ?? 0
    excess.set(run, over - bytes)
    return over > 0
  })
  let over = byRun.reduce((sum, { bytes }) => sum + bytes, 0) - bounds.deviceBytes
  const within = dropOldest(byRun, ({ bytes }) => {
    over -= bytes
    return over + bytes > 0
  })
  return mergeGaps(within)
}

/** Asks for each output, the oldest first, whether it goes. */
function dropOldest(spool: readonly Spooled[], goes: (output: Spooled) => boolean): Spooled[] {
  return spool.map((entry) => (entry.kind === 'output' && goes(entry) ? { ...entry, kind: 'gap', bytes: 0 } : entry))
}

/** Gaps of a run that follow each other are one, which stands where the last of them stood. */
function mergeGaps(spool: readonly Spooled[]): Spooled[] {
  const merged = new Map<number, Spooled | null>()
  const lastOfRun = new Map<string, number>()
  for (const [index, entry] of spool.entries()) {
    const before = lastOfRun.get(entry.run)
    const previous = before === undefined ? undefined : merged.get(before)
    lastOfRun.set(entry.run, index)
    if (before === undefined || entry.kind !== 'gap' || previous?.kind !== 'gap') merged.set(index, entry)
    else {
      merged.set(before, null)
      merged.set(index, { ...entry, first: previous.first, output: previous.output + entry.output })
    }
  }
  return [...merged.values()].filter((entry) => entry !== null)
}
