// What the transcripts room needs of others; app/ connects them.
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { Alongside } from '#platform/server/db/alongside.ts'
import type { SearchSource } from '#rooms/search/contract.ts'
import type { AgentReport, ReportAnswer, Session } from '#rooms/sessions/contract.ts'
import type { TranscribedSession } from '../contract.ts'

/** The sessions room as transcripts see it. */
export type TranscribedSessions = {
  /** A session on the board, or a past one; null for neither. */
  readonly find: (id: string) => Promise<TranscribedSession | null>
  /** The other service whose session it is, and where its files are; null for one of ours, and for an unknown one. */
  readonly nodeOf: (id: string) => Promise<string | null>
  /** Calls `forget` from now on before anything of a session is removed for good. */
  readonly onForgotten: (forget: (sessionId: string) => Promise<void>) => void
  /** Sessions that may have said more since `mark`: as search follows what each wrote. */
  readonly changes: SearchSource['changes']
}

/** Applies a report. `along` answers what is committed with the events of a session's own client; null for nothing. */
export type ReportWith = (
  report: AgentReport,
  along?: (session: Session) => Alongside | null,
) => Promise<Result<ReportAnswer, Refusal>>

/** Devices as transcripts see them: their files are read there. */
export type TranscriptsOfDevices = {
  /** What the device answers; null where it gives no answer, or is not connected. */
  readonly request: (deviceId: string, what: string, about: object) => Promise<DeviceAnswer | null>
  readonly isConnected: (deviceId: string) => boolean
  readonly nameOf: (deviceId: string) => string
}

type DeviceAnswer = { readonly ok: boolean; readonly value?: unknown }

/** What this room is opened with, besides its ground. */
export type TranscriptsPorts = { readonly sessions: TranscribedSessions }

/** What the command asks of the sessions' own. */
export type TranscriptsCliPorts = {
  /** Rejects with `CliError` when no session, or more than one, is meant. */
  readonly findSession: (cli: Cli, name: string) => Promise<{ readonly id: string }>
}
