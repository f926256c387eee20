// An agent asks: its approval and its session's move are one commit.
import { createHash, randomBytes } from 'node:crypto'
import { idFrom } from '#base/ids.ts'
import { ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { AgentReport, Session } from '#rooms/sessions/contract.ts'
import type { KeptApproval } from '../contract/kept.ts'
import { permissionRequestSchema, type PermissionRequest } from '../contract/permission-request.ts'
import { openApproval, openLimit } from '../core/ask.ts'
import { canonical } from '../core/summary.ts'
import type { BookChange } from './book.ts'
import type { ApprovalsContext } from './context.ts'

/**
 * Answers the approval, or null where nobody is asked here: approvals are off, the request is none that this version knows,
 * or it comes from another client in the terminal. Then the event is applied all the same. Refuses what the report's
 * application refuses, rejects with `StorageError`, and then nothing changed.
 */
export async function ask(
  context: ApprovalsContext,
  report: AgentReport,
  given: unknown,
): Promise<Result<KeptApproval | null, Refusal>> {
  const { book, ports, config } = context
  const request = permissionRequestSchema.safeParse(given)
  const isAsked = config.approvals.enabled && request.success && book.open().length < openLimit
  const placed: { readonly approval: KeptApproval; readonly change: BookChange }[] = []
  const place = (session: Session): BookChange | null => {
    if (!isAsked) return null
    const approval = approvalOf(context, { report, request: request.data, session })
    const change = book.change([approval])
    placed.push({ approval, change })
    return change
  }
  try {
    const applied = await ports.sessions.report(report, place)
    return applied.ok ? ok(placed[0]?.approval ?? null) : applied
  } catch (error) {
    for (const { change } of placed) change.undo()
    throw error
  }
}

type ToApprove = { readonly report: AgentReport; readonly request: PermissionRequest; readonly session: Session }

function approvalOf({ config, clock }: ApprovalsContext, { report, request, session }: ToApprove): KeptApproval {
  return openApproval({
    id: idFrom(randomBytes(16)),
    session,
    report,
    request,
    inputHash: createHash('sha256').update(canonical(request.tool_input)).digest('hex'),
    waitS: config.approvals.waitS,
    nowMs: clock.now(),
  })
}
