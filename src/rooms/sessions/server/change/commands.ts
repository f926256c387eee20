// What a person or a program may ask of a session: register, move, stop, remove.
import { cutText } from '#base/cut-text.ts'
import { nearest } from '#base/nearest.ts'
import { err, ok, type Result } from '#base/result.ts'
import { shown } from '#base/shown.ts'
import type { Refusal } from '#platform/contract.ts'
import { StorageError } from '#platform/server/db/group-commit.ts'
import {
  machineEvents,
  sessionStateSchema,
  sessionStates,
  type MachineEvent,
  type PatchRequest,
  type RegisterRequest,
  type Session,
} from '../../contract.ts'
import type { IncomingEvent } from '../../core/apply-event.ts'
import { deedOf, deedOfLinking, type Asker } from '../../core/asker.ts'
import { saidToPerson, wordsOfEvent } from '../../core/event-words.ts'
import { allowedEvents, eventTowards, nextState } from '../../core/machine.ts'
import { conversationResumed } from '../../core/start/conversation.ts'
import { newRecord, type ByWhom, type SessionRecord } from '../../core/record.ts'
import { applyEvents, commitChange } from './apply.ts'
import { nowIso, type SessionsContext } from '../context.ts'
import { unmetOf } from '../start/dependants.ts'
import { linkRefusal } from '../start/link-refusal.ts'
import { needsCredentials, notRecorded, unknownSession } from './refusals.ts'
import { resumeConversation, startSession } from '../start/start.ts'

export type Registered = { readonly session: Session; readonly created: boolean }

/** A request, and who asks. */
export type AskedBy<T> = { readonly request: T; readonly by: Asker; readonly who?: ByWhom | undefined }

/** Anybody on this machine may invent names; they make no more live sessions than this. */
export const registeredByAnybodyLimit = 1000

/**
 * Answers the session that already has the tmux name, or a new idle one, which the service runs later only when it was
 * registered with credentials. Refuses with `too_many` without them, and with `invalid_request` what would wait for itself.
 * Rejects with `StorageError`.
 */
export async function register(
  context: SessionsContext,
  { request, by, who }: AskedBy<RegisterRequest>,
): Promise<Result<Registered, Refusal>> {
  const known = context.registry.byTmuxName(request.tmux_session)
  if (known !== null) return ok({ session: known.session, created: false })
  if (by === 'anybody' && context.registry.countLiveForeign() >= registeredByAnybodyLimit) return err(tooManyForeign)
  const dependsOn = [...new Set(request.depends_on ?? [])]
  const blank = newRecord({
    id: context.makeId(),
    at: nowIso(context),
    origin: 'registered',
    agentType: request.agent_type ?? 'code-agent',
    tmuxSession: request.tmux_session,
    label: request.label ?? null,
    prompt: request.prompt ?? '',
    taskId: request.task_id ?? null,
    dependsOn,
    workingDir: null,
    interactive: false,
    runnable: by === 'authenticated',
  })
  const refusal = linkRefusal(context, blank.session, dependsOn)
  if (refusal !== null) return err(refusal)
  const record = { ...blank, session: { ...blank.session, blocked_by: unmetOf(context, dependsOn) } }
  const row = { kind: 'created', at: record.session.created_at, record, source: 'user', who } as const
  await context.ledger.commit([{ before: null, after: record, rows: [row] }])
  context.lookSoon()
  return ok({ session: record.session, created: true })
}

export type Moved = { readonly session: Session; readonly changed: boolean }

/**
 * Moves a session to a state, gives it an event by its machine or hook name, or sets what it waits for. Refuses with `not_found`,
 * `invalid_request`, `invalid_transition`, what a start refuses, and `unauthenticated` when it would do something to a
 * terminal and anybody asks. Rejects with `StorageError`.
 */
export async function patch(
  context: SessionsContext,
  id: string,
  { request, by, who }: AskedBy<PatchRequest>,
): Promise<Result<Moved, Refusal>> {
  while (context.starting.has(id)) await context.starting.get(id)
  const record = context.registry.get(id)
  if (record === null) return err(unknownSession(id))
  if (request.depends_on !== undefined) {
    const deed = by === 'anybody' ? deedOfLinking(record) : null
    return deed === null ? relink(context, record, request.depends_on) : err(needsCredentials(deed))
  }
  if (request.conversation !== undefined) {
    const reason = { by, who, source: 'user', metadata: conversationResumed } as const
    const resumed = await resumeConversation(context, record, reason)
    return resumed.ok ? ok({ session: resumed.value.record.session, changed: true }) : resumed
  }
  const asked = readAsked(context, record, request)
  if (!asked.ok) return asked
  const event = asked.value
  if (event === null) return ok({ session: record.session, changed: false })
  if (nextState(record.session.state, event) === null) return err(invalidTransition(record, event))
  // Judged in the turn in which it happens: a look at tmux in between could change what it does.
  const deed = by === 'anybody' ? deedOf(record, event) : null
  if (deed !== null) return err(needsCredentials(deed))
  if (by === 'anybody' && event === 'user.cancel' && record.session.tmux_alive === null) {
    return cancelElsewhere(context, record, who)
  }
  return give(context, record, { event, by, who })
}

/** Sets what a session waits for. One that is idle and finds all of it met starts by itself, as it would have. */
async function relink(
  context: SessionsContext,
  record: SessionRecord,
  given: readonly string[],
): Promise<Result<Moved, Refusal>> {
  const { id, depends_on, state } = record.session
  const dependsOn = [...new Set(given)]
  if (dependsOn.join('\n') === depends_on.join('\n')) return ok({ session: record.session, changed: false })
  const refusal = linkRefusal(context, record.session, dependsOn)
  if (refusal !== null) return err(refusal)
  const note = dependsOn.length === 0 ? 'waits for nothing any more' : `waits for ${dependsOn.join(', ')}`
  const changed = await commitChange(context, id, {
    change: {
      session: { depends_on: dependsOn, blocked_by: state === 'idle' ? unmetOf(context, dependsOn) : [] },
      // Who links a session that was put back wants it to start after that.
      ...(dependsOn.length > 0 ? { requeued: false } : {}),
    },
    note: cutText(note, 200),
  })
  for (const taskId of dependsOn) context.onTaskSettled(taskId)
  return ok({ session: changed.session, changed: true })
}

/** The event that is meant, or null when the session is in the wanted state already. */
function readAsked(
  context: SessionsContext,
  { session }: SessionRecord,
  request: PatchRequest,
): Result<MachineEvent | null, Refusal> {
  if (request.event !== undefined) {
    const event = context.machineEventOf(request.event)
    return event === null ? err(unknownName('event', request.event, machineEvents)) : ok(event)
  }
  const wanted = sessionStateSchema.safeParse(request.state)
  if (!wanted.success) return err(unknownName('state', request.state ?? '', sessionStates))
  return ok(wanted.data === session.state ? null : eventTowards(wanted.data, session.state))
}

async function give(
  context: SessionsContext,
  record: SessionRecord,
  { event, by, who }: { readonly event: MachineEvent; readonly by: Asker; readonly who: ByWhom | undefined },
): Promise<Result<Moved, Refusal>> {
  const { id, blocked_by } = record.session
  if (event !== 'start') {
    const incoming = byUser(context, event, who)
    return event === 'user.cancel' ? cancel(context, record, incoming) : move(context, id, incoming)
  }
  const metadata =
    blocked_by.length === 0 ? null : cutText(`started although it waits for ${blocked_by.join(', ')}`, 200)
  const started = await startSession(context, record, { source: 'user', metadata, by, who })
  return started.ok ? ok({ session: started.value.record.session, changed: true }) : started
}

function byUser(context: SessionsContext, event: MachineEvent, who: ByWhom | undefined): IncomingEvent {
  return { event, source: 'user', metadata: null, runId: null, exitCode: null, who, at: nowIso(context) }
}

async function move(context: SessionsContext, id: string, incoming: IncomingEvent): Promise<Result<Moved, Refusal>> {
  const outcome = await applyEvents(context, id, { incoming: [incoming] })
  return ok({ session: outcome.record.session, changed: true })
}

/** The terminal gets its Ctrl+C whether or not the stop can be recorded; what can't be is recorded later. */
async function cancel(
  context: SessionsContext,
  { session: { id }, runId }: SessionRecord,
  incoming: IncomingEvent,
): Promise<Result<Moved, Refusal>> {
  try {
    return await move(context, id, incoming)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    context.owed.add(id, async () => {
      // A run that was started since is not the one that was stopped.
      if (context.registry.get(id)?.runId !== runId) return
      await applyEvents(context, id, { incoming: [incoming], isInterrupted: true })
    })
    return err(notRecorded('Ctrl+C was sent to the terminal'))
  }
}

/** Anybody may call over what has no terminal here; one that no look has seen yet may have one all the same. */
async function cancelElsewhere(
  context: SessionsContext,
  { session: { id, tmux_session: name } }: SessionRecord,
  who: ByWhom | undefined,
): Promise<Result<Moved, Refusal>> {
  const found = await context.tmux.find(name)
  const isNone = !found.ok && (found.error.kind === 'gone' || found.error.kind === 'not_installed')
  if (!isNone) return err(needsCredentials('types Ctrl+C into a terminal'))
  const record = context.registry.get(id)
  if (record === null) return err(unknownSession(id))
  if (nextState(record.session.state, 'user.cancel') === null) return err(invalidTransition(record, 'user.cancel'))
  const incoming = [byUser(context, 'user.cancel', who)]
  const outcome = await applyEvents(context, id, { incoming, isInterrupted: true })
  return ok({ session: outcome.record.session, changed: true })
}

const tooManyForeign: Refusal = {
  error: 'too_many',
  reason: `${registeredByAnybodyLimit} sessions live already that were registered without credentials.`,
  hint: 'Dismiss sessions that are over, or register with `Authorization: Bearer` and the ACCESS_TOKEN.',
}

function unknownName(field: 'state' | 'event', name: string, known: readonly string[]): Refusal {
  const near = nearest(name, known)
  const reason = `There is no ${field} ${shown(name)}.`
  return {
    error: 'invalid_request',
    reason,
    hint: near === null ? `Known are ${known.join(', ')}.` : `Did you mean ${near}?`,
    details: [{ field, reason }],
  }
}

function invalidTransition({ session }: SessionRecord, event: MachineEvent): Refusal {
  const allowed = allowedEvents(session.state)
  const ways = saidToPerson(allowed)
  return {
    error: 'invalid_transition',
    reason: `A session that is ${session.state.replace('_', ' ')} can’t be ${wordsOfEvent(event)}.`,
    ...(ways === null ? {} : { hint: `It can be ${ways}.` }),
    extra: { from: session.state, event, allowed },
  }
}
