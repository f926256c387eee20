// A machine that runs nothing: what starts agents is opened with the first start, and takes no memory before.
import { dayMs } from '#base/time.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { RunKey, StreamMark } from '../../contract/envelopes.ts'
import type { KnownRun } from '../../contract/from-device.ts'
import type { RequestFrame, SessionStart, TerminalFrame } from '../../contract/from-hub.ts'
import { frameText } from '../spool/frame-text.ts'
import { seeRuns } from '../spool/peek.ts'
import type { Channel } from '../spool/pump.ts'
import type { Work } from './keeper.ts'
import { nothingToShow } from './no-terminals.ts'

export type RestParts = {
  readonly open: () => Promise<Work>
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
}

/** Whether something runs, is not told yet, or was done so lately that a command of it may come again. */
export function hasWork(path: string, nowMs: number): boolean {
  return seeRuns(path).some(
    ({ run: { ended_ms: ended }, isTold }) => ended === null || !isTold || nowMs - ended < dayMs,
  )
}

/** The same work, opened by its first start. One that can't be opened is tried again, and nothing that was asked is lost. */
export function restUntilNeeded(parts: RestParts): Work {
  return new Resting(parts)
}

const retryMs = 10_000

type Act = (work: Work) => void

class Resting implements Work {
  readonly #parts: RestParts
  /** What was asked while it is opened, in its order. */
  readonly #asked: Act[] = []
  #work: Work | null = null
  #opening: Promise<void> | null = null
  #channel: readonly [Channel, readonly StreamMark[]] | null = null
  #stopWaiting: (() => void) | null = null
  #isOver = false

  constructor(parts: RestParts) {
    this.#parts = parts
  }

  known(): KnownRun[] {
    return this.#work?.known() ?? []
  }

  join(channel: Channel, resume: readonly StreamMark[]): void {
    this.#channel = [channel, resume]
    this.#work?.join(channel, resume)
  }

  leave(): void {
    this.#channel = null
    this.#work?.leave()
  }

  start(start: SessionStart): void {
    if (this.#work !== null) return this.#work.start(start)
    this.#asked.push((work) => work.start(start))
    if (this.#stopWaiting === null) this.#opening ??= this.#open()
  }

  cancel(key: RunKey): void {
    this.#do((work) => work.cancel(key))
  }

  acknowledge(mark: StreamMark): void {
    this.#do((work) => work.acknowledge(mark))
  }

  answer(approvalId: string, decision: unknown): void {
    this.#do((work) => work.answer(approvalId, decision))
  }

  show(frame: TerminalFrame | RequestFrame): void {
    if (this.#work !== null) return this.#work.show(frame)
    if (this.#asked.length > 0) return void this.#asked.push((work) => work.show(frame))
    const answer = nothingToShow(frame)
    if (answer !== null) this.#channel?.[0].send(frameText(answer, this.#parts.clock))
  }

  async endAll(): Promise<void> {
    await this.#opening
    await this.#work?.endAll()
  }

  isTold(): boolean {
    return this.#work?.isTold() ?? this.#asked.length === 0
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    this.#stopWaiting?.()
    await this.#opening
    await this.#work?.[Symbol.asyncDispose]()
  }

  /** Where no start was asked for there is nothing that it could be about. */
  #do(act: Act): void {
    if (this.#work !== null) act(this.#work)
    else if (this.#asked.length > 0) this.#asked.push(act)
  }

  async #open(): Promise<void> {
    const { open, timers, log } = this.#parts
    try {
      const work = await open()
      this.#work = work
      if (this.#channel !== null) work.join(...this.#channel)
      for (const act of this.#asked.splice(0)) act(work)
    } catch (error) {
      log.error({ err: error }, 'what starts agents could not be opened, and is tried again')
      if (!this.#isOver) this.#stopWaiting = timers.after(retryMs, () => this.#again())
    } finally {
      this.#opening = null
    }
  }

  #again(): void {
    this.#stopWaiting = null
    this.#opening = this.#open()
  }
}
