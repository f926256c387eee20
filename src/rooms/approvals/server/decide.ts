// A person decides, once; the hook that waits is told what its client has to print.
import { oneLine } from '#base/cut-text.ts'
import { err, ok, type Result } from '#base/result.ts'
import { shown } from '#base/shown.ts'
import { secondMs } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'
import { insertAuditRow, type AuditRow } from '#platform/server/audit/audit.ts'
import type { Alongside } from '#platform/server/db/alongside.ts'
import type { WhoAsks } from '#platform/server/http/who-asks.ts'
import type { Approval, DecisionRequest } from '../contract.ts'
import type { KeptApproval } from '../contract/kept.ts'
import { clientDecision, decide } from '../core/decide.ts'
import { approvableText } from '../core/from-notification.ts'
import { toApproval } from '../core/kept.ts'
import type { BookChange } from './book.ts'
import { nowIso, type ApprovalsContext } from './context.ts'
import { whileHeld } from './held.ts'

/** As long as a hook waits for one answer of the service; it asks again at once. */
export const pollMs = 25 * secondMs
/** Longest text that a session's history keeps of a decision. */
const noteLimit = 200

/** Who decides, and by which of this service's credentials. */
export type Decider = {
  readonly who: WhoAsks
  readonly login: string
  /** By the key of a worker, which saw a notification and no page. */
  readonly isFromNotification: boolean
}

/**
 * Refuses with `not_found`, `not_for_agents`, `not_from_notification`, `device_offline`, `conflict` and `invalid_request`. Rejects with `StorageError`, and then nothing
 * is decided. Of a session that asked several things at once it is the last decision that lets it go on. The row of the
 * activity is part of the commit.
 */
export async function decideApproval(
  context: ApprovalsContext,
  id: string,
  { request, ...decider }: Decider & { readonly request: DecisionRequest },
): Promise<Result<Approval, Refusal>> {
  const { who } = decider
  if (who.kind === 'agent') return err(forPersons)
  const approval = context.book.get(id) ?? (await context.store.find(id))
  if (approval === null) return err(unknownApproval(id))
  if (decider.isFromNotification && !mayFromNotification(context, approval, request)) return err(onPageAlone)
  const { on_device: place } = approval
  if (approval.state === 'open' && place !== null && !context.onDevices.isOnline(place.id)) return err(deviceAway)
  const decided = decide(approval, { request, by: who.name, at: nowIso(context) })
  if (!decided.ok) return decided
  await commitDecision(context, decided.value, decider)
  return ok(toApproval(decided.value))
}

/** A no is always taken; a yes where all that is asked for stood in the notification, and nothing more is freed by it. */
function mayFromNotification(
  { config }: ApprovalsContext,
  approval: KeptApproval,
  { decision, suggestion }: DecisionRequest,
): boolean {
  if (decision === 'deny') return true
  return suggestion === undefined && approvableText(approval, config.approvals.fromNotification) !== null
}

const onPageAlone: Refusal = {
  error: 'not_from_notification',
  reason: 'This is approved on its page alone, where all of it is shown.',
  hint: 'Open the notification and decide there.',
}

const deviceAway: Refusal = {
  error: 'device_offline',
  reason: 'The device of this agent is away, so that it would not hear of it.',
  hint: 'Nothing changed: decide it once the device is back, or answer in the agent’s terminal there.',
}

const forPersons: Refusal = {
  error: 'not_for_agents',
  reason: 'What an agent asks is decided by a person.',
  hint: 'Decide it on the page, or in a terminal that is no agent’s.',
}

async function commitDecision(context: ApprovalsContext, decided: KeptApproval, decider: Decider): Promise<void> {
  const { book, ports, commits, clock } = context
  const { id, session_id: sessionId } = decided
  const asksMore = book.ofSession(sessionId).some((one) => one.state === 'open' && one.id !== id)
  const { undo, committed, news, script }: BookChange = book.change([decided])
  const alongside: Alongside = {
    committed,
    news,
    *script() {
      yield* script()
      yield* insertAuditRow(clock, auditRow(decided, decider))
    },
  }
  try {
    const goesOn =
      !asksMore && (await ports.sessions.goOn(sessionId, { metadata: noteOf(decided), who: decider.who, alongside }))
    if (!goesOn) await commits.write(whileHeld(ports.sessions.fabric.nodes, [decided], alongside))
  } catch (error) {
    undo()
    throw error
  }
}

/** With all that was shown: the row tells it for as long as it is kept, whatever becomes of the session. */
function auditRow(decided: KeptApproval, { who: { kind, name }, login }: Decider): AuditRow {
  const { id, state, summary, session_label: label, tool_name: tool, input, input_hash: hash, reason } = decided
  const chosen = decided.suggestions.find(({ index }) => index === decided.chosen)
  return {
    kind: `approval.${state}`,
    actor: { kind, name },
    subject: { type: 'approval', id, label: summary },
    text: noteOf(decided),
    facts: [
      { name: 'Login', value: login },
      { name: 'Session', value: label },
      { name: 'Tool', value: tool },
      { name: 'Input', value: JSON.stringify(input, null, 2) },
      { name: 'Input hash', value: hash },
      ...(chosen === undefined ? [] : [{ name: 'Approved with', value: chosen.label }]),
      ...(reason === null ? [] : [{ name: 'Reason', value: reason }]),
    ],
  }
}

function noteOf({ state, summary, reason }: KeptApproval): string {
  const why = reason === null ? '' : ` (${reason})`
  return oneLine(`${state === 'approved' ? 'approved' : 'denied'}: ${summary}${why}`, noteLimit)
}

/** What the hook prints; null while the approval is open after the longest wait. Refuses with `not_found` once it is over. */
export async function awaitDecision(
  { book, store, waiters }: ApprovalsContext,
  id: string,
  signal: AbortSignal,
): Promise<Result<string | null, Refusal>> {
  if (book.get(id)?.state === 'open') await waiters.wait(id, { ms: pollMs, signal })
  const approval = book.get(id) ?? (await store.find(id))
  if (approval?.state === 'open') return ok(null)
  const decision = approval === null ? null : clientDecision(approval)
  return decision === null ? err(nobodyAnswers) : ok(JSON.stringify(decision))
}

export function unknownApproval(id: string): Refusal {
  return { error: 'not_found', reason: `No approval has the id ${shown(id)}.`, hint: 'See them: orrery approvals' }
}

export const nobodyAnswers: Refusal = {
  error: 'not_found',
  reason: 'Nobody answers it here any more.',
  hint: 'The agent asks in its terminal.',
}
