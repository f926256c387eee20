// What the terminal room needs from others; app/ connects them.

export type KnownTerminal = {
  /** tmux's id of the session last seen under this name, or null; it may be one of an earlier tmux server. */
  readonly tmuxId: string | null
  readonly tmuxSession: string
}

/** The terminal that belongs to a session, whether it is alive or not; null for an unknown session. */
export type FindTerminal = (sessionId: string) => KnownTerminal | null
