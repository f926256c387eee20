// What the service may ask of tmux. Everything else in the product speaks to tmux through this.
import type { Result } from '#base/result.ts'
import type { Program } from '../spawn.ts'

/** The session that our control-mode clients attach to; several services on one tmux server share it. */
export const keeperName = 'orrery-keeper'

/** Names that we give to sessions. tmux expands formats in names and runs `#(…)` there, and changes `.` and `:`. */
export const safeSessionName = /^[A-Za-z0-9_-]{1,64}$/

/** What tells a session from every other one, also of another tmux server and under the same name. */
export type TmuxIdentity = {
  /** tmux's own id, `$3`. It is good for one tmux server's life: the next counts anew. */
  readonly id: string
  readonly name: string
  /** Milliseconds since the epoch; tmux tells whole seconds. */
  readonly createdMs: number
}

export type TmuxSession = TmuxIdentity & {
  /** Its own SERVICE_SESSION_TMUX; null when unset or only inherited from the server's global environment. */
  readonly tag: string | null
}

/** `unknown` means that nothing may be concluded: tmux hung, or failed in a way that does not prove absence. */
export type TmuxListing =
  | { readonly kind: 'sessions'; readonly sessions: readonly TmuxSession[] }
  | { readonly kind: 'not_installed' }
  | { readonly kind: 'unknown'; readonly reason: string }

export type TmuxFailure = {
  readonly kind: 'duplicate' | 'not_installed' | 'gone' | 'failed'
  readonly reason: string
}

export type NewSession = {
  /** Must match `safeSessionName`. */
  readonly name: string
  /** Absolute. One that tmux can't enter is silently replaced by another: the program has to check. */
  readonly workingDir: string
  /** Set for the session, so that others see it. PATH does not count here: it is that of the tmux client. */
  readonly env: Readonly<Record<string, string>>
  /** The program and its arguments, at most some 15 KB in all: tmux refuses longer commands. */
  readonly argv: readonly string[]
  /** argv of a program that gets the pane's output on stdin from the first byte, or null. */
  readonly pipeTo: readonly string[] | null
}

export type TmuxView = {
  readonly name: string
  readonly columns: number
  readonly rows: number
  /** The first process of each of its panes. */
  readonly panePids: readonly number[]
}

/** Milliseconds since the epoch, in steps of a second. */
export type TmuxActivity = {
  /** The last output of any of its windows. */
  readonly outputMs: number
  /** The last key from an attached client, ours included; keys that programs send do not count. Attaching does. */
  readonly typedMs: number
}

/** The pane of a session that keys go to. */
export type TmuxFront = {
  /** As `/dev/pts/3`. */
  readonly tty: string
  /** The name of the program in front there. */
  readonly command: string
  /** Whether no older pane of the session is there: its command was started in this one. */
  readonly isFirst: boolean
}

export type CaptureOptions = {
  /** Lines of the pane's history before its screen. */
  readonly historyLines: number
  /** Keeps colours and other looks as escape sequences. */
  readonly withLooks: boolean
}

export interface Tmux {
  /** `tmux 3.3a`, or null when tmux is not installed. Asked anew each time, so that installing it needs no restart. */
  version(): Promise<string | null>
  /** All sessions but our keeper, in one call whatever their number. */
  list(): Promise<TmuxListing>
  /** The session of exactly this name, ours or not; `gone` when there is none. */
  find(name: string): Promise<Result<TmuxIdentity, TmuxFailure>>
  create(session: NewSession): Promise<Result<TmuxIdentity, TmuxFailure>>
  /**
   * Sends Ctrl+C to the session's active pane, leaving a mode such as copy mode first. Here and in `kill` tmux itself holds
   * name, id and creation time against the session before it acts: one of another server that has the id by now is not
   * touched, and the answer is `gone`.
   */
  interrupt(session: TmuxIdentity): Promise<Result<null, TmuxFailure>>
  /** Presses Escape there, as `interrupt` acts: what a dialog takes for 'no'. */
  escape(session: TmuxIdentity): Promise<Result<null, TmuxFailure>>
  kill(session: TmuxIdentity): Promise<Result<null, TmuxFailure>>
  /**
   * Types `text` into the session's active pane, bracketed where its program asked for that, as `interrupt` acts: on this
   * session or on none. The text must hold no escape character. `enter` presses the Enter key there.
   */
  paste(session: TmuxIdentity, text: string): Promise<Result<null, TmuxFailure>>
  enter(session: TmuxIdentity): Promise<Result<null, TmuxFailure>>
  /** What a session looks like from outside, all its windows together; the size is that of the active window. */
  look(id: string): Promise<Result<TmuxView, TmuxFailure>>
  /** Which of its panes keys go to. */
  front(id: string): Promise<Result<TmuxFront, TmuxFailure>>
  /** By id, in one call for all sessions; null when tmux gives no clear answer. */
  activity(): Promise<ReadonlyMap<string, TmuxActivity> | null>
  /** The text of the active pane: its screen, and the history before it. Lines end with a newline. */
  capture(id: string, options: CaptureOptions): Promise<Result<string, TmuxFailure>>
  /** The screens of the active panes of many sessions, by id, in one call; who is gone is left out. Null without an answer. */
  screens(ids: readonly string[]): Promise<ReadonlyMap<string, string> | null>
  /**
   * The program that shows the session in the terminal it runs in. One that only reads takes no keys and leaves the size
   * to others. Ending it leaves the session alive. Throws for what is no id.
   */
  attachProgram(id: string, options: { readonly isReadOnly: boolean }): Program
  /**
   * Calls back soon after sessions appeared or went (control mode), until disposed; reconnects by itself and works
   * without tmux installed, too. The callback says only 'look again'.
   */
  watch(onChange: () => void): AsyncDisposable
}
