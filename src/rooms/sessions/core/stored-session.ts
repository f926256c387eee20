// A record as sessions.json and the log hold it, and back.
import { toIso } from '#base/time.ts'
import type { Session, StoredChange, StoredSession } from '../contract.ts'
import { newRecord, withChange, type RecordChange, type SessionRecord } from './record.ts'

/** The service's own fields beside the resource: their names in storage. */
const storedNames = {
  runId: 'run_id',
  tmuxId: 'tmux_id',
  seenAlive: 'seen_alive',
  requeued: 'requeued',
  spawning: 'spawning',
} as const

export function toStored(record: SessionRecord): StoredSession {
  return {
    ...record.session,
    run_id: record.runId,
    tmux_id: record.tmuxId,
    seen_alive: record.seenAlive,
    requeued: record.requeued,
    spawning: record.spawning,
  }
}

/** What another program left out is filled in; times become `nowMs`, so that nothing is taken for old that is only unknown. */
export function fromStored(stored: StoredSession, nowMs: number): SessionRecord {
  const at = stored.created_at ?? stored.last_activity ?? toIso(nowMs)
  const blank = newRecord({
    id: stored.id,
    at,
    origin: stored.origin ?? 'registered',
    agentType: stored.agent_type ?? 'shell',
    tmuxSession: stored.tmux_session,
    label: stored.label ?? null,
    prompt: stored.prompt ?? '',
    taskId: null,
    dependsOn: [],
    workingDir: null,
    interactive: false,
  })
  const times: Partial<Session> = { last_activity: at, state_since: stored.last_activity ?? at }
  return withChange(withChange(blank, { session: times }), fromStoredChange(stored))
}

export function toStoredChange({ session, ...own }: RecordChange): StoredChange {
  return { ...session, ...ownToStored(own) }
}

export function fromStoredChange(stored: StoredChange): RecordChange {
  const { run_id, tmux_id, seen_alive, requeued, spawning, ...session } = stored
  return {
    session: definedOf(session),
    ...definedOf({ runId: run_id, tmuxId: tmux_id, seenAlive: seen_alive, requeued, spawning }),
  }
}

function ownToStored(own: Omit<RecordChange, 'session'>): StoredChange {
  const renamed = Object.entries(own).map(([name, value]) => [storedNames[name as keyof typeof storedNames], value])
  return Object.fromEntries(renamed)
}

/** Without the keys whose value is undefined, which a spread would write over what stands. */
function definedOf<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const defined = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(defined) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
