// Whether a session is one of this machine's tmux, or runs on a device or at another node, whose word alone counts for it.
import type { Session } from '../contract.ts'

/** Names, looks at tmux and hooks of this machine concern these alone. The local device is a device as any other. */
export function livesHere({ origin, node }: Pick<Session, 'origin' | 'node'>): boolean {
  return origin !== 'fabric' && node === undefined
}

/** The assistant's runs are no work that a person follows: they stay off the board, its counts and what needs somebody. */
export function isOnBoard({ harness }: Pick<Session, 'harness'>): boolean {
  return harness !== 'mother-llm'
}
