// What the system room needs from others; app/ connects them.
import type { Mode } from '#rooms/modes/contract.ts'
import type { SessionState } from '#rooms/sessions/contract.ts'
import type { NodesTold } from '#rooms/nodes/contract.ts'
import type { FindingTold } from '../contract.ts'

/** What it tells of other rooms. */
export type SystemPorts = {
  readonly mode: Mode
  /** How many sessions are in each state. */
  readonly countSessions: () => Readonly<Record<SessionState, number>>
  /** The services of one PostgreSQL; null where this one is alone. Never rejects. */
  readonly nodes: () => Promise<NodesTold | null>
  /** The looks of doctor with the eyes of this process: its PATH, its settings, its program. They change nothing. */
  readonly look: () => Promise<readonly FindingTold[]>
}
