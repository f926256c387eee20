// A record as sessions.json and the log hold it, and back.
import { toIso } from '#base/time.ts'
import type { StoredChange, StoredSession } from '../../contract/stored.ts'
import { labelFrom, type RecordChange, type SessionRecord } from '../record.ts'

/** The service's own fields beside the resource: their names in storage. */
const storedNames = {
  runId: 'run_id',
  tmuxId: 'tmux_id',
  tmuxCreatedMs: 'tmux_created_ms',
  seenAlive: 'seen_alive',
  requeued: 'requeued',
  spawning: 'spawning',
  client: 'client',
  turnEndedAt: 'turn_ended_at',
  answered: 'answered',
} as const
const ownFields = Object.keys(storedNames) as (keyof typeof storedNames)[]

export function toStored(record: SessionRecord): StoredSession {
  return {
    ...record.session,
    run_id: record.runId,
    tmux_id: record.tmuxId,
    tmux_created_ms: record.tmuxCreatedMs,
    seen_alive: record.seenAlive,
    requeued: record.requeued,
    spawning: record.spawning,
    client: record.client,
    turn_ended_at: record.turnEndedAt,
    answered: record.answered,
  }
}

/** What another program left out is filled in; times become `nowMs`, so that nothing is taken for old that is only unknown. */
export function fromStored(stored: StoredSession, nowMs: number): SessionRecord {
  const at = stored.created_at ?? stored.last_activity ?? toIso(nowMs)
  const prompt = stored.prompt ?? ''
  return {
    session: {
      id: stored.id,
      agent_type: stored.agent_type ?? 'shell',
      tmux_session: stored.tmux_session,
      label: stored.label ?? labelFrom(prompt, stored.tmux_session),
      prompt,
      task_id: stored.task_id ?? null,
      depends_on: stored.depends_on ?? [],
      state: stored.state,
      last_activity: stored.last_activity ?? at,
      created_at: stored.created_at ?? at,
      started_at: stored.started_at ?? null,
      ended_at: stored.ended_at ?? null,
      exit_code: stored.exit_code ?? null,
      end_reason: stored.end_reason ?? null,
      working_dir: stored.working_dir ?? null,
      interactive: stored.interactive ?? false,
      origin: stored.origin ?? 'registered',
      tmux_alive: stored.tmux_alive ?? null,
      device_id: stored.device_id ?? null,
      blocked_by: stored.blocked_by ?? [],
      harness: stored.harness ?? null,
      state_since: stored.state_since ?? stored.last_activity ?? at,
      cause: stored.cause ?? null,
      last_message: stored.last_message ?? null,
      // A record from before this mark: launches always took credentials, registrations never did.
      runnable: stored.runnable ?? stored.origin === 'launched',
      stopping: stored.stopping ?? null,
    },
    runId: stored.run_id ?? null,
    tmuxId: stored.tmux_id ?? null,
    tmuxCreatedMs: stored.tmux_created_ms ?? null,
    seenAlive: stored.seen_alive ?? false,
    requeued: stored.requeued ?? false,
    spawning: stored.spawning ?? false,
    client: stored.client ?? null,
    turnEndedAt: stored.turn_ended_at ?? null,
    answered: stored.answered ?? null,
  }
}

export function toStoredChange(change: RecordChange): StoredChange {
  const stored: Record<string, unknown> = { ...change.session }
  for (const name of ownFields) if (change[name] !== undefined) stored[storedNames[name]] = change[name]
  return stored
}

export function fromStoredChange(stored: StoredChange): RecordChange {
  const { run_id, tmux_id, tmux_created_ms, seen_alive, ...more } = stored
  const { requeued, spawning, client, turn_ended_at, answered, ...session } = more
  const terminal = { tmuxId: tmux_id, tmuxCreatedMs: tmux_created_ms, seenAlive: seen_alive }
  const own = { runId: run_id, ...terminal, requeued, spawning, client, answered, turnEndedAt: turn_ended_at }
  return { session: definedOf(session), ...definedOf(own) }
}

/** Without the keys whose value is undefined, which a spread would write over what stands. */
function definedOf<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const defined = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(defined) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
