// What a person's decision makes of an approval, and what the client is told of it.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { DecisionRequest } from '../contract.ts'
import type { ClientDecision } from '../contract/permission-request.ts'
import { chosenUpdate } from './suggestions.ts'
import type { KeptApproval } from '../contract/kept.ts'

export type Deciding = {
  readonly request: DecisionRequest
  /** Who decides, as the history shows it. */
  readonly by: string
  /** ISO 8601. */
  readonly at: string
}

/** Refuses with `conflict` what is over or was not seen as it is, and with `invalid_request` a suggestion that nobody offered. */
export function decide(approval: KeptApproval, { request, by, at }: Deciding): Result<KeptApproval, Refusal> {
  if (approval.state !== 'open') return err(overAlready(approval))
  if (request.input_hash !== approval.input_hash) return err(anotherInput)
  const { suggestion = null, reason = '' } = request
  if (suggestion !== null && !approval.suggestions.some(({ index }) => index === suggestion)) {
    return err(unknownSuggestion(approval))
  }
  const isYes = request.decision === 'approve'
  return ok({
    ...approval,
    state: isYes ? 'approved' : 'denied',
    chosen: suggestion,
    decided_at: at,
    decided_by: by,
    reason: isYes || reason === '' ? null : reason,
  })
}

/** What the hook prints; null for what no person decided. */
export function clientDecision(approval: KeptApproval): ClientDecision | null {
  switch (approval.state) {
    case 'approved':
    case 'applied':
      return said({ behavior: 'allow', ...updatesOf(approval) })
    case 'denied':
      return said({ behavior: 'deny', message: approval.reason ?? 'A person denied it in Orrery.' })
    case 'open':
    case 'expired':
    case 'answered_elsewhere':
      return null
  }
}

type Decision = ClientDecision['hookSpecificOutput']['decision']

function said(decision: Decision): ClientDecision {
  return { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } }
}

function updatesOf({ sent, chosen }: KeptApproval): { readonly updatedPermissions?: readonly object[] } {
  const update = chosen === null ? null : chosenUpdate(sent, chosen)
  return update === null ? {} : { updatedPermissions: [update] }
}

function overAlready({ state, decided_by: by, decided_at: at, reason }: KeptApproval): Refusal {
  const extra = { state, decided_by: by, decided_at: at }
  const who = by === null ? '' : ` by ${by}`
  const what = {
    open: '',
    approved: `It was approved${who} already.`,
    applied: `It was approved${who} already, and the agent went on.`,
    denied: `It was denied${who} already.`,
    expired: `It is over without an answer: ${reason ?? 'nobody answered in time'}.`,
    answered_elsewhere: 'It was answered in the agent’s own terminal meanwhile.',
  }[state]
  return { error: 'conflict', reason: what, hint: 'See what is open now: orrery approvals', extra }
}

const anotherInput: Refusal = {
  error: 'conflict',
  reason: 'This is not the input that was shown to you.',
  hint: 'Look at it again, and decide about what it asks now.',
}

function unknownSuggestion({ suggestions }: KeptApproval): Refusal {
  const known = suggestions.map(({ index, label }) => `${index} (${label})`).join(', ')
  return {
    error: 'invalid_request',
    reason: 'It comes with no such suggestion.',
    hint: known === '' ? 'It comes with none: approve it as it is.' : `Those it comes with: ${known}.`,
    details: [{ field: 'suggestion', reason: 'must be the index of one that is offered' }],
  }
}
