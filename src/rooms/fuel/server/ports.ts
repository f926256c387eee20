// What fuel needs of others; app/ connects them.
import type { Refusal } from '#platform/contract.ts'
import type { Result } from '#base/result.ts'
import type { Mode } from '#rooms/modes/contract.ts'
import type { TellBudget } from '#rooms/notify/contract.ts'
import type { GatewayUsage } from '#rooms/mirror/contract.ts'
import type { AgentReport, ReportAnswer, Session } from '#rooms/sessions/contract.ts'

/** What this room is opened with, besides its ground. */
export type FuelPorts = {
  readonly mode: Mode
  readonly sessions: FueledPort
  /** Null for a device that is not known. */
  readonly deviceName: (deviceId: string) => string | null
  readonly gateway: GatewayPort
}

/** The sessions room as fuel sees it. */
export type FueledPort = {
  readonly find: (id: string) => Session | null
  /** As `find`, and those of other services that share the tables. */
  readonly shown: (id: string) => Session | null
  readonly findByName: (tmuxSession: string) => Session | null
  /** Those that have not ended. */
  readonly active: () => readonly Session[]
  /** Says who may hold starts back. Called once. */
  readonly askBeforeStart: (
    mayStart: (session: Pick<Session, 'agent_type'> & { readonly id: string | null }) => Refusal | null,
  ) => void
  readonly stopByBudget: (id: string, why: string) => Promise<boolean>
}

/** The mirror as fuel sees it. */
export type GatewayPort = {
  /** All that is kept, oldest first. */
  readonly all: () => Promise<readonly GatewayUsage[]>
  /** Hears from now on of what was kept. */
  readonly follow: (hear: (rows: readonly GatewayUsage[]) => void) => void
}

/** Tells whoever notifies; see `TellBudget`. */
export type TellBudgets = TellBudget

/** Applies what an agent reported. */
export type ApplyAgentReport = (report: AgentReport) => Promise<Result<ReportAnswer, Refusal>>
