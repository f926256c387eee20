// Follows a session's output for whoever has its panel open: the newest part first, earlier ones when asked for.
import { terminalText } from '#base/terminal-text.ts'
import { call, callBytes } from '#platform/web/api/call.ts'
import { textOf } from '#platform/web/api/exchange.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { createValue } from '#platform/web/store/value-store.ts'
import { readScreen } from '#rooms/terminal/api.ts'
import { readLog } from '../../api.ts'
import { firstPart, withMore, type KeptOutput } from '../../core/output/kept-output.ts'
import { readTail } from '../../core/output/last-line.ts'

export type SessionOutput =
  | { readonly kind: 'loading' }
  | { readonly kind: 'refused'; readonly problem: Problem }
  | {
      readonly kind: 'ready'
      readonly text: string
      /** `screen`: the program draws, and what stands on its screen is told in the place of what it wrote. */
      readonly from: 'log' | 'screen'
      readonly hasEarlier: boolean
    }

/** Some screenfuls with their escape sequences. */
const firstBytes = 16_384
/** Text beyond this is for an editor: the log can be downloaded. */
const mostBytes = 1_048_576
const firstHistory = 200
const mostHistory = 5000
/** What tells whether a program draws. */
const tellingCharacters = 8192
/** `x-log-next`: the page takes types from contracts, not values. */
const logNextHeader = 'x-log-next'

export type Ask = { readonly call: typeof call; readonly callBytes: typeof callBytes }

/** Follows the output of one session; one reading at a time. */
export class FollowedOutput {
  readonly output = createValue<SessionOutput>({ kind: 'loading' })
  readonly #id: string
  readonly #ask: Ask
  #bytes = firstBytes
  #history = firstHistory
  #kept: KeptOutput | null = null
  #next: string | null = null
  #isReading = false

  constructor(id: string, ask: Ask = { call, callBytes }) {
    this.#id = id
    this.#ask = ask
  }

  /** Reads what came since; `isAlive` says that there is a terminal to look at. */
  async refresh(isAlive: boolean): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    const found = await this.#read(isAlive).finally(() => {
      this.#isReading = false
    })
    if (!isSame(this.output.get(), found)) this.output.set(found)
  }

  /** Reaches back four times as far. */
  async earlier(isAlive: boolean): Promise<void> {
    this.#bytes = Math.min(mostBytes, this.#bytes * 4)
    this.#history = Math.min(mostHistory, this.#history * 4)
    this.#next = null
    await this.refresh(isAlive)
  }

  async #read(isAlive: boolean): Promise<SessionOutput> {
    const problem = await this.#readMore()
    const before = this.output.get()
    // What was read once stays on the page when a later reading fails.
    if (problem !== null && before.kind !== 'ready') return { kind: 'refused', problem }
    if (problem !== null || this.#kept === null) return before
    const { raw, isCut } = this.#kept
    if (isAlive && readTail(raw.slice(-tellingCharacters), { isCut }).isDrawn) {
      const shown = await this.#readShown()
      if (shown !== null) return shown
    }
    const text = terminalText(raw, { keepColour: false }).trimEnd()
    return { kind: 'ready', text, from: 'log', hasEarlier: isCut && this.#bytes < mostBytes }
  }

  /** Answers why it could not. */
  async #readMore(): Promise<Problem | null> {
    const before = this.#next === null ? null : this.#kept
    const tail = this.#bytes
    const query = before === null || this.#next === null ? { tail } : { from: this.#next, tail }
    const answer = await this.#ask.callBytes(readLog, { params: { id: this.#id }, query })
    if (!answer.ok) return answer.error
    const { bytes, headers } = answer.value
    const part = textOf(bytes)
    this.#kept = before === null ? firstPart(part, bytes.length >= tail) : withMore(before, part, tail * 4)
    this.#next = headers.get(logNextHeader)
    return null
  }

  async #readShown(): Promise<SessionOutput | null> {
    const history = this.#history
    const answer = await this.#ask.call(readScreen, { params: { id: this.#id }, query: { history } })
    if (!answer.ok || answer.value.screen === null) return null
    const { text, rows } = answer.value.screen
    const isLong = text.split('\n').length > history + rows - 1
    return { kind: 'ready', text: text.trimEnd(), from: 'screen', hasEarlier: isLong && history < mostHistory }
  }
}

function isSame(one: SessionOutput, other: SessionOutput): boolean {
  if (one.kind !== 'ready' || other.kind !== 'ready') return false
  return one.text === other.text && one.from === other.from && one.hasEarlier === other.hasEarlier
}
