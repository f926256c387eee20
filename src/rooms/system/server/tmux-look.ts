// What tmux says of itself, asked at most every ten seconds however many look.
import type { Timers } from '#platform/server/timers.ts'
import type { Tmux } from '#platform/server/tmux/tmux.ts'

export type TmuxSeen = {
  readonly version: string | null
  readonly sessions: number | null
  readonly problem: string | null
}
export type LookAtTmux = () => Promise<TmuxSeen>

/** Each look starts two programs. */
const freshMs = 10_000

export function createTmuxLook(
  tmux: Pick<Tmux, 'version' | 'list'>,
  { passedMs }: Pick<Timers, 'passedMs'>,
): LookAtTmux {
  let seen: { readonly atMs: number; readonly look: Promise<TmuxSeen> } | null = null
  return () => {
    if (seen === null || passedMs() - seen.atMs > freshMs) seen = { atMs: passedMs(), look: look(tmux) }
    return seen.look
  }
}

async function look(tmux: Pick<Tmux, 'version' | 'list'>): Promise<TmuxSeen> {
  const [version, listing] = await Promise.all([tmux.version(), tmux.list()])
  if (listing.kind === 'sessions') return { version, sessions: listing.sessions.length, problem: null }
  const problem =
    listing.kind === 'not_installed' ? 'It is not installed, so no agent can be launched.' : listing.reason
  return { version, sessions: null, problem }
}
