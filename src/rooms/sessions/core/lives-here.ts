// Whether a session is one of this machine's tmux, or runs on a device, whose word alone counts for it.
import type { Session } from '../contract.ts'

/** Names, looks at tmux and hooks of this machine concern these alone. The local device is a device as any other. */
export function livesHere({ origin }: Pick<Session, 'origin'>): boolean {
  return origin !== 'fabric'
}

/** The assistant's runs are no work that a person follows: they stay off the board, its counts and what needs somebody. */
export function isOnBoard({ harness }: Pick<Session, 'harness'>): boolean {
  return harness !== 'mother-llm'
}
