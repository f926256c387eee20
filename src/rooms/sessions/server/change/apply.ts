// Applies events to one session and commits them as one change, together with that of its task.
import { applyEvent, type Applied, type Effect, type IncomingEvent } from '../../core/apply-event.ts'
import { wasStopped } from '../../core/end/was-stopped.ts'
import { withChange, type RecordChange, type SessionRecord } from '../../core/record.ts'
import { livesHere } from '../../core/lives-here.ts'
import { nowIso, type SessionsContext } from '../context.ts'
import type { Alongside } from '#platform/server/db/alongside.ts'
import { interruptTerminal } from '../end/end-terminal.ts'
import type { LogRow } from '../log/event-log.ts'
import type { LedgerChange } from '../log/ledger.ts'

export type Outcome = {
  readonly record: SessionRecord
  /** Whether any of the events was accepted. */
  readonly changed: boolean
}

export type Events = {
  readonly incoming: readonly IncomingEvent[]
  /** Set together with the first event, as tmux's id after a spawn. */
  readonly also?: RecordChange
  /** What the events would interrupt was interrupted before. */
  readonly isInterrupted?: true
  /** Committed with them. */
  readonly alongside?: Alongside
}

/**
 * `id` names a session that is there: the caller looked it up in the same turn of the event loop. Rejects with
 * `StorageError`, and then nothing changed, and no effect happened but an interrupt, which does not wait for the commit: a
 * disk that takes nothing must not keep an agent alive.
 */
export async function applyEvents(context: SessionsContext, id: string, events: Events): Promise<Outcome> {
  const before = present(context, id)
  const applied = applyAll(before, events)
  const isHere = livesHere(before.session)
  const interrupted = events.isInterrupted === true || !isHere ? null : interruptFirst(context, applied.effects)
  const alongside = events.alongside ?? (isHere ? null : cancelElsewhere(context, applied.effects))
  try {
    const change = { before, after: applied.record, rows: applied.rows }
    await commitWithTasks(context, alongside === null ? change : { ...change, alongside }, applied.effects)
  } finally {
    if (interrupted !== null) await interrupted
  }
  return { record: context.registry.get(id) ?? applied.record, changed: applied.changed }
}

/** What runs on a device is asked to end by a row of its run, in the commit that says so. */
function cancelElsewhere({ devices }: SessionsContext, effects: readonly Effect[]): Alongside | null {
  const effect = effects.find(({ kind }) => kind === 'interrupt')
  if (effect?.kind !== 'interrupt' || effect.record.runId === null) return null
  return devices.port.cancel(effect.record.session.id, effect.record.runId)
}

/** Creates a session together with its first events, in one commit. */
export async function createWithEvents(
  context: SessionsContext,
  record: SessionRecord,
  { incoming, created, alongside }: { incoming: readonly IncomingEvent[]; created: LogRow; alongside?: Alongside },
): Promise<Outcome> {
  const applied = applyAll(record, { incoming })
  const change = { before: null, after: applied.record, rows: [created, ...applied.rows] }
  await commitWithTasks(context, alongside === undefined ? change : { ...change, alongside }, applied.effects)
  return { record: applied.record, changed: true }
}

export type PlainChange = {
  readonly change: RecordChange
  /** Stands in the history as the reason. */
  readonly note: string
  readonly quiet?: boolean
  /** Committed with it. */
  readonly alongside?: Alongside
}

/** Commits a change of a session that no event caused. `id` names a session that is there. */
export async function commitChange(context: SessionsContext, id: string, plain: PlainChange): Promise<SessionRecord> {
  const change = plainChange(context, present(context, id), plain)
  await context.ledger.commit([change])
  return change.after
}

export function plainChange(
  context: SessionsContext,
  before: SessionRecord,
  { change, note, quiet = false, alongside }: PlainChange,
): LedgerChange & { readonly after: SessionRecord } {
  const state = before.session.state
  const row: LogRow = {
    kind: 'changed',
    at: nowIso(context),
    sessionId: before.session.id,
    entry: { event: null, from: state, to: state, accepted: true, source: 'service', metadata: note, runId: null },
    change,
  }
  const plain = { before, after: withChange(before, change), rows: [row], quiet }
  return alongside === undefined ? plain : { ...plain, alongside }
}

/** Begins in this turn of the event loop; never rejects. Null when nothing is to be interrupted. */
function interruptFirst(context: SessionsContext, effects: readonly Effect[]): Promise<void> | null {
  const effect = effects.find(({ kind }) => kind === 'interrupt')
  return effect?.kind === 'interrupt' ? interruptTerminal(context, effect.record) : null
}

type SessionChange = LedgerChange & { readonly after: SessionRecord }

/**
 * Commits what happened to a session. The task that follows it is written in the same turn of the event loop, and so in the
 * same commit: no viewer sees the one without the other. What hangs on it comes after the commit. Rejects with `StorageError`.
 */
export function commitWithTasks(
  context: SessionsContext,
  change: SessionChange,
  effects: readonly Effect[],
): Promise<void> {
  // Most sessions have no task, and no event of theirs waits for a second promise.
  return effects.length === 0 ? context.ledger.commit([change]) : commitAndFollow(context, change, effects)
}

async function commitAndFollow(
  context: SessionsContext,
  change: SessionChange,
  effects: readonly Effect[],
): Promise<void> {
  const { session } = change.after
  const committed = context.ledger.commit([change])
  const follows = effects.filter((effect) => effect.kind === 'follow_task')
  const followed = follows.map(({ taskId, status }) =>
    context.tasks.follow(taskId, status, { sessionId: session.id, isStopped: wasStopped(session) }),
  )
  await committed
  for (const move of followed) await move
  for (const effect of effects) if (effect.kind === 'task_settled') context.onTaskSettled(effect.taskId)
}

type AppliedAll = Outcome & { readonly rows: LogRow[]; readonly effects: Effect[] }

function applyAll(before: SessionRecord, { incoming, also }: Events): AppliedAll {
  let record = also === undefined ? before : withChange(before, also)
  let changed = false
  const rows: LogRow[] = []
  const effects: Effect[] = []
  for (const event of incoming) {
    const applied = applyEvent(record, event)
    rows.push(toRow(applied, event.at, rows.length === 0 ? also : undefined))
    effects.push(...applied.effects)
    changed ||= applied.entry.accepted
    record = applied.record
  }
  return { record, changed, rows, effects }
}

function toRow({ record, entry, change }: Applied, at: string, also: RecordChange | undefined): LogRow {
  const whole = also === undefined ? change : { ...also, ...change, session: { ...also.session, ...change.session } }
  return { kind: 'event', at, sessionId: record.session.id, entry, change: whole }
}

function present({ registry }: SessionsContext, id: string): SessionRecord {
  const record = registry.get(id)
  if (record === null) throw new Error(`session ${id} was changed after its removal`)
  return record
}
