// What the director does next: keeps a few agents at work, answers those that nobody answers, and clears the board of what is over.
import type { SessionState } from '#rooms/sessions/contract.ts'

export type OnStage = {
  readonly id: string
  readonly state: SessionState
  readonly tmux_session: string
  /** Milliseconds in this state. */
  readonly forMs: number
}

export type Move =
  | { readonly do: 'launch'; readonly part: number }
  | { readonly do: 'answer'; readonly id: string }
  | { readonly do: 'dismiss'; readonly id: string }
  | { readonly do: 'tell_news'; readonly item: number }
  | { readonly do: 'triage' }

/** Time between two looks of the director: the board is calm. */
export const lookEveryMs = 15_000
const mostAtWork = 7
const mostOver = 5
/** A visitor has this time to answer before the director does. */
const patienceMs = 4 * 60_000
const looksPerNews = 6
const looksPerTriage = 14

export type Known = {
  /** How many times the director looked before. */
  readonly looks: number
  /** How many parts were given out. */
  readonly launched: number
  readonly sessions: readonly OnStage[]
}

/** At most one launch a look. */
export function nextMoves({ looks, launched, sessions }: Known): readonly Move[] {
  const inState = (...states: readonly SessionState[]) => sessions.filter(({ state }) => states.includes(state))
  const atWork = inState('running', 'awaiting_review')
  const over = inState('completed', 'failed').toSorted((one, other) => other.forMs - one.forMs)
  const unanswered = inState('awaiting_review').filter(({ forMs }) => forMs > patienceMs)
  const isTurn = (every: number): boolean => looks % every === every - 1
  return [
    ...(atWork.length < mostAtWork ? [{ do: 'launch', part: launched } as const] : []),
    ...unanswered.map(({ id }) => ({ do: 'answer', id }) as const),
    ...over.slice(0, Math.max(0, over.length - mostOver)).map(({ id }) => ({ do: 'dismiss', id }) as const),
    ...(isTurn(looksPerNews) ? [{ do: 'tell_news', item: Math.floor(looks / looksPerNews) } as const] : []),
    ...(isTurn(looksPerTriage) ? [{ do: 'triage' } as const] : []),
  ]
}
