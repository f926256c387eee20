// An agent's report after the event map.
import type { Client, EventSource, MachineEvent } from '#rooms/sessions/contract.ts'

/** Whom a report concerns and the machine events it stands for, in order. */
export type ReportedEvents = {
  /** Looked up first. */
  readonly sessionId: string | null
  readonly tmuxSession: string | null
  /** Never empty. All are applied in one transaction; only the last state is published. */
  readonly events: readonly MachineEvent[]
  /** `wrapper` for a report that carries an exit status, since only the launcher's wrapper knows it; else `hook`. */
  readonly source: EventSource
  /** At most `metadataLimit` characters. */
  readonly metadata: string | null
  readonly agentType: string
  readonly runId: string | null
  readonly exitCode: number | null
  /** When the hook fired, ISO 8601, of an event that waited in the queue; absent for one that comes straight. */
  readonly firedAt?: string | null
  /** The client whose hook it is; absent where any other program reports. */
  readonly client?: Client
}
