// Starts a session: spawns its agent when its terminal is not there, and moves it to running.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { EventSource } from '../contract.ts'
import type { RecordChange, SessionRecord } from '../core/record.ts'
import { howToStart } from '../core/start-plan.ts'
import { applyEvents, commitChange, type Outcome } from './apply.ts'
import { nowIso, type SessionsContext } from './context.ts'

export type StartReason = { readonly source: EventSource; readonly metadata: string | null }

/**
 * Starts a session that a launch just made. Refuses what the spawn refuses; the session is then idle as before. Reports
 * about it that come meanwhile wait for the outcome.
 */
export function spawnSession(
  context: SessionsContext,
  id: string,
  reason: StartReason,
): Promise<Result<Outcome, Refusal>> {
  const pending = spawnOnce(context, id, reason).finally(() => context.starting.delete(id))
  context.starting.set(id, pending.then(noted, noted))
  return pending
}

/** Who only waits for the end of a start does not care how it ended. */
function noted(): void {}

/**
 * Starts a session again, or one whose dependencies are met: a terminal that lives is not started, only the state moves.
 * Refuses what the spawn refuses, and `conflict` when its terminal is gone and there is no command.
 */
export async function startSession(
  context: SessionsContext,
  record: SessionRecord,
  reason: StartReason,
): Promise<Result<Outcome, Refusal>> {
  switch (howToStart(record)) {
    case 'move_state':
      return ok(await enterRunning(context, record.session.id, { reason }))
    case 'refuse':
      return err(nothingToRun)
    case 'spawn': {
      const { id } = record.session
      const outcome = await spawnSession(context, id, reason)
      if (outcome.ok || outcome.error.error !== 'session_exists' || context.registry.get(id) === null) return outcome
      // tmux knows the name although we had not seen it yet: the terminal lives after all.
      return ok(await enterRunning(context, id, { reason }))
    }
  }
}

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
  const { tmuxId } = spawned.value
  const also = { tmuxId, seenAlive: true, spawning: false, session: { tmux_alive: true } }
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
