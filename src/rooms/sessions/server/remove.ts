// Removes a session: its card, its artifacts and, when asked, its terminal. Its name stays known for a while.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import { StorageError } from '#platform/server/db/group-commit.ts'
import type { TmuxFailure, TmuxIdentity } from '#platform/server/tmux/tmux.ts'
import type { DismissedName } from '../contract.ts'
import type { SessionRecord } from '../core/record.ts'
import { terminalOf } from '../core/terminal.ts'
import { nowIso, type SessionsContext } from './context.ts'
import { killTerminal } from './end-terminal.ts'
import { notRecorded, unknownSession } from './refusals.ts'

export type RemoveOptions = { readonly kill: boolean }

/**
 * With `kill` the terminal is closed whether or not the removal can be recorded. Nothing brings the card back, but another
 * terminal of that name is another session. Refuses with `not_found`, and with `storage_unavailable` after a kill; the
 * removal is owed then. Rejects with `StorageError`, and then the session is still there.
 */
export async function remove(
  context: SessionsContext,
  id: string,
  { kill }: RemoveOptions,
): Promise<Result<null, Refusal>> {
  while (context.starting.has(id)) await context.starting.get(id)
  const looked = await lookUnlessKnown(context, id)
  while (context.starting.has(id)) await context.starting.get(id)
  const before = context.registry.get(id)
  if (before === null) return err(unknownSession(id))
  const dismissed = dismissedNameOf(before, looked, context.clock.now())
  const killed = kill ? killDismissed(context, dismissed) : null
  try {
    const rows = [{ kind: 'removed', at: nowIso(context), sessionId: id, source: 'user', dismissed }] as const
    await context.ledger.commit([{ before, after: null, rows, dismissed }])
  } catch (error) {
    if (killed === null || !(error instanceof StorageError)) throw error
    context.owed.add(id, () => removeKilled(context, before))
    return err(notRecorded('The terminal was closed'))
  } finally {
    await killed
  }
  await context.forgetArtifacts(before.session, { log: 'remove' })
  return ok(null)
}

type Looked = Result<TmuxIdentity, TmuxFailure>

/** Asks tmux for a terminal that no look has seen yet; null when there is nothing to ask. */
async function lookUnlessKnown(context: SessionsContext, id: string): Promise<Looked | null> {
  const record = context.registry.get(id)
  if (record === null || record.session.tmux_alive === false || terminalOf(record) !== null) return null
  return context.tmux.find(record.session.tmux_session)
}

/** What is remembered of a session that leaves, by what a look at tmux told of a terminal that was never seen. */
export function dismissedNameOf(record: SessionRecord, looked: Looked | null, nowMs: number): DismissedName {
  const found = terminalOf(record) ?? (looked?.ok === true ? looked.value : null)
  const isGone = record.session.tmux_alive === false || (looked?.ok === false && looked.error.kind === 'gone')
  return {
    tmux_session: record.session.tmux_session,
    gone_since_ms: isGone ? nowMs : null,
    tmux_id: found?.id ?? record.tmuxId,
    tmux_created_ms: found?.createdMs ?? record.tmuxCreatedMs,
    run_id: record.runId,
  }
}

/** Null when there is no terminal, or none that could be told from others. */
function killDismissed(context: SessionsContext, dismissed: DismissedName): Promise<void> | null {
  const { tmux_session: name, tmux_id: id, tmux_created_ms: createdMs, gone_since_ms: goneSinceMs } = dismissed
  if (id === null || createdMs === null || goneSinceMs !== null) return null
  return killTerminal(context, { id, name, createdMs })
}

/** Unless it was started again since. */
async function removeKilled(context: SessionsContext, { session: { id }, runId }: SessionRecord): Promise<void> {
  if (context.registry.get(id)?.runId === runId) await remove(context, id, { kill: false })
}
