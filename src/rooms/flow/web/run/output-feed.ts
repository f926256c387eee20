// Keeps the output of one step of a run: its tail at first, then what comes, with gaps read from the service.
import { callBytes } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { createValue, type ValueStore } from '#platform/web/store/value-store.ts'
import { outputFromHeader, readStepOutput } from '../../api.ts'
import type { OutputFrame } from '../../contract.ts'
import { listenToFlow } from '../flow-feed.ts'
import { createOutputBook, type OutputBook } from './output-book.ts'

/** A few thousand lines: enough to read, quick to get. */
const tailBytes = 256 * 1024
/** What is read at once to fill a gap. */
const gapBytes = 4 * 1024 * 1024
/** How soon to ask again for what could not be read. */
const retryMs = 500
const mostTries = 10
/** A part of a long output over a slow line. */
const readTimeoutMs = 60_000

type Part = { readonly from: number; readonly bytes: Uint8Array }

export interface OutputFeed {
  readonly book: ValueStore<{ readonly book: OutputBook; readonly version: number }>
  readonly problem: ValueStore<Problem | null>
  /** Tells how much there is: what is missing of it is read. */
  readonly expect: (bytes: number) => void
  /** Reads what lies before what is shown. */
  readonly readEarlier: () => Promise<void>
  close(): void
}

/** `knownBytes` is how long the output is so far; most of a long one is left unread. */
export function openOutput(runId: string, stepId: string, knownBytes: number): OutputFeed {
  return new Feed(runId, stepId, knownBytes)
}

class Feed implements OutputFeed {
  readonly problem = createValue<Problem | null>(null)
  readonly book: ValueStore<{ readonly book: OutputBook; readonly version: number }>
  readonly #book: OutputBook
  readonly #params: { readonly id: string; readonly step_id: string }
  readonly #stop: () => void
  /** Frames that came while a gap before them was read. */
  #held: OutputFrame[] = []
  #expected: number
  #isReading = false
  #isDrawing = false
  #isClosed = false
  #tries = 0
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(runId: string, stepId: string, knownBytes: number) {
    this.#params = { id: runId, step_id: stepId }
    this.#expected = knownBytes
    this.#book = createOutputBook(Math.max(0, knownBytes - tailBytes))
    this.book = createValue({ book: this.#book, version: 0 })
    this.#stop = listenToFlow({
      onOutput: (frame) => {
        if (frame.run_id === runId && frame.step_id === stepId) this.#take(frame)
      },
    })
    void this.#fill()
  }

  readonly expect = (bytes: number): void => {
    if (bytes > this.#expected) this.#tries = 0
    this.#expected = Math.max(this.#expected, bytes)
    if (this.#book.to < this.#expected) void this.#fill()
  }

  readonly readEarlier = async (): Promise<void> => {
    const { from } = this.#book
    const start = Math.max(0, from - gapBytes)
    const before = await this.#read(start, from - start)
    // Of a very long output the middle is not kept: the beginning is what comes before then.
    const part = before !== null && before.from >= from ? await this.#read(0, gapBytes) : before
    if (part === null || this.#isClosed || this.#book.from !== from || part.from >= from) return
    this.#book.prependBytes(part.from, part.bytes.subarray(0, from - part.from))
    this.#draw()
  }

  close(): void {
    this.#isClosed = true
    this.#stop()
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #take(frame: OutputFrame): void {
    if (this.#isReading) return void this.#held.push(frame)
    if (this.#book.append(frame.offset, frame.text) === 'gap') {
      this.#held.push(frame)
      void this.#fill()
      return
    }
    this.#draw()
  }

  /** Reads on until what was expected is there, then takes what came meanwhile. */
  async #fill(): Promise<void> {
    if (this.#isReading || this.#isClosed) return
    this.#isReading = true
    while (!this.#isClosed && this.#isBehind() && (await this.#readOn())) this.#tries = 0
    this.#isReading = false
    this.#held = this.#held.filter(({ offset, text }) => this.#book.append(offset, text) === 'gap')
    if (this.#isClosed) return
    this.#draw()
    if (this.#isBehind()) this.#retryLater()
  }

  /** Whether anything new was there. */
  async #readOn(): Promise<boolean> {
    const { to } = this.#book
    const part = await this.#read(to, gapBytes)
    if (part === null || this.#isClosed) return false
    this.#book.skipTo(part.from)
    return this.#book.appendBytes(part.from, part.bytes) === 'taken'
  }

  /** A service that restarts is back by then; what never comes is not asked for for ever. */
  #retryLater(): void {
    if (this.#tries >= mostTries) {
      this.#held = []
      return
    }
    this.#tries += 1
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      void this.#fill()
    }, retryMs)
  }

  #isBehind(): boolean {
    const { to } = this.#book
    return to < this.#expected || this.#held.some(({ offset }) => offset > to)
  }

  async #read(from: number, limit: number): Promise<Part | null> {
    const asked = { params: this.#params, query: { from, limit }, timeoutMs: readTimeoutMs }
    const answer = await callBytes(readStepOutput, asked)
    if (!this.#isClosed) this.problem.set(answer.ok ? null : answer.error)
    if (!answer.ok) return null
    const { bytes, headers } = answer.value
    return { bytes, from: bytes.length === 0 ? from : Number(headers.get(outputFromHeader) ?? from) }
  }

  /** Once for everything that comes before the next drawing. */
  #draw(): void {
    if (this.#isDrawing) return
    this.#isDrawing = true
    requestAnimationFrame(() => {
      this.#isDrawing = false
      if (!this.#isClosed) this.book.set({ book: this.#book, version: this.#book.version })
    })
  }
}
