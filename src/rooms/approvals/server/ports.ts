// What approvals need from others; app/ connects them.
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Principal } from '#platform/server/auth/auth.ts'
import type { WhoAsks } from '#platform/server/http/who-asks.ts'
import type { Alongside } from '#platform/server/db/alongside.ts'
import type { AgentReport, ReportAnswer, Session } from '#rooms/sessions/contract.ts'

/** The sessions room as approvals see it. The first two reject with `StorageError`, and then nothing changed. */
export type ReportingSessions = {
  /** Applies a report. `along` answers what is committed with the events of a session's own client; null for nothing. */
  readonly report: (
    report: AgentReport,
    along?: (session: Session) => Alongside | null,
  ) => Promise<Result<ReportAnswer, Refusal>>
  /** Moves a session on after a decision, in one commit. False where it does not wait for anybody; then nothing is written. */
  readonly goOn: (
    sessionId: string,
    decided: { readonly metadata: string; readonly who: WhoAsks; readonly alongside: Alongside },
  ) => Promise<boolean>
  /** The other service on the same PostgreSQL that the session belongs to; null for our own. */
  readonly nodeOf: (sessionId: string) => Promise<string | null>
  readonly fabric: {
    /** One of this service; null for one that left the board or is another service's. */
    readonly find: (sessionId: string) => Pick<Session, 'state'> | null
    /** Null where this service has the database for itself. */
    readonly nodes: HeldDevices | null
  }
}

/** Which of the services that share a database holds which device. */
export type HeldDevices = {
  readonly here: string
  /** Null for a device of no lease. */
  readonly holderOf: (deviceId: string) => string | null
  /** The write of what is about a device: refused where another service holds it by now. */
  readonly held: (deviceId: string, write: Alongside) => Alongside
  /** Told from now on of devices whose holder may be another one now. */
  readonly follow: (heard: (deviceId: string) => Promise<void>) => void
}

/** What this room is opened with, besides its ground. */
export type ApprovalsPorts = {
  readonly sessions: ReportingSessions
  readonly auth: {
    /** What a person calls these credentials. */
    readonly nameOf: (principal: Principal | null) => string
  }
  readonly hooks: {
    /** An event as agents send it. */
    readonly parseReport: (body: unknown) => Result<AgentReport, Refusal>
  }
}

/** The devices as approvals see them. */
export type DevicesThatAsk = {
  readonly isOnline: (deviceId: string) => boolean
  /** To a device that is connected; nothing for one that is not, which asks what it is owed. */
  readonly answer: (
    deviceId: string,
    answer: { readonly approval_id: string; readonly decision: object | null },
  ) => void
}
