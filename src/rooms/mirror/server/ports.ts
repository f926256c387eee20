// What the mirror needs from other rooms; app/ connects them.
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { AgentReport, SessionState } from '#rooms/sessions/contract.ts'

/** The sessions room as the mirror sees it. */
export type SessionsPort = {
  /** The state of the session of that tmux name; null for a name that no session has. */
  readonly stateOf: (tmuxSession: string) => SessionState | null
  /** Applies what an agent did and resolves after the commit; see `ApplyReport` of the hooks room. */
  readonly report: (report: AgentReport) => Promise<Result<unknown, Refusal>>
}
