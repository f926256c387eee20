// What streams are made of: the sessions' logs, and what happened to each.
import { join } from 'node:path'
import type { LoggedEvent, SessionCommand, StreamedSession } from '#rooms/streams/contract.ts'
import type { Session } from '../contract.ts'
import type { SessionsContext, SummaryOf } from './context.ts'
import { livesHere } from '../core/lives-here.ts'
import { isTerminal } from '../core/machine.ts'
import { artifactPaths, makeOwnFolder, readNonce } from './launcher/artifacts.ts'
import type { OnStarting } from './launcher/launcher.ts'
import { readLog, type LogPart } from './launcher/log-recorder.ts'
import { nodeThere, shownSession } from './nodes/shown.ts'
import type { LogRow } from './log/event-log.ts'

export interface Streamed {
  /** The folder of all logs; made when it is not there. Rejects with what the file system rejects. */
  logFolder(): Promise<string>
  /** Null for an id under which no files are kept. */
  logOf(sessionId: string): { readonly log: string; readonly olderLog: string } | null
  /** What the marks of its shell bear; null where it marks no commands. */
  nonceOf(sessionId: string): Promise<string | null>
  /** A part of its output after a place that an earlier answer gave, or of all that is kept; null where there is none. */
  outputAfter(sessionId: string, place: string | null): Promise<LogPart | null>
  /** Whether it is on the board. */
  isOnBoard(sessionId: string): boolean
  /** Whether more of it may come. */
  isAtWork(sessionId: string): boolean
  /** A session on the board, or a past one; null for neither. */
  find(sessionId: string): Promise<StreamedSession | null>
  /** The other service whose session it is; null for one of ours, and for an unknown one. */
  nodeOf(sessionId: string): Promise<string | null>
  /** What happened to a session after that event, oldest first; of a long history the end. */
  eventsAfter(sessionId: string, event: number): Promise<readonly LoggedEvent[]>
  /** Calls back right after each commit with what it told. */
  onLogged(listener: (events: readonly LoggedEvent[]) => void): void
  /** Says what a session did, in one line, wherever it is told of; null where nothing is known. */
  summariseBy(of: SummaryOf): void
  /** Calls back before each start of a program here, and waits for it; it must not reject. */
  onStarting(listener: OnStarting): void
  /** Calls `forget` from now on before anything of a session is removed for good. */
  onForgotten(forget: (sessionId: string) => Promise<void>): void
}

export type StreamedParts = {
  readonly context: SessionsContext
  readonly home: string
  readonly onLogged: Streamed['onLogged']
  readonly onForgotten: Streamed['onForgotten']
  readonly onStarting: Streamed['onStarting']
}

/** More than a service that was killed leaves untold. */
const mostMissed = 1000

export function streamedSessions({ context, home, onLogged, onForgotten, onStarting }: StreamedParts): Streamed {
  const { registry, past, events, summaries } = context
  return {
    async logFolder() {
      const folder = join(home, 'logs')
      await makeOwnFolder(folder)
      return folder
    },
    logOf: (sessionId) => artifactPaths(home, sessionId),
    nodeOf: (sessionId) => nodeThere(context, sessionId),
    nonceOf: (sessionId) => readNonce(home, sessionId),
    outputAfter: (sessionId, place) => readLog(home, sessionId, { tailBytes: 0, from: place, isFromStart: true }),
    isOnBoard: (sessionId) => shownSession(context, sessionId) !== null,
    isAtWork(sessionId) {
      const state = registry.get(sessionId)?.session.state
      return state !== undefined && !isTerminal(state)
    },
    async find(sessionId) {
      const session = shownSession(context, sessionId) ?? (await past.find(sessionId))?.session
      if (session === undefined) return null
      const { label, tmux_session: name, created_at: createdAt } = session
      return {
        title: label ?? name,
        createdAt,
        command: commandOf(session),
        deviceId: livesHere(session) ? null : session.device_id,
      }
    },
    async eventsAfter(sessionId, event) {
      const page = await events.page(sessionId, { limit: mostMissed, before: null })
      const missed = page.events.filter(({ seq, kind }) => seq > event && kind !== 'removed')
      return missed.toReversed().map(({ session_id, run_id, accepted: _accepted, kind: _kind, ...told }) => {
        return { ...told, sessionId: session_id, runId: run_id, exitCode: null }
      })
    },
    onLogged,
    onForgotten,
    onStarting,
    summariseBy: (of) => void (summaries.of = of),
  }
}

/** As much of a command as is told of tools', too. */
const toldOfCommand = 1000

/** Null for a client that tells by hooks what it does. */
function commandOf({ agent_type: type, harness, interactive, prompt, ...session }: Session): SessionCommand | null {
  if (harness !== null) return null
  const { started_at: startedAt, ended_at: endedAt, exit_code: exitCode } = session
  const command = interactive || type !== 'shell' ? null : prompt.slice(0, toldOfCommand).toWellFormed()
  return { command, isCut: command !== null && prompt.length > toldOfCommand, startedAt, endedAt, exitCode }
}

/**
 * Tells those who follow of each commit; nothing is made of one while nobody does. The viewers' frame of it is made at the end
 * of this turn, and goes first.
 */
export function createTold() {
  const listeners: ((events: readonly LoggedEvent[]) => void)[] = []
  return {
    follow: (listener: (events: readonly LoggedEvent[]) => void) => void listeners.push(listener),
    tell(rows: readonly LogRow[], lastSeq: number) {
      if (listeners.length === 0) return
      queueMicrotask(() => {
        const events = loggedEvents(rows, lastSeq)
        for (const listener of listeners) listener(events)
      })
    },
  }
}

/** The rows of one commit as streams tell them; a removal is no part of a session's own story. */
function loggedEvents(rows: readonly LogRow[], lastSeq: number): LoggedEvent[] {
  return rows.flatMap((row, index): LoggedEvent[] => {
    const seq = lastSeq - rows.length + 1 + index
    if (row.kind === 'removed' || row.kind === 'moved') return []
    const { at } = row
    if (row.kind === 'created') {
      const { id, state } = row.record.session
      const nothing = { event: null, from: null, metadata: null, runId: null, exitCode: null }
      return [{ ...nothing, seq, at, sessionId: id, to: state, source: row.source }]
    }
    const { event, from, to, source, metadata, runId } = row.entry
    const exitCode = row.change.session?.exit_code ?? null
    return [{ seq, at, sessionId: row.sessionId, event, from, to, source, metadata, runId, exitCode }]
  })
}

/** Those who are told of each start, and waited for one after the other. */
export function createStarting(): { readonly follow: Streamed['onStarting']; readonly tell: OnStarting } {
  const listeners: OnStarting[] = []
  return {
    follow: (listener) => void listeners.push(listener),
    async tell(sessionId, directory) {
      for (const listener of listeners) await listener(sessionId, directory)
    },
  }
}
