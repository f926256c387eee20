// What the mirror needs from other rooms; app/ connects them.
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { AgentReport, SessionState } from '#rooms/sessions/contract.ts'
import type { MirroredRun } from '../core/to-run.ts'
import type { MirroredStrand } from '../core/to-strand.ts'

/** The workflow room as the mirror sees it. */
export type StrandsPort = {
  /** Replaces all synthetic strands. */
  readonly replace: (strands: readonly MirroredStrand[]) => void
  /** Inserts the runs that are not there, each with its steps; resolves with how many were new. */
  readonly insertRuns: (runs: readonly MirroredRun[]) => Promise<number>
  /** Which of these runs are there. */
  readonly knownRuns: (runIds: readonly string[]) => Promise<ReadonlySet<string>>
}

/** The sessions room as the mirror sees it. */
export type SessionsPort = {
  /** The state of the session of that tmux name; null for a name that no session has. */
  readonly stateOf: (tmuxSession: string) => SessionState | null
  /** Applies what an agent did and resolves after the commit; see `ApplyReport` of the hooks room. */
  readonly report: (report: AgentReport) => Promise<Result<unknown, Refusal>>
}
