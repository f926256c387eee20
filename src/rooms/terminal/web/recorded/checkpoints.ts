// Snapshots of a recording, one each MiB: made by an emulator that nobody sees, in the moments between two frames.
import { Terminal } from '@xterm/xterm'
import type { ScreenItem } from '../contract.ts'
import { openUnicode } from '../open-unicode.ts'
import { followLooks } from './follow-looks.ts'
import { joinBytes } from './join-bytes.ts'
import { snapshotOf, type ScreenSnapshot } from './snapshot.ts'

/** The screen after the first `count` items. */
export type ScreenCheckpoint = ScreenSnapshot & { readonly count: number; readonly bytes: number }

export type Checkpoints = {
  /** The last one at or before that many items; null before the first. */
  readonly before: (count: number) => ScreenCheckpoint | null
  /** There are more items. */
  readonly grown: () => void
  /** Whether it is still to come to that many items. */
  readonly isBefore: (count: number) => boolean
  /** Resolves with the next one, or when there is nothing left to do; without breaks until then. */
  readonly next: () => Promise<void>
  readonly close: () => void
}

const apartBytes = 1024 * 1024
/** Handed to the emulator at once: it takes breaks between them. */
const pieceBytes = 128 * 1024

/** After so long without more, all of it has come, or little by little. */
const comingMs = 150
const longestWaitMs = 100

type Size = { readonly columns: number; readonly rows: number }

export function makeCheckpoints(items: readonly ScreenItem[], size: Size): Checkpoints {
  const terminal = new Terminal({
    cols: size.columns,
    rows: size.rows,
    scrollback: 400,
    allowProposedApi: true,
    logLevel: 'off',
  })
  openUnicode(terminal)
  const followed = followLooks(terminal)
  const made: ScreenCheckpoint[] = []
  let count = 0
  let bytes = 0
  let isAtWork = false
  let grownMs = 0
  let waiting: (() => void)[] = []
  const end = new AbortController()
  const tell = (): void => {
    const all = waiting
    waiting = []
    for (const each of all) each()
  }
  const work = async (): Promise<void> => {
    if (isAtWork) return
    isAtWork = true
    while (count < items.length) {
      if (waiting.length === 0 && performance.now() - grownMs < comingMs) await atRest()
      if (end.signal.aborted) break
      const piece = pieceFrom(items, count)
      count += piece.items
      bytes += piece.bytes.length
      if (piece.size !== null) terminal.resize(piece.size.columns, piece.size.rows)
      await new Promise<void>((resolve) => terminal.write(piece.bytes, resolve))
      if (!end.signal.aborted && bytes - (made.at(-1)?.bytes ?? 0) >= apartBytes) {
        made.push({ ...snapshotOf(terminal, followed), count, bytes })
        tell()
      }
    }
    isAtWork = false
    tell()
  }
  return {
    before: (wanted) => made.findLast((each) => each.count <= wanted) ?? null,
    grown() {
      grownMs = performance.now()
      void work()
    },
    isBefore: (wanted) => count < wanted && !end.signal.aborted,
    next() {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push(resolve)
      void work()
      return promise
    },
    close() {
      end.abort()
      terminal.dispose()
    },
  }
}

/** Once the page has nothing else to do: what comes is read first. A page that is never at rest waits no longer than this. */
function atRest(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: longestWaitMs })
    else setTimeout(resolve, 20)
  })
}

type Piece = { readonly items: number; readonly bytes: Uint8Array; readonly size: Size | null }

const nothing = new Uint8Array(0)

/** What follows up to `end`, as far as it is written at once: a size, or some output. */
export function pieceFrom(items: readonly ScreenItem[], begin: number, end: number = items.length): Piece {
  const parts: Uint8Array[] = []
  let length = 0
  for (let index = begin; index < end; index += 1) {
    const item = items[index]
    if (item?.kind !== 'output') {
      if (parts.length > 0 || item === undefined) break
      return { items: 1, bytes: nothing, size: item }
    }
    parts.push(item.bytes)
    length += item.bytes.length
    if (length >= pieceBytes) break
  }
  return { items: Math.max(1, parts.length), bytes: joinBytes(parts), size: null }
}
