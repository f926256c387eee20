// What the service knows of sessions when it starts: sessions.json and later events, or the log alone.
import { rename } from 'node:fs/promises'
import {
  dismissedNameSchema,
  sessionsFileSchema,
  storedChangeSchema,
  storedSessionSchema,
  type SessionsFile,
} from '../../contract/stored.ts'
import { prunable } from '../../core/end/prune.ts'
import type { SessionRecord } from '../../core/record.ts'
import { replay, type ReplayState, type ReplayStep } from '../../core/restore/replay.ts'
import { fromStored } from '../../core/restore/stored-session.ts'
import type { EventLog, ReplayRow } from '../log/event-log.ts'
import { readSessionsFile } from './read-sessions-file.ts'

export type Restored = ReplayState & {
  /** Completed or failed more than 24 hours ago, left out of `records`. */
  readonly pruned: readonly SessionRecord[]
  /** Where a file that could not be read was put, or null. */
  readonly setAside: string | null
}

export async function restore(path: string, log: EventLog, nowMs: number): Promise<Restored> {
  const file = readSessionsFile(path)
  const setAside = file.kind === 'damaged' ? await putAside(path, nowMs) : null
  const start = file.kind === 'read' ? startFrom(file.content, nowMs) : await startFromCheckpoint(log, nowMs)
  // A file without seq was written by another program and is taken as it stands.
  const from = file.kind === 'read' && file.content.seq === undefined ? null : start.seq
  const rows = from === null ? [] : await log.since(from)
  for (const row of rows) replay(start.state, toStep(row), nowMs)
  const pruned = prunable([...start.state.records.values()], nowMs)
  for (const { session } of pruned) start.state.records.delete(session.id)
  return { ...start.state, pruned, setAside }
}

async function putAside(path: string, nowMs: number): Promise<string> {
  const aside = `${path}.damaged-${nowMs}`
  await rename(path, aside)
  return aside
}

type Start = { readonly state: ReplayState; readonly seq: number }

function startFrom(content: SessionsFile, nowMs: number): Start {
  const records = new Map<string, SessionRecord>()
  for (const stored of content.sessions) records.set(stored.id, fromStored(stored, nowMs))
  const dismissed = new Map(content.dismissed.map((name) => [name.tmux_session, name]))
  return { state: { records, dismissed }, seq: content.seq ?? 0 }
}

/** What the log says of another service's sessions, up to that number. */
export async function readNode(log: Pick<EventLog, 'lastCheckpoint'>, node: string, nowMs: number): Promise<Start> {
  return startFromCheckpoint(log, nowMs, node)
}

async function startFromCheckpoint(
  log: Pick<EventLog, 'lastCheckpoint'>,
  nowMs: number,
  node?: string,
): Promise<Start> {
  const checkpoint = await log.lastCheckpoint(node)
  if (checkpoint === null) return { state: { records: new Map(), dismissed: new Map() }, seq: 0 }
  const parts = checkpoint.parts.map((part) => sessionsFileSchema.parse(JSON.parse(part)))
  const sessions = parts.flatMap((part) => part.sessions)
  const dismissed = parts.flatMap((part) => part.dismissed)
  return { ...startFrom({ sessions, dismissed }, nowMs), seq: checkpoint.seq }
}

export function toStep({ kind, sessionId, data }: ReplayRow): ReplayStep {
  const parsed: unknown = JSON.parse(data)
  if (kind === 'created') return { kind, session: storedSessionSchema.parse(parsed) }
  if (kind === 'removed') return { kind, sessionId, dismissed: dismissedNameSchema.nullable().parse(parsed) }
  if (kind === 'moved') {
    const session = storedSessionSchema.nullable().parse(parsed)
    return session === null ? { kind: 'removed', sessionId, dismissed: null } : { kind: 'created', session }
  }
  return { kind: 'change', sessionId, change: storedChangeSchema.parse(parsed) }
}
