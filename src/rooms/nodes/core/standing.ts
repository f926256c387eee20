// Whether a node is heard, by its heartbeats alone.
import { dayMs, secondMs } from '#base/time.ts'
import type { NodeStanding } from '../contract.ts'

/** How often a node says that it lives. */
export const beatMs = 10 * secondMs
/** Two heartbeats may be late. */
export const silentAfterMs = 3 * beatMs
/** What was silent for so long is cleaned away. */
export const forgottenAfterMs = dayMs

/** What its row says; ages are by PostgreSQL's clock. */
type Heard = {
  readonly silentMs: number
  /** Null unless it was stopped. */
  readonly stoppedMs: number | null
}

export function standingOf({ silentMs, stoppedMs }: Heard): NodeStanding {
  if (stoppedMs !== null || silentMs >= forgottenAfterMs) return 'gone'
  return silentMs > silentAfterMs ? 'silent' : 'live'
}
