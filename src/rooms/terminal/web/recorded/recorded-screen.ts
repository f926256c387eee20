// Shows a recording as it was at any of its moments: writes on from where it is, or from the nearest snapshot before.
import type { Terminal } from '@xterm/xterm'
import { createValue } from '#platform/web/store/value-store.ts'
import type { OpenRecordedScreen, RecordedScreenOptions, ScreenItem } from '../contract.ts'
import { openEmulator, type Emulator } from '../emulator.ts'
import { bytesBetween, findBeginnings, type Beginning, type Beginnings } from './beginnings.ts'
import { joinBytes } from './join-bytes.ts'
import { makeCheckpoints, pieceFrom, type Checkpoints } from './checkpoints.ts'

/** A jump pays when it saves more than this: it takes along fewer lines to scroll back to. */
const worthJumpingBytes = 256 * 1024
/** More than lies between two snapshots. */
const farBytes = 2 * 1024 * 1024

const encoder = new TextEncoder()
const dropScrolled = encoder.encode('\u001B[3J')

export const openRecordedScreen: OpenRecordedScreen = (options) => {
  const { host, items, size } = options
  const emulator = openEmulator({ host, scrollback: 2000, takesKeys: false, size, onLink: () => {} })
  return new Recorded(emulator, options, {
    checkpoints: makeCheckpoints(items, size),
    beginnings: findBeginnings(items, size),
  })
}

/** Where a jump may begin. */
type Starts = { readonly checkpoints: Checkpoints; readonly beginnings: Beginnings }

class Recorded {
  readonly shown = createValue(0)
  readonly #emulator: Emulator
  readonly #terminal: Terminal
  readonly #options: RecordedScreenOptions
  readonly #checkpoints: Checkpoints
  readonly #beginnings: Beginnings
  #wanted = 0
  #isDrawing = false
  #isOpen = true

  constructor(emulator: Emulator, options: RecordedScreenOptions, { checkpoints, beginnings }: Starts) {
    this.#emulator = emulator
    this.#terminal = emulator.terminal
    this.#options = options
    this.#checkpoints = checkpoints
    this.#beginnings = beginnings
  }

  readonly show = (count: number): void => {
    this.#wanted = Math.min(count, this.#options.items.length)
    void this.#draw()
  }

  readonly grown = (): void => {
    this.#beginnings.lookOn()
    this.#checkpoints.grown()
  }

  readonly text = (): string => {
    const { active } = this.#terminal.buffer
    const lines = Array.from(
      { length: active.length },
      (_, index) => active.getLine(index)?.translateToString(true) ?? '',
    )
    return lines.join('\n').trimEnd()
  }

  readonly close = (): void => {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#checkpoints.close()
    this.#emulator.close()
  }

  async #draw(): Promise<void> {
    if (this.#isDrawing) return
    this.#isDrawing = true
    const { host } = this.#options
    host.setAttribute('aria-busy', 'true')
    while (this.#isOpen && this.shown.get() !== this.#wanted) {
      if (this.#isFar()) {
        const beginning = this.#beginnings.before(this.#wanted)
        if (beginning === null) await this.#checkpoints.next()
        else await this.#drawFrom(beginning)
        continue
      }
      const jump = this.#jump()
      const from = jump?.count ?? this.shown.get()
      if (jump !== null) {
        this.#terminal.reset()
        this.#terminal.resize(jump.columns, jump.rows)
        await this.#write(jump.text)
      }
      const piece = from < this.#wanted ? pieceFrom(this.#options.items, from, this.#wanted) : null
      if (piece !== null && piece.size !== null) this.#terminal.resize(piece.size.columns, piece.size.rows)
      if (piece !== null) await this.#write(piece.bytes)
      this.shown.set(from + (piece?.items ?? 0))
    }
    this.#isDrawing = false
    host.setAttribute('aria-busy', 'false')
    if (this.#isOpen) this.#showCursor()
  }

  /** Up to what is wanted now. What stood there until the screen was whole is taken away again. */
  async #drawFrom(beginning: Beginning): Promise<void> {
    const { items } = this.#options
    const end = { item: this.#wanted, offset: 0 }
    this.#terminal.reset()
    this.#terminal.resize(beginning.columns, beginning.rows)
    // At once: between two writes the emulator that nobody sees would have its turn.
    await this.#write(
      joinBytes([
        encoder.encode(beginning.text),
        bytesBetween(items, { from: beginning, to: beginning.whole }),
        dropScrolled,
        bytesBetween(items, { from: beginning.whole, to: end }),
      ]),
    )
    this.shown.set(end.item)
  }

  /** A low window has no room for all rows: what was written last is what is looked at. */
  #showCursor(): void {
    const { host } = this.#options
    const { cursorY } = this.#terminal.buffer.active
    const tall = host.scrollHeight
    host.scrollTop = Math.max(0, (tall * (cursorY + 1)) / this.#terminal.rows - host.clientHeight)
  }

  /** Where to begin anew; null to write on from where it is. */
  #jump(): { readonly count: number; readonly columns: number; readonly rows: number; readonly text: string } | null {
    const shown = this.shown.get()
    const checkpoint = this.#checkpoints.before(this.#wanted)
    const isBack = this.#wanted < shown
    const isFar =
      checkpoint !== null &&
      checkpoint.count > shown &&
      hasBetween(this.#options.items, [shown, checkpoint.count], worthJumpingBytes)
    if (isBack || isFar) return checkpoint ?? { count: 0, ...this.#options.size, text: '' }
    return null
  }

  /** So far from what is drawn, and from the last snapshot, that the emulator that nobody sees is there first. */
  #isFar(): boolean {
    const { items } = this.#options
    const shown = this.shown.get()
    const nearest = this.#checkpoints.before(this.#wanted)?.count ?? 0
    const from = shown <= this.#wanted ? Math.max(shown, nearest) : nearest
    return this.#checkpoints.isBefore(this.#wanted) && hasBetween(items, [from, this.#wanted], farBytes)
  }

  #write(output: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => this.#terminal.write(output, resolve))
  }
}

/** Whether there is so much between the two. */
function hasBetween(items: readonly ScreenItem[], [begin, end]: readonly [number, number], most: number): boolean {
  let bytes = 0
  for (let index = begin; index < end && bytes < most; index += 1) {
    const item = items[index]
    if (item?.kind === 'output') bytes += item.bytes.length
  }
  return bytes >= most
}
