// Applies events to one session, commits them as one change, and then lets their effects happen, in order.
import { assertNever } from '#base/assert-never.ts'
import { applyEvent, type Applied, type Effect, type IncomingEvent } from '../core/apply-event.ts'
import { withChange, type RecordChange, type SessionRecord } from '../core/record.ts'
import { nowIso, type SessionsContext } from './context.ts'
import { interruptTerminal } from './end-terminal.ts'
import type { LogRow } from './event-log.ts'
import type { LedgerChange } from './ledger.ts'

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
}

/**
 * `id` names a session that is there: the caller looked it up in the same turn of the event loop. Rejects with
 * `StorageError`, and then nothing changed, and no effect happened but an interrupt, which does not wait for the commit: a
 * disk that takes nothing must not keep an agent alive.
 */
export async function applyEvents(context: SessionsContext, id: string, events: Events): Promise<Outcome> {
  const before = present(context, id)
  const applied = applyAll(before, events)
  const interrupted = events.isInterrupted === true ? null : interruptFirst(context, applied.effects)
  try {
    await context.ledger.commit([{ before, after: applied.record, rows: applied.rows }])
  } finally {
    if (interrupted !== null) await interrupted
  }
  if (applied.effects.length > 0) await runEffects(context, id, applied.effects)
  return { record: context.registry.get(id) ?? applied.record, changed: applied.changed }
}

/** Creates a session together with its first events, in one commit. */
export async function createWithEvents(
  context: SessionsContext,
  record: SessionRecord,
  { incoming, created }: { incoming: readonly IncomingEvent[]; created: LogRow },
): Promise<Outcome> {
  const applied = applyAll(record, { incoming })
  await context.ledger.commit([{ before: null, after: applied.record, rows: [created, ...applied.rows] }])
  await runEffects(context, record.session.id, applied.effects)
  return { record: applied.record, changed: true }
}

export type PlainChange = {
  readonly change: RecordChange
  /** Stands in the history as the reason. */
  readonly note: string
  readonly quiet?: boolean
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
  { change, note, quiet = false }: PlainChange,
): LedgerChange & { readonly after: SessionRecord } {
  const state = before.session.state
  const row: LogRow = {
    kind: 'changed',
    at: nowIso(context),
    sessionId: before.session.id,
    entry: { event: null, from: state, to: state, accepted: true, source: 'service', metadata: note, runId: null },
    change,
  }
  return { before, after: withChange(before, change), rows: [row], quiet }
}

/** Begins in this turn of the event loop; never rejects. Null when nothing is to be interrupted. */
function interruptFirst(context: SessionsContext, effects: readonly Effect[]): Promise<void> | null {
  const effect = effects.find(({ kind }) => kind === 'interrupt')
  return effect?.kind === 'interrupt' ? interruptTerminal(context, effect.record) : null
}

export async function runEffects(context: SessionsContext, id: string, effects: readonly Effect[]): Promise<void> {
  for (const effect of effects) await runEffect(context, id, effect)
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

async function runEffect(context: SessionsContext, id: string, effect: Effect): Promise<void> {
  switch (effect.kind) {
    case 'interrupt':
      // It came first.
      return
    case 'follow_task':
      await context.tasks.follow(effect.taskId, effect.status, id)
      return
    case 'task_settled':
      context.onTaskSettled(effect.taskId)
      return
    default:
      assertNever(effect)
  }
}
