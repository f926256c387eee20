// The way of a terminal's output to its viewer: cleaned, without tmux's farewell, and never more than a viewer can take.
import type { WebSocket } from 'ws'
import type { AttachedTerminal, TerminalServerFrame } from '../contract.ts'
import { createFarewellCutter } from '../core/farewell.ts'
import { createSanitizer } from '#base/terminal/sanitize.ts'

/** With this much on its way to a viewer the terminal is paused; tmux then lets frames go that nobody would see. */
const highWaterBytes = 512 * 1024
const lowWaterBytes = 128 * 1024
/** What may be the beginning of a farewell is shown after this time: its rest comes at once or never. */
const heldMs = 20

type Pausable = Pick<AttachedTerminal, 'pause' | 'resume'>

/** Counts over all programs that one viewer's socket shows, one after the other. */
export class OutputGate {
  readonly #socket: WebSocket
  #sent = 0
  /** What the viewer says that it has drawn; null for one that never said. */
  #shown: number | null = null
  #isPaused = false
  #terminal: Pausable | null = null

  constructor(socket: WebSocket) {
    this.#socket = socket
  }

  /** From now on this one is paused. */
  watch(terminal: Pausable): void {
    this.#terminal = terminal
    if (this.#isPaused) terminal.pause()
  }

  send(text: string): void {
    if (text === '' || this.#socket.readyState !== this.#socket.OPEN) return
    const bytes = Buffer.from(text)
    this.#sent += bytes.length
    this.#socket.send(bytes, { binary: true }, this.#relax)
    if (this.#isPaused || this.#waiting() <= highWaterBytes) return
    this.#isPaused = true
    this.#terminal?.pause()
  }

  shown(bytes: number): void {
    this.#shown = Math.min(bytes, this.#sent)
    this.#relax()
  }

  readonly #relax = (): void => {
    if (!this.#isPaused || this.#waiting() > lowWaterBytes) return
    this.#isPaused = false
    this.#terminal?.resume()
  }

  #waiting(): number {
    return Math.max(this.#socket.bufferedAmount, this.#shown === null ? 0 : this.#sent - this.#shown)
  }
}

export type TerminalOutput = {
  readonly take: (text: string) => void
  /** Shows what was held back. */
  readonly end: () => void
}

/** For the output of one program. */
export function createOutput(gate: OutputGate, tell: (frame: TerminalServerFrame) => void): TerminalOutput {
  const sanitizer = createSanitizer()
  const farewell = createFarewellCutter()
  let timer: NodeJS.Timeout | null = null
  const show = (text: string): void => {
    const clean = sanitizer.feed(text)
    gate.send(clean.text)
    if (clean.title !== null) tell({ type: 'title', title: clean.title })
  }
  const flush = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    show(farewell.flush())
  }
  return {
    take(text) {
      show(farewell.feed(text))
      timer ??= setTimeout(flush, heldMs)
      timer.refresh()
    },
    end: flush,
  }
}
