// Looks at a client's screen as soon as it drew something, for the line that stands there only while it works.
import { secondMs } from '#base/time.ts'
import type { WatchOnce } from '#platform/server/files/watch-once.ts'
import { createDrawnScreens, type SeenScreen } from '#platform/server/tmux/drawn-screens.ts'
import type { Timers } from '#platform/server/timers.ts'
import { awaitsEffect } from '../../core/answer/still-waiting.ts'
import type { SessionRecord } from '../../core/record.ts'
import { isTellingScreen, screenReports } from '../../core/scan/screen.ts'
import { hasWorkLine, judgeLine, linePaceMs, type LineTrack } from '../../core/scan/work-line.ts'
import type { SessionsContext } from '../context.ts'
import { reportOwn } from './turn-watch.ts'

export type LineWatchParts = {
  readonly timers: Timers
  /** The file that holds what a session writes; null where there is none. */
  readonly logPath: (sessionId: string) => string | null
  readonly watchOnce: WatchOnce
  /** Calls back with each session of which something was committed. */
  readonly onChanged?: (listener: (sessionId: string) => void) => void
  /** What is known of each session's line; the movement of its screen is judged by it, too. */
  readonly lines?: Map<string, LineTrack>
}

/** How often it is looked whom to watch. */
const tickMs = secondMs

/** Nothing is done while nobody draws. */
export function startLineWatch(context: SessionsContext, parts: LineWatchParts): AsyncDisposable {
  return new LineWatch(context, parts)
}

class LineWatch implements AsyncDisposable {
  readonly #context: SessionsContext
  readonly #parts: LineWatchParts
  readonly #stopTicks: () => void
  readonly #tracks: Map<string, LineTrack>
  /** Takes back each watch of a file; those that were told of a write wait for the look that follows. */
  readonly #armed = new Map<string, () => void>()
  readonly #screens
  #isOver = false

  constructor(context: SessionsContext, parts: LineWatchParts) {
    this.#context = context
    this.#parts = parts
    this.#tracks = parts.lines ?? new Map()
    const { tmux, log } = context
    this.#screens = createDrawnScreens({
      tmux,
      timers: parts.timers,
      terminalOf: (id) => this.#watched(id)?.tmuxId ?? null,
      onLook: (id) => this.#arm(id),
      paceMs: (id) => linePaceMs(context.registry.get(id)?.session ?? null, this.#tracks.get(id) ?? null),
      judge: (id, seen) => this.#judge(id, seen),
      onError: (error) => log.error({ err: error }, 'a look at the screens of agents failed'),
    })
    this.#stopTicks = parts.timers.every(tickMs, () => this.#tick())
    // A turn may be over before the next tick, and only a line that was seen can be missed.
    parts.onChanged?.((id) => this.#follow(id))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    this.#stopTicks()
    await this.#screens[Symbol.asyncDispose]()
    for (const stop of this.#armed.values()) stop()
  }

  #watched(id: string): SessionRecord | null {
    const record = this.#context.registry.get(id)
    return record !== null && isTellingScreen(record) && hasWorkLine(record) ? record : null
  }

  #tick(): void {
    const watched = this.#context.registry.watched().filter((record) => isTellingScreen(record) && hasWorkLine(record))
    const ids = new Set(watched.map(({ session }) => session.id))
    this.#screens.keepOnly(ids)
    for (const id of this.#tracks.keys()) if (!ids.has(id)) this.#tracks.delete(id)
    for (const [id, stop] of this.#armed)
      if (!ids.has(id)) {
        stop()
        this.#armed.delete(id)
      }
    for (const { session } of watched) this.#follow(session.id)
  }

  /** Each state is looked at once, also where nothing more is drawn. */
  #follow(id: string): void {
    const record = this.#isOver ? null : this.#watched(id)
    if (record === null) return
    this.#arm(id)
    if (this.#tracks.get(id)?.stateSince !== record.session.state_since) this.#screens.drew(id)
  }

  #arm(id: string): void {
    const path = this.#armed.has(id) || this.#watched(id) === null ? null : this.#parts.logPath(id)
    if (path === null) return
    const wrote = (): void => {
      this.#armed.delete(id)
      this.#screens.drew(id)
    }
    try {
      const stop = this.#parts.watchOnce(path, wrote)
      if (stop !== null) this.#armed.set(id, stop)
    } catch {
      // The system watches no more files: its movement tells the same, later.
    }
  }

  async #judge(id: string, seen: SeenScreen): Promise<boolean> {
    const record = this.#watched(id)
    if (record === null) return false
    const { track, verdict, isUndecided } = judgeLine(this.#tracks.get(id) ?? null, record, seen)
    this.#tracks.set(id, track)
    // Until something follows an answer, a quiet prompt is no news.
    if (awaitsEffect(record)) return false
    if (verdict !== null) await reportOwn(this.#context, record, screenReports[verdict])
    return isUndecided
  }
}
