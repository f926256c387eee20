// Plays a recording: where it is, how fast, and what is drawn of it.
import { createValue } from '#platform/web/store/value-store.ts'
import type { RecordedScreen } from '#rooms/terminal/web/contract.ts'
import type { ReplayRecord } from '../../contract.ts'
import { advance } from '../../core/replay/advance.ts'
import { countUntil } from '../../core/replay/count-until.ts'
import type { Mark } from '../../core/replay/mark-of.ts'
import { Recording } from '../../core/replay/recording.ts'

export const speeds = [0.5, 1, 4, 16] as const
export type Speed = (typeof speeds)[number]

/** While it plays, a mark that was passed this lately is the one to go back before. */
const nearMs = 500

/** While a recording comes, its time line is drawn anew this often. */
const toldApartMs = 100

export class Player {
  readonly recording = new Recording()
  /** Milliseconds since the beginning. */
  readonly position = createValue(0)
  readonly isPlaying = createValue(false)
  readonly speed = createValue<Speed>(1)
  readonly skipsWaits = createValue(true)
  /** The recording as far as it came: another value with each part of it. */
  readonly told = createValue({ recording: this.recording })
  /** All that there was when it was asked for is here. */
  readonly isWhole = createValue(false)
  #screen: RecordedScreen | null = null
  #frame = 0
  #lastMs = 0
  #toldMs = Number.NEGATIVE_INFINITY
  #tellTimer: ReturnType<typeof setTimeout> | undefined
  /** Where it was asked to be before that part was here; null to stay. */
  #wanted: ((recording: Recording) => number | null) | null = null

  add(records: readonly ReplayRecord[]): void {
    for (const record of records) this.recording.add(record)
    this.#screen?.grown()
    this.#settle()
    // What is drawn of it looks at all of it: so often is enough.
    const nowMs = performance.now()
    if (nowMs - this.#toldMs < toldApartMs) {
      this.#tellTimer ??= setTimeout(this.#tell, toldApartMs)
      return
    }
    this.#tell()
  }

  /** What was asked for is all here. */
  end(): void {
    this.isWhole.set(true)
    this.#settle()
    this.#tell()
    this.#wanted = null
  }

  /** Draws on this screen from now on. */
  attach(screen: RecordedScreen | null): void {
    this.#screen = screen
    screen?.grown()
    this.#draw()
  }

  /** Goes where `place` says, once so much of the recording is here; null is not told yet. */
  goTo(place: (recording: Recording) => number | null): void {
    this.#wanted = place
    this.#settle()
  }

  readonly seek = (ms: number): void => {
    this.#wanted = null
    this.#moveTo(ms)
  }

  readonly toggle = (): void => (this.isPlaying.get() ? this.pause() : this.play())

  readonly play = (): void => {
    if (this.position.get() >= this.recording.lengthMs) this.#moveTo(0)
    this.#wanted = null
    this.isPlaying.set(true)
    this.#lastMs = performance.now()
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(this.#tick)
  }

  readonly pause = (): void => {
    this.isPlaying.set(false)
    cancelAnimationFrame(this.#frame)
  }

  /** The next mark that is wanted, or the one before; where there is none it stays. */
  readonly step = (direction: 'next' | 'previous', isWanted: (mark: Mark) => boolean): void => {
    const now = this.position.get()
    const marks = this.recording.marks.filter(isWanted)
    const found =
      direction === 'next'
        ? marks.find(({ atMs }) => atMs > now)
        : marks.findLast(({ atMs }) => atMs < now - (this.isPlaying.get() ? nearMs : 0))
    if (found !== undefined) this.seek(found.atMs)
  }

  close(): void {
    this.pause()
    clearTimeout(this.#tellTimer)
    this.#screen = null
  }

  readonly #tell = (): void => {
    clearTimeout(this.#tellTimer)
    this.#tellTimer = undefined
    this.#toldMs = performance.now()
    this.told.set({ recording: this.recording })
  }

  #settle(): void {
    const ms = this.#wanted?.(this.recording) ?? null
    if (ms === null) return
    if (ms < this.recording.lengthMs) this.#wanted = null
    this.#moveTo(ms)
  }

  #moveTo(ms: number): void {
    this.position.set(Math.min(this.recording.lengthMs, Math.max(0, ms)))
    this.#draw()
  }

  readonly #tick = (nowMs: number): void => {
    const { moments, lengthMs } = this.recording
    const elapsedMs = Math.max(0, nowMs - this.#lastMs)
    this.#lastMs = nowMs
    const pace = { speed: this.speed.get(), skipsWaits: this.skipsWaits.get(), moments, lengthMs }
    this.#moveTo(advance(this.position.get(), elapsedMs, pace))
    if (this.position.get() >= lengthMs) return this.isPlaying.set(false)
    this.#frame = requestAnimationFrame(this.#tick)
  }

  #draw(): void {
    this.#screen?.show(countUntil(this.recording.itemTimes, this.position.get()))
  }
}
