// How much a session's screen moved between two looks: by its log where we record one, else by what tmux tells.
import type { Tmux, TmuxActivity } from '#platform/server/tmux/tmux.ts'
import type { SessionRecord } from '../../core/record.ts'
import { motionOf, type Motion } from '../../core/scan/screen.ts'

export type MotionParts = {
  readonly tmux: Tmux
  /** Bytes in the session's log, which only grows until it begins anew; null where there is none. */
  readonly logSize: (sessionId: string) => Promise<number | null>
}

type Seen = {
  readonly atMs: number
  readonly logBytes: number | null
  readonly outputMs: number
  /** The last two pictures of a screen without a log. A dot that blinks makes two, work makes ever new ones. */
  readonly pictures: readonly string[]
}

/** One look at all of them: tmux is asked at most once, and only when it is needed. */
export class ScreenMotions {
  readonly #parts: MotionParts
  readonly #seen = new Map<string, Seen>()
  #activity: Promise<ReadonlyMap<string, TmuxActivity> | null> | null = null

  constructor(parts: MotionParts) {
    this.#parts = parts
  }

  /** Begins a look: what tmux said at the last one is old, and sessions that are not `watched` are forgotten. */
  begin(watched: readonly SessionRecord[]): void {
    this.#activity = null
    const ids = new Set(watched.map(({ session }) => session.id))
    for (const id of this.#seen.keys()) if (!ids.has(id)) this.#seen.delete(id)
  }

  /** Null at the first look, and where nothing can be seen. */
  async since(record: SessionRecord, atMs: number): Promise<Motion | null> {
    const { id } = record.session
    const before = this.#seen.get(id)
    const logBytes = await this.#parts.logSize(id)
    if (logBytes === null) return this.#byTmux(record, { before, atMs })
    this.#seen.set(id, { atMs, logBytes, outputMs: 0, pictures: [] })
    if (before === undefined || before.logBytes === null || atMs <= before.atMs) return null
    const grown = logBytes - before.logBytes
    return motionOf(grown >= 0 ? grown : logBytes, atMs - before.atMs, record)
  }

  /** When a key was last typed into the session's terminal, epoch milliseconds; null when tmux does not tell. */
  async typedMs({ tmuxId }: SessionRecord): Promise<number | null> {
    return (await this.#activityOf(tmuxId))?.typedMs ?? null
  }

  /** Whether anything stands on the session's screen now. */
  async showsText({ tmuxId }: SessionRecord): Promise<boolean> {
    const captured = await this.#parts.tmux.capture(tmuxId ?? '', { historyLines: 0, withLooks: false })
    return captured.ok && captured.value.trim() !== ''
  }

  async #byTmux(
    { session, tmuxId }: SessionRecord,
    { before, atMs }: { readonly before: Seen | undefined; readonly atMs: number },
  ): Promise<Motion | null> {
    const activity = await this.#activityOf(tmuxId)
    if (activity === null) return null
    const { outputMs } = activity
    const pictures = before?.pictures ?? []
    this.#seen.set(session.id, { atMs, logBytes: null, outputMs, pictures })
    if (before === undefined) return null
    if (outputMs === before.outputMs) return 'none'
    // One that runs is only asked whether it stands still.
    if (session.state === 'running') return 'little'
    const picture = await this.#capture(tmuxId)
    this.#seen.set(session.id, { atMs, logBytes: null, outputMs, pictures: [...pictures, picture].slice(-2) })
    return pictures.includes(picture) ? 'little' : 'busy'
  }

  async #activityOf(tmuxId: string | null): Promise<TmuxActivity | null> {
    this.#activity ??= this.#parts.tmux.activity()
    return (await this.#activity)?.get(tmuxId ?? '') ?? null
  }

  async #capture(tmuxId: string | null): Promise<string> {
    const captured = await this.#parts.tmux.capture(tmuxId ?? '', { historyLines: 0, withLooks: true })
    return captured.ok ? captured.value : ''
  }
}
