// Starts a session: spawns its agent when its terminal is not there, and moves it to running.
import { setTimeout as wait } from 'node:timers/promises'
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Asker } from '../../core/asker.ts'
import type { RecordChange, SessionRecord } from '../../core/record.ts'
import { conversationOf } from '../../core/start/conversation.ts'
import { howToStart, isClosing } from '../../core/start/start-plan.ts'
import { isTerminalOf, seenAlive } from '../../core/scan/terminal.ts'
import { applyEvents, commitChange, type Outcome } from '../change/apply.ts'
import { nowIso, type SessionsContext } from '../context.ts'
import { endSession } from '../end/end-session.ts'
import { findTerminal } from '../end/end-terminal.ts'
import { livesHere } from '../../core/lives-here.ts'
import { needsCredentials } from '../change/refusals.ts'
import { startElsewhere, type StartReason } from './start-elsewhere.ts'

/** `anybody` may have the state moved, and nothing run. */
type Asked = StartReason & { readonly by: Asker }

/** Runs the start of a session. Commands about it wait for the end; callers looked the session up in the same turn. */
export function whileStarting<T>({ starting }: SessionsContext, id: string, start: () => Promise<T>): Promise<T> {
  return noting(starting, id, start)
}

/**
 * Opens the session's terminal, inside `whileStarting`. Refuses what the spawn refuses; the session is then as before.
 * Reports about it that come meanwhile wait for the outcome.
 */
export function spawnSession(
  context: SessionsContext,
  id: string,
  { conversation = null, ...reason }: StartReason & { readonly conversation?: string | null },
): Promise<Result<Outcome, Refusal>> {
  return noting(context.spawning, id, () => spawnOnce(context, id, { reason, conversation }))
}

function noting<T>(under: Map<string, Promise<unknown>>, id: string, work: () => Promise<T>): Promise<T> {
  const pending = work().finally(() => under.delete(id))
  under.set(id, pending.then(noted, noted))
  return pending
}

/** Who only waits for the end of a start does not care how it ended. */
function noted(): void {}

/**
 * Starts a session again, or one whose dependencies are met. A terminal that lives is not started, only the state moves; one
 * of a run that is over is on its way out, and waited for. Refuses what the spawn refuses, and `conflict` when its terminal is
 * gone and there is no command.
 */
export function startSession(
  context: SessionsContext,
  { session }: SessionRecord,
  { by, ...reason }: Asked,
): Promise<Result<Outcome, Refusal>> {
  const { id } = session
  if (!livesHere(session)) {
    if (by === 'anybody') return Promise.resolve(err(needsCredentials('starts a program on a device')))
    return whileStarting(context, id, () => startElsewhere(context, id, reason))
  }
  return whileStarting(context, id, async () => {
    await outlast(context, id)
    const record = context.registry.get(id)
    if (record === null) throw new Error(`session ${id} was removed while it was started`)
    switch (howToStart(record)) {
      case 'move_state':
        return ok(await enterRunning(context, id, { reason }))
      case 'refuse':
        return err(nothingToRun)
      case 'spawn': {
        if (by === 'anybody') return err(needsCredentials('starts a program'))
        const outcome = await spawnSession(context, id, reason)
        if (outcome.ok || outcome.error.error !== 'session_exists') return outcome
        // tmux knows the name although we had not seen it yet: the terminal lives after all.
        const terminal = await findTerminal(context, record)
        return ok(await enterRunning(context, id, { reason, ...(terminal && { also: seenAlive(terminal) }) }))
      }
    }
  })
}

/**
 * Makes the record true before a start decides by it: its terminal may have gone unnoticed, or be about to close after
 * the end that was reported, or asked for by Ctrl+C. One that goes on living, for whatever else runs in it, is left.
 */
async function outlast(context: SessionsContext, id: string): Promise<void> {
  const record = context.registry.get(id)
  if (record?.session.tmux_alive !== true) return
  const deadlineMs = performance.now() + (isClosing(record) ? context.closingLimitMs : 0)
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, mostPauseMs)) {
    const found = await context.tmux.find(record.session.tmux_session)
    if (!found.ok) return found.error.kind === 'gone' ? endSession(context, id) : undefined
    if (!isTerminalOf(record, found.value)) {
      const change = seenAlive(found.value)
      return void (await commitChange(context, id, { change, note: 'another terminal has its name', quiet: true }))
    }
    if (performance.now() >= deadlineMs) return
    await wait(pauseMs)
  }
}

const firstPauseMs = 10
const mostPauseMs = 200

/**
 * Goes on with the conversation of a session that is over, in its client's interactive mode and without its prompt: that was
 * said. It is an interactive session from then on. Refuses what `conversationOf` and the spawn refuse.
 */
export function resumeConversation(
  context: SessionsContext,
  { session: { id } }: SessionRecord,
  { by, ...reason }: Asked,
): Promise<Result<Outcome, Refusal>> {
  return whileStarting(context, id, async () => {
    await outlast(context, id)
    const record = context.registry.get(id)
    if (record === null) throw new Error(`session ${id} was removed while it was started`)
    const conversation = conversationOf(record)
    if (!conversation.ok) return conversation
    if (by === 'anybody') return err(needsCredentials('starts a program'))
    return spawnSession(context, id, { ...reason, conversation: conversation.value })
  })
}

type Spawning = { readonly reason: StartReason; readonly conversation: string | null }

async function spawnOnce(
  context: SessionsContext,
  id: string,
  { reason, conversation }: Spawning,
): Promise<Result<Outcome, Refusal>> {
  const before = context.registry.get(id)
  const held = before === null ? null : context.budget.mayStart(before.session)
  if (held !== null) return err(held)
  const previousRun = before?.runId ?? null
  const runId = context.makeId()
  const resumed = conversation === null ? {} : { session: { interactive: true } }
  const prepared = await commitChange(context, id, {
    change: { runId, spawning: true, client: null, turnEndedAt: null, ...resumed },
    note: 'its terminal is being started',
    quiet: true,
  })
  const session = conversation === null ? prepared.session : { ...prepared.session, prompt: '' }
  const spawned = await context.spawn({ session, runId, conversation })
  if (!spawned.ok) {
    const mode = conversation === null ? {} : { session: { interactive: before?.session.interactive ?? false } }
    const change = { runId: previousRun, spawning: false, client: before?.client ?? null, ...mode }
    await commitChange(context, id, { change, note: spawned.error.reason, quiet: true })
    return spawned
  }
  const also = { ...seenAlive(spawned.value), spawning: false }
  return ok(await enterRunning(context, id, { reason, also }))
}

type Entering = { readonly reason: StartReason; readonly also?: RecordChange }

function enterRunning(context: SessionsContext, id: string, { reason, also }: Entering): Promise<Outcome> {
  const incoming = [{ event: 'start', ...reason, runId: null, exitCode: null, at: nowIso(context) }] as const
  return applyEvents(context, id, also === undefined ? { incoming } : { incoming, also })
}

const nothingToRun: Refusal = {
  error: 'conflict',
  reason: 'The session was not started: its terminal is gone and there is no command to start it again.',
  hint: 'Start the agent by hand in a tmux session of the same name, or launch a new session.',
}
