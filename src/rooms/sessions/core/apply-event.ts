// What one event does to one session: its next record, the entry in its history, and the effects that follow.
import type { TaskStatus } from '#rooms/tasks/contract.ts'
import type { Client, EventSource, MachineEvent, Session, SessionState } from '../contract.ts'
import { followClient } from './client.ts'
import { wasAskedToEnd } from './end/was-stopped.ts'
import { isTerminal, nextState } from './machine.ts'
import { withChange, type ByWhom, type HistoryEntry, type RecordChange, type SessionRecord } from './record.ts'

export type IncomingEvent = {
  readonly event: MachineEvent
  readonly source: EventSource
  readonly metadata: string | null
  /** The launch that the event belongs to, or null when the sender does not know. */
  readonly runId: string | null
  readonly exitCode: number | null
  /** Why it ended, where the event alone does not tell. */
  readonly endReason?: string
  /** When the hook fired, ISO 8601, of an event that waited in the queue. */
  readonly firedAt?: string | null
  /** The client whose hook it is; absent where any other program speaks. */
  readonly client?: Client | null
  /** An approval was decided: what follows may take as long as the tool takes, and nothing is waited for. */
  readonly isDecision?: true
  /** Who asked for it; absent where nobody did. */
  readonly who?: ByWhom | undefined
  /** ISO 8601. */
  readonly at: string
}

/** An interrupt comes before the commit, whether or not there is one; the task's move is in it, and what hangs on that after it. */
export type Effect =
  | { readonly kind: 'interrupt'; readonly record: SessionRecord }
  | { readonly kind: 'follow_task'; readonly taskId: string; readonly status: TaskStatus }
  | { readonly kind: 'task_settled'; readonly taskId: string }

export type Applied = {
  readonly record: SessionRecord
  readonly change: RecordChange
  readonly entry: HistoryEntry
  readonly effects: readonly Effect[]
}

/** Never refuses: an event that the state does not accept leaves the state and still counts as activity. */
export function applyEvent(record: SessionRecord, incoming: IncomingEvent): Applied {
  const from = record.session.state
  if (isOfOlderRun(record, incoming) || isOfEndedRun(record, incoming)) return unchanged(record, incoming, {})
  if (incoming.source === 'other_client') return unchanged(record, incoming, {})
  if (isOfStoppedRun(record, incoming))
    return unchanged(record, incoming, { session: signOfLife(record.session, incoming) })
  const heard = { session: signOfLife(record.session, incoming), ...heardFrom(record, incoming) }
  if (endsOnlyTurn(record, incoming)) return unchanged(record, incoming, { ...heard, turnEndedAt: incoming.at })
  const to = nextState(from, incoming.event)
  if (to === null) return unchanged(record, incoming, heard)
  const change: RecordChange = {
    ...heard,
    session: {
      ...heard.session,
      ...entering(to, record.session, incoming),
      ...askedStill(record, incoming),
      ...stoppingAfter(record, incoming, to),
    },
    ...(to === 'running' ? { requeued: false } : {}),
    ...(incoming.event === 'user.requeue' ? { requeued: true } : {}),
    ...answeredBy(record, incoming),
  }
  return {
    record: withChange(record, change),
    change,
    entry: entryOf(incoming, { from, to, accepted: true }),
    effects: effectsOf(record, { event: incoming.event, from, to }),
  }
}

/** From now on it is watched whether anything follows. */
function answeredBy({ session }: SessionRecord, { event, at, isDecision }: IncomingEvent): RecordChange {
  if (event !== 'user.resume' || isDecision === true) return {}
  return { answered: { at, asked: session.last_message } }
}

function isOfOlderRun(record: SessionRecord, incoming: IncomingEvent): boolean {
  return incoming.runId !== null && record.runId !== null && incoming.runId !== record.runId
}

/**
 * A hook whose answer came too late is delivered again from the queue, after the events that followed it: what fired before
 * the session ended does not bring it back, and neither does anything of a run whose exit status is known.
 */
function isOfEndedRun(
  { session, runId }: SessionRecord,
  { event, source, runId: its, firedAt }: IncomingEvent,
): boolean {
  if (event !== 'start' || source !== 'hook' || session.ended_at === null || !isTerminal(session.state)) return false
  const firedBefore = typeof firedAt === 'string' && firedAt < session.ended_at
  return firedBefore || (its !== null && its === runId && session.exit_code !== null)
}

/** What a person stopped does not come back by what it says while it dies, or said before and is told late. */
function isOfStoppedRun({ session, runId: run }: SessionRecord, { event, source, runId: its }: IncomingEvent): boolean {
  if (event !== 'start' || source !== 'hook' || its !== run) return false
  if (session.stopping !== null) return session.stopping.by !== 'hook'
  return run !== null && wasAskedToEnd(session)
}

/** Who speaks is the session's client from now on, and a turn that was thought over is not the last word. */
function heardFrom(record: SessionRecord, { client = null }: IncomingEvent): RecordChange {
  const next = client === null ? record.client : followClient(record.client, client)
  return {
    ...(next === record.client ? {} : { client: next }),
    ...(record.turnEndedAt === null ? {} : { turnEndedAt: null }),
    ...(record.answered === null ? {} : { answered: null }),
  }
}

/**
 * A client knows that its turn is over. Whether the command is over that we wrapped, a script around the client or a client
 * that stays for its work in the background, is told by the wrapper: its report, the terminal's end or the lack of both decide.
 */
function endsOnlyTurn(
  { runId, session }: SessionRecord,
  { event, source, client = null, ...its }: IncomingEvent,
): boolean {
  if (event !== 'process.exit' || source !== 'hook' || client === null) return false
  return runId !== null && its.runId === runId && !isTerminal(session.state)
}

function unchanged(record: SessionRecord, incoming: IncomingEvent, change: RecordChange): Applied {
  const state = record.session.state
  const entry = entryOf(incoming, { from: state, to: state, accepted: false })
  return { record: withChange(record, change), change, entry, effects: [] }
}

function signOfLife(session: Session, incoming: IncomingEvent): Partial<Session> {
  return {
    last_activity: incoming.at > session.last_activity ? incoming.at : session.last_activity,
    ...(speaks(incoming) && incoming.metadata !== null ? { last_message: incoming.metadata } : {}),
    // The wrapper knows the exit status even when a hook already told that the agent ended.
    ...(incoming.exitCode !== null && isTerminal(session.state) ? { exit_code: incoming.exitCode } : {}),
  }
}

/** The agent itself says something, rather than a person or the service about it. */
function speaks({ source }: IncomingEvent): boolean {
  return source === 'hook' || source === 'gateway'
}

function entering(to: SessionState, session: Session, incoming: IncomingEvent): Partial<Session> {
  const { event, source, metadata, at } = incoming
  const entered: Partial<Session> = {
    state: to,
    state_since: at,
    cause: { event, source, metadata, at },
    // What it asked before it was answered or started again is no news any more.
    ...(to === 'running' && !speaks(incoming) ? { last_message: null } : {}),
  }
  if (isTerminal(to)) {
    return {
      ...entered,
      ended_at: at,
      exit_code: incoming.exitCode,
      end_reason: incoming.endReason ?? endReason(event),
    }
  }
  const alive: Partial<Session> = { ...entered, ended_at: null, exit_code: null, end_reason: null }
  if (event === 'start') return { ...alive, started_at: at, blocked_by: [] }
  return session.ended_at === null ? entered : alive
}

/** Nothing followed an answer: what it asked is news again. */
function askedStill({ answered }: SessionRecord, { event, source }: IncomingEvent): Partial<Session> {
  if (answered === null || event !== 'hook.to_review' || source !== 'service') return {}
  return { last_message: answered.asked }
}

/** A stop begins with its Ctrl+C, where there may be something to stop, and a start ends it. */
function stoppingAfter(
  { session }: SessionRecord,
  { event, source, at }: IncomingEvent,
  to: SessionState,
): Partial<Session> {
  // One that was never looked at may live all the same.
  if (event === 'user.cancel' && session.tmux_alive !== false) {
    return { stopping: { since: at, by: source, asked_at: null, forced_at: null, left: null } }
  }
  return to === 'running' && session.stopping !== null ? { stopping: null } : {}
}

function endReason(event: MachineEvent): string {
  if (event === 'user.cancel') return 'cancelled'
  return event === 'process.exit' ? 'exit' : 'exit_error'
}

function entryOf(incoming: IncomingEvent, step: Pick<HistoryEntry, 'from' | 'to' | 'accepted'>): HistoryEntry {
  const { event, source, metadata, runId, who } = incoming
  return { event, source, metadata, runId, ...(who === undefined ? {} : { who }), ...step }
}

/** The status that a linked task follows its session to. */
export const taskStatusOf: Readonly<Record<SessionState, TaskStatus>> = {
  idle: 'ready',
  running: 'in_progress',
  awaiting_review: 'review',
  completed: 'done',
  failed: 'blocked',
}

type Step = { readonly event: MachineEvent; readonly from: SessionState; readonly to: SessionState }

function effectsOf(record: SessionRecord, { event, from, to }: Step): Effect[] {
  const effects: Effect[] = []
  // One that was never looked at may live all the same.
  if (event === 'user.cancel' && record.session.tmux_alive !== false) effects.push({ kind: 'interrupt', record })
  const taskId = record.session.task_id
  if (taskId === null) return effects
  effects.push({ kind: 'follow_task', taskId, status: taskStatusOf[to] })
  // Whether a dependency is met hangs on sessions that completed: entering and leaving that state both count.
  if (to === 'completed' || from === 'completed') effects.push({ kind: 'task_settled', taskId })
  return effects
}
