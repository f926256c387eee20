// Starts a session: spawns its agent when its terminal is not there, and moves it to running.
import { setTimeout as wait } from 'node:timers/promises'
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { EventSource } from '../contract.ts'
import type { Asker } from '../core/asker.ts'
import type { RecordChange, SessionRecord } from '../core/record.ts'
import { howToStart, isClosing } from '../core/start-plan.ts'
import { isTerminalOf, seenAlive } from '../core/terminal.ts'
import { applyEvents, commitChange, type Outcome } from './apply.ts'
import { nowIso, type SessionsContext } from './context.ts'
import { endSession } from './end-session.ts'
import { findTerminal } from './end-terminal.ts'
import { needsCredentials } from './refusals.ts'

export type StartReason = { readonly source: EventSource; readonly metadata: string | null }
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
  reason: StartReason,
): Promise<Result<Outcome, Refusal>> {
  return noting(context.spawning, id, () => spawnOnce(context, id, reason))
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
  { session: { id } }: SessionRecord,
  { by, ...reason }: Asked,
): Promise<Result<Outcome, Refusal>> {
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

async function spawnOnce(context: SessionsContext, id: string, reason: StartReason): Promise<Result<Outcome, Refusal>> {
  const previousRun = context.registry.get(id)?.runId ?? null
  const runId = context.makeId()
  const prepared = await commitChange(context, id, {
    change: { runId, spawning: true, client: null, turnEndedAt: null },
    note: 'its terminal is being started',
    quiet: true,
  })
  const spawned = await context.spawn({ session: prepared.session, runId })
  if (!spawned.ok) {
    const change = { runId: previousRun, spawning: false }
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
