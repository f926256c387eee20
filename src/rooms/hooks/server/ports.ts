// What the hooks room needs from others; app/ connects them.
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { EventSource, MachineEvent } from '#rooms/sessions/contract.ts'
import type { IngestAnswer } from '../contract.ts'

/** An agent's report after the event map: whom it concerns and the machine events it stands for, in order. */
export type ReportedEvents = {
  /** Looked up first. */
  readonly sessionId: string | null
  readonly tmuxSession: string | null
  /** Never empty. All are applied in one transaction; only the last state is published. */
  readonly events: readonly MachineEvent[]
  readonly source: EventSource
  readonly metadata: string | null
  readonly agentType: string
  readonly runId: string | null
  readonly exitCode: number | null
}

/**
 * Applies a report and resolves after its commit. An event that the state does not accept answers `changed: false`.
 * Refuses with `not_found` (unknown and not creatable), `too_many` (the bound on created sessions),
 * `storage_unavailable` (nothing was committed, nothing changed).
 */
export type ApplyReport = (report: ReportedEvents) => Promise<Result<IngestAnswer, Refusal>>
