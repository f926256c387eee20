// What ends approvals without a person's word here.
import type { Result } from '#base/result.ts'
import { dayMs, toIso } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'
import type { AgentReport, ReportAnswer, Session, SessionState } from '#rooms/sessions/contract.ts'
import type { KeptApproval } from '../contract/kept.ts'
import { afterMove, afterReport, askerGone, expired, outOfTime, restarted } from '../core/over.ts'
import type { BookChange } from './book.ts'
import { commitAlone, nowIso, type ApprovalsContext } from './context.ts'

/** Applies the report; what it says of approvals is committed with it. */
export function hear(context: ApprovalsContext, report: AgentReport): Promise<Result<ReportAnswer, Refusal>> {
  // Nearly always: a busy service hears of agents a thousand times a second.
  return context.book.isEmpty() ? context.ports.sessions.report(report) : hearAndEnd(context, report)
}

async function hearAndEnd(context: ApprovalsContext, report: AgentReport): Promise<Result<ReportAnswer, Refusal>> {
  const { book, ports } = context
  const at = nowIso(context)
  const placed: BookChange[] = []
  const told = { ...report, hook: report.hook ?? null }
  const along = ({ id }: Session): BookChange | null => {
    const ended = changed(context, id, (approval) => afterReport(approval, told, at))
    if (ended.length === 0) return null
    const change = book.change(ended)
    placed.push(change)
    return change
  }
  try {
    return await ports.sessions.report(report, along)
  } catch (error) {
    for (const change of placed) change.undo()
    throw error
  }
}

/** A session stands so now; null: it left the board. */
export async function followSession(
  context: ApprovalsContext,
  sessionId: string,
  state: SessionState | null,
): Promise<void> {
  context.letGo()
  // What was approved and has not run by now never will.
  if (state !== 'running' && state !== 'awaiting_review') {
    context.book.drop(context.book.ofSession(sessionId).filter((approval) => approval.state === 'approved'))
  }
  await commitAlone(
    context,
    changed(context, sessionId, (approval) => afterMove(approval, state, nowIso(context))),
  )
}

/** Ends what is out of time, and what no hook waits for any more. */
export async function endOverdue(context: ApprovalsContext): Promise<void> {
  const { book, waiters } = context
  context.letGo()
  const at = nowIso(context)
  const over = book.open().flatMap((approval) => {
    if (approval.expires_at <= at) return [expired(approval, outOfTime, at)]
    // Whether the hook of a device is there still, the device tells.
    return approval.on_device === null && waiters.isGone(approval.id) ? [expired(approval, askerGone, at)] : []
  })
  await commitAlone(context, over)
}

/** Those of this machine that were open when the service ended: their hooks gave up with it. */
export async function endRestarted(context: ApprovalsContext): Promise<void> {
  const at = nowIso(context)
  await commitAlone(
    context,
    context.book.open().flatMap((approval) => (approval.on_device === null ? [expired(approval, restarted, at)] : [])),
  )
}

/** Forgets those that are past their time. */
export async function forgetOld({ commits, store, config, clock }: ApprovalsContext): Promise<void> {
  const before = toIso(clock.now() - config.retention.sessionsDays * dayMs)
  await commits.write({ script: () => store.removeBefore(before) })
}

/** Those of the session that became something else. */
function changed(
  { book }: ApprovalsContext,
  sessionId: string,
  next: (approval: KeptApproval) => KeptApproval,
): KeptApproval[] {
  return book.ofSession(sessionId).flatMap((approval) => {
    const after = next(approval)
    return after === approval ? [] : [after]
  })
}
