// What the streams room needs of others; app/ connects them.
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { GroundOf } from '#platform/server/house/ground.ts'
import type { Alongside } from '#platform/server/db/alongside.ts'
import type { AgentReport, ReportAnswer, Session } from '#rooms/sessions/contract.ts'
import type { OutputAfter, LoggedEvent, StreamedSession } from '../contract.ts'

/** The sessions room as streams see it: whatever runs sessions and keeps their output fills a stream by this. */
export type StreamedSessions = {
  /** The folder of all logs; made when it is not there. Rejects with what the file system rejects. */
  readonly logFolder: () => Promise<string>
  /** Null for an id under which no files are kept. */
  readonly logOf: (sessionId: string) => { readonly log: string; readonly olderLog: string } | null
  /** What the marks of its shell bear; null where it marks no commands. */
  readonly nonceOf: (sessionId: string) => Promise<string | null>
  /** A part of its output after a place that an earlier answer gave, or of all that is kept; null where there is none. */
  readonly outputAfter: (sessionId: string, place: string | null) => Promise<OutputAfter | null>
  /** Whether it is on the board. */
  readonly isOnBoard: (sessionId: string) => boolean
  /** Whether more of it may come. */
  readonly isAtWork: (sessionId: string) => boolean
  /** A session on the board, or a past one; null for neither. */
  readonly find: (sessionId: string) => Promise<StreamedSession | null>
  /** The other service whose session it is, and where its files are; null for one of ours, and for an unknown one. */
  readonly nodeOf: (sessionId: string) => Promise<string | null>
  /** What happened to a session after that event, oldest first: as much as a journal may have missed. */
  readonly eventsAfter: (sessionId: string, event: number) => Promise<readonly LoggedEvent[]>
  /** Calls back right after each commit with what it told. */
  readonly onLogged: (listener: (events: readonly LoggedEvent[]) => void) => void
  /** Says what a session did, in one line, wherever it is told of; null where nothing is known. */
  readonly summariseBy: (of: (sessionId: string) => string | null) => void
  /** Calls back before each start of a program here, and waits for it; it must not reject. */
  readonly onStarting: (listener: (sessionId: string, directory: string) => Promise<void>) => void
  /** Calls `forget` from now on before anything of a session is removed for good. */
  readonly onForgotten: (forget: (sessionId: string) => Promise<void>) => void
}

/** Applies a report. `along` answers what is committed with the events of a session's own client; null for nothing. */
export type ReportTo = (
  report: AgentReport,
  along?: (session: Session) => Alongside | null,
) => Promise<Result<ReportAnswer, Refusal>>

/** Devices as streams see them: what differs in their files is read there. */
export type StreamsOfDevices = {
  /** What the device answers; null where it gives no answer, or is not connected. */
  readonly request: (
    deviceId: string,
    what: string,
    about: object,
  ) => Promise<{ readonly ok: boolean; readonly value?: unknown } | null>
  readonly isConnected: (deviceId: string) => boolean
  readonly nameOf: (deviceId: string) => string
}

/** What streams ask of logins: a stream that is followed ends with the login that opened it. */
export type LoginsPort = {
  readonly onEnded: (listener: (loginId: string) => void) => () => void
}

/** What this room is opened with, besides its ground. */
export type StreamsPorts = { readonly sessions: StreamedSessions; readonly auth: LoginsPort }

/** What the commands of streams ask of the sessions' own. */
export type StreamsCliPorts = {
  /** Rejects with `CliError` when no session, or more than one, is meant. */
  readonly findSession: (cli: Cli, name: string) => Promise<{ readonly id: string }>
}

/** The parts of the ground that this room stands on. */
export type StreamsGround = GroundOf<'database' | 'live' | 'environment' | 'clock' | 'timers' | 'log', 'home'>
