// Removes a session: its card, the artifacts of its launch and, when asked, its terminal. It goes on in history, and its name
// stays known for a while.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import { StorageError } from '#platform/server/db/group-commit.ts'
import type { TmuxFailure, TmuxIdentity } from '#platform/server/tmux/tmux.ts'
import type { DismissedName } from '../../contract/stored.ts'
import type { ByWhom, SessionRecord } from '../../core/record.ts'
import { livesHere } from '../../core/lives-here.ts'
import { terminalOf } from '../../core/scan/terminal.ts'
import { nowIso, type SessionsContext } from '../context.ts'
import { killTerminal } from './end-terminal.ts'
import { notRecorded, unknownPast, unknownSession } from '../change/refusals.ts'

export type RemoveOptions = {
  readonly kill: boolean
  /** Nothing of it stays in history either. */
  readonly purge?: boolean
  readonly who?: ByWhom | undefined
}

/**
 * With `kill` the terminal is closed whether or not the removal can be recorded. Nothing brings the card back, but another
 * terminal of that name is another session. Refuses with `not_found`, and with `storage_unavailable` after a kill; the
 * removal is owed then. With `purge` it takes what left the board earlier, too, and resolves when nothing of it is left.
 * Rejects with `StorageError`, and then the session is still there, or in history until the next start.
 */
export async function remove(
  context: SessionsContext,
  id: string,
  { kill, purge = false, who }: RemoveOptions,
): Promise<Result<null, Refusal>> {
  const removed = await leaveBoard(context, id, { kill, who })
  if (!purge) return removed
  if (!removed.ok && removed.error.error !== 'not_found') return removed
  return (await context.forget.now(id)) ? ok(null) : err(unknownPast(id))
}

async function leaveBoard(
  context: SessionsContext,
  id: string,
  { kill, who }: Pick<RemoveOptions, 'kill' | 'who'>,
): Promise<Result<null, Refusal>> {
  while (context.starting.has(id)) await context.starting.get(id)
  const looked = await lookUnlessKnown(context, id)
  while (context.starting.has(id)) await context.starting.get(id)
  const before = context.registry.get(id)
  if (before === null) return err(unknownSession(id))
  if (!livesHere(before.session)) return leaveElsewhere(context, before, who)
  const dismissed = dismissedNameOf(before, looked, context.clock.now())
  const killed = kill ? killDismissed(context, dismissed) : null
  try {
    const at = nowIso(context)
    const past = { session: before.session, leftAt: at, leftAs: 'dismissed' } as const
    const rows = [{ kind: 'removed', at, sessionId: id, source: 'user', who, dismissed, past }] as const
    await context.ledger.commit([{ before, after: null, rows, dismissed }])
  } catch (error) {
    if (killed === null || !(error instanceof StorageError)) throw error
    context.owed.add(id, () => removeKilled(context, before, who))
    return err(notRecorded('The terminal was closed'))
  } finally {
    await killed
  }
  await context.forgetArtifacts(before.session, { log: 'keep' })
  return ok(null)
}

/** What runs on a device is ended there as soon as that hears of it: nothing goes on that nobody sees. */
async function leaveElsewhere(
  context: SessionsContext,
  before: SessionRecord,
  who: ByWhom | undefined,
): Promise<Result<null, Refusal>> {
  const { id } = before.session
  const at = nowIso(context)
  const past = { session: before.session, leftAt: at, leftAs: 'dismissed' } as const
  const rows = [{ kind: 'removed', at, sessionId: id, source: 'user', who, dismissed: null, past }] as const
  const change = { before, after: null, rows }
  const alongside = before.runId === null ? null : context.devices.port.cancel(id, before.runId)
  await context.ledger.commit([alongside === null ? change : { ...change, alongside }])
  await context.forgetArtifacts(before.session, { log: 'keep' })
  return ok(null)
}

type Looked = Result<TmuxIdentity, TmuxFailure>

/** Asks tmux for a terminal that no look has seen yet; null when there is nothing to ask. */
async function lookUnlessKnown(context: SessionsContext, id: string): Promise<Looked | null> {
  const record = context.registry.get(id)
  if (
    record === null ||
    !livesHere(record.session) ||
    record.session.tmux_alive === false ||
    terminalOf(record) !== null
  )
    return null
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
async function removeKilled(
  context: SessionsContext,
  { session: { id }, runId }: SessionRecord,
  who: ByWhom | undefined,
): Promise<void> {
  if (context.registry.get(id)?.runId === runId) await remove(context, id, { kill: false, who })
}
