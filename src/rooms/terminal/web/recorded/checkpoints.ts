// Snapshots of a recording, one each MiB: made by an emulator that nobody sees, in the moments between two frames.
import { Terminal } from '@xterm/xterm'
import type { ScreenItem } from '../contract.ts'
import { openUnicode } from '../open-unicode.ts'
import { followLooks } from './follow-looks.ts'
import { snapshotOf, type ScreenSnapshot } from './snapshot.ts'

/** The screen after the first `count` items. */
export type ScreenCheckpoint = ScreenSnapshot & { readonly count: number; readonly letters: number }

export type Checkpoints = {
  /** The last one at or before that many items; null before the first. */
  readonly before: (count: number) => ScreenCheckpoint | null
  /** There are more items. */
  readonly grown: () => void
  readonly close: () => void
}

const apartLetters = 1024 * 1024
/** Handed to the emulator at once: it takes breaks between them. */
const pieceLetters = 128 * 1024

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
  let letters = 0
  let isAtWork = false
  const end = new AbortController()
  const work = async (): Promise<void> => {
    if (isAtWork) return
    isAtWork = true
    while (!end.signal.aborted && count < items.length) {
      const piece = pieceFrom(items, count)
      count += piece.items
      letters += piece.text.length
      if (piece.size !== null) terminal.resize(piece.size.columns, piece.size.rows)
      await new Promise<void>((resolve) => terminal.write(piece.text, resolve))
      if (!end.signal.aborted && letters - (made.at(-1)?.letters ?? 0) >= apartLetters) {
        made.push({ ...snapshotOf(terminal, followed), count, letters })
      }
    }
    isAtWork = false
  }
  return {
    before: (wanted) => made.findLast((each) => each.count <= wanted) ?? null,
    grown: () => void work(),
    close() {
      end.abort()
      terminal.dispose()
    },
  }
}

type Piece = { readonly items: number; readonly text: string; readonly size: Size | null }

/** What follows up to `end`, as far as it is written at once: a size, or some output. */
export function pieceFrom(items: readonly ScreenItem[], begin: number, end: number = items.length): Piece {
  const texts: string[] = []
  let letters = 0
  for (let index = begin; index < end; index += 1) {
    const item = items[index]
    if (item?.kind !== 'output') {
      if (texts.length > 0 || item === undefined) break
      return { items: 1, text: '', size: item }
    }
    texts.push(item.text)
    letters += item.text.length
    if (letters >= pieceLetters) break
  }
  return { items: Math.max(1, texts.length), text: texts.join(''), size: null }
}
