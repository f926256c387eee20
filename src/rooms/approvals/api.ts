// The routes of approvals, and their live kind.
import { liveKind } from '#platform/live-kind.ts'
import { route } from '#platform/route.ts'
import type { ApprovalAnswer, ApprovalCard, ApprovalQuery, DecisionRequest, PageOfApprovals } from './contract.ts'
import type { AskAnswer, AskBody } from './contract/permission-request.ts'

/** Approvals that are open, those that were approved and did not run yet, and those that are asked in a terminal alone. */
export const liveApprovals = liveKind<ApprovalCard>()({ kind: 'approval', listed: 'approvals' })

/** What agents ask for, and asked for, the newest first. */
export const listApprovals = route<{ query: Partial<ApprovalQuery>; answer: PageOfApprovals }>()({
  method: 'GET',
  path: '/api/approvals',
  access: 'authenticated',
})

/** One of them. */
export const readApproval = route<{ answer: ApprovalAnswer }>()({
  method: 'GET',
  path: '/api/approvals/:id',
  access: 'authenticated',
})

/** Approves or denies it, once. */
export const decideApproval = route<{ body: DecisionRequest; answer: ApprovalAnswer }>()({
  method: 'POST',
  path: '/api/approvals/:id',
  access: 'authenticated',
})

/** An agent asks, by its hook. For programs of this machine alone. */
export const askApproval = route<{ body: AskBody; answer: AskAnswer }>()({
  method: 'POST',
  path: '/api/hooks/approvals',
  access: 'local_only',
})

/**
 * The hook waits for the answer: 200 with what it prints, 204 while nobody has answered after 25 s, 404 once nobody will.
 * For programs of this machine alone.
 */
export const awaitApproval = route<{ answer: string }>()({
  method: 'GET',
  path: '/api/hooks/approvals/:id',
  access: 'local_only',
})
