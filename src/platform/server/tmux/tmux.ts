// What the service may ask of tmux. Everything else in the product speaks to tmux through this.
import type { Result } from '#base/result.ts'

export type TmuxSession = {
  /** tmux's own id, `$3`: what every later command targets. */
  readonly id: string
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly createdMs: number
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
  /** Must match `^[A-Za-z0-9_-]{1,64}$`. */
  readonly name: string
  readonly workingDir: string
  readonly env: Readonly<Record<string, string>>
  readonly argv: readonly string[]
  /** argv of a program that gets the pane's output on stdin from the first byte, or null. */
  readonly pipeTo: readonly string[] | null
}

export interface Tmux {
  /** `tmux 3.3a`, or null when tmux is not installed. Asked anew each time, so that installing it needs no restart. */
  version(): Promise<string | null>
  /** All sessions but our keeper, in one call whatever their number. */
  list(): Promise<TmuxListing>
  create(session: NewSession): Promise<Result<{ readonly id: string; readonly name: string }, TmuxFailure>>
  /** Sends Ctrl+C to the session's active pane. */
  interrupt(id: string): Promise<Result<null, TmuxFailure>>
  kill(id: string): Promise<Result<null, TmuxFailure>>
  /**
   * Calls back soon after sessions appeared or went (control mode), until disposed; reconnects by itself and works
   * without tmux installed, too. The callback says only 'look again'.
   */
  watch(onChange: () => void): AsyncDisposable
}
