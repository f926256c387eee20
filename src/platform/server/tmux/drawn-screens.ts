// Looks at the screens of those that drew something: soon, all of them in one call, and at nobody who draws nothing.
import type { Timers } from '../timers.ts'
import type { Tmux } from './tmux.ts'

/** Until what belongs together is drawn. */
const settleMs = 50
/** Whoever is due within this is looked at with the others. */
const togetherMs = 100
/** Where time alone may tell. */
const againMs = 100

/** When a screen was seen and when something was last drawn on it, by a clock that nobody sets. */
export type SeenScreen = { readonly screen: string; readonly atMs: number; readonly drawnMs: number }

export type DrawnScreensParts = {
  readonly tmux: Pick<Tmux, 'screens'>
  readonly timers: Pick<Timers, 'passedMs' | 'after'>
  /** Whose terminal it is, in tmux; null where nobody looks any more. */
  readonly terminalOf: (id: string) => string | null
  /** Before each look: what is drawn from now on is news again. */
  readonly onLook?: (id: string) => void
  /** The least time between two looks at one that goes on drawing. */
  readonly paceMs: (id: string) => number
  /** True asks for another look although nothing more is drawn. */
  readonly judge: (id: string, seen: SeenScreen) => Promise<boolean>
  readonly onError: (error: unknown) => void
}

export interface DrawnScreens extends AsyncDisposable {
  drew(id: string): void
  /** Others are forgotten. */
  keepOnly(ids: ReadonlySet<string>): void
}

export function createDrawnScreens(parts: DrawnScreensParts): DrawnScreens {
  return new Looks(parts)
}

class Looks implements DrawnScreens {
  readonly #parts: DrawnScreensParts
  readonly #due = new Map<string, number>()
  readonly #seenMs = new Map<string, number>()
  readonly #drawnMs = new Map<string, number>()
  #stop: (() => void) | null = null
  #current: Promise<void> | null = null
  #isOver = false

  constructor(parts: DrawnScreensParts) {
    this.#parts = parts
  }

  drew(id: string): void {
    const nowMs = this.#parts.timers.passedMs()
    this.#drawnMs.set(id, nowMs)
    const restedMs = (this.#seenMs.get(id) ?? -Infinity) + this.#parts.paceMs(id)
    this.#plan(id, Math.max(nowMs + settleMs, restedMs))
  }

  keepOnly(ids: ReadonlySet<string>): void {
    for (const known of [this.#due, this.#seenMs, this.#drawnMs])
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    this.#stop?.()
    await this.#current
  }

  #plan(id: string, atMs: number): void {
    if ((this.#due.get(id) ?? Infinity) <= atMs) return
    this.#due.set(id, atMs)
    this.#arm()
  }

  /** For the earliest; looks never overlap. */
  #arm(): void {
    this.#stop?.()
    this.#stop = null
    if (this.#isOver || this.#current !== null || this.#due.size === 0) return
    const { timers } = this.#parts
    const waitMs = Math.max(0, Math.min(...this.#due.values()) - timers.passedMs())
    this.#stop = timers.after(waitMs, () => {
      this.#current = this.#look()
        .catch(this.#parts.onError)
        .finally(() => {
          this.#current = null
          this.#arm()
        })
    })
  }

  async #look(): Promise<void> {
    const { tmux, timers, terminalOf, onLook, judge } = this.#parts
    const nowMs = timers.passedMs()
    const ids = [...this.#due].flatMap(([id, atMs]) => (atMs <= nowMs + togetherMs ? [id] : []))
    const terminals = new Map(ids.map((id) => [id, terminalOf(id)]))
    for (const id of ids) {
      this.#due.delete(id)
      this.#seenMs.set(id, nowMs)
      onLook?.(id)
    }
    const wanted = [...terminals.values()].filter((terminal) => terminal !== null)
    const screens = wanted.length === 0 ? null : await tmux.screens(wanted)
    for (const [id, terminal] of terminals) {
      const screen = screens?.get(terminal ?? '')
      const drawnMs = this.#drawnMs.get(id) ?? nowMs
      if (screen !== undefined && (await judge(id, { screen, atMs: nowMs, drawnMs }))) this.#plan(id, nowMs + againMs)
    }
  }
}
