// One approval with its whole input, read once and again when it changes.
import { useCallback } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery, type Query } from '#platform/web/api/use-query.ts'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { useSelection, useValue } from '#platform/web/store/value-store.ts'
import { tremble } from '#platform/web/ui/haptics.ts'
import { readApproval } from '../../api.ts'
import type { Approval, ApprovalAnswer } from '../../contract.ts'
import { approvals } from '../approval-store.ts'
import { decider } from '../decide/deciding.ts'
import type { Pending } from '../decide/decider.ts'

/** Read again when the feed tells another state of it, and when an answer of the service told that it is another one. */
export function useApproval(id: string): readonly [Query<ApprovalAnswer>, () => void] {
  const told = useEntity(approvals, id)
  const isSignedIn = useSignedIn()
  const isRefused = useSelection(decider.pending, (all) => all.get(id)?.kind === 'refused')
  const load = useCallback(() => call(readApproval, { params: { id } }), [id])
  return useQuery(load, `${told?.state} ${told?.input_hash} ${isSignedIn} ${isRefused}`)
}

export function usePending(id: string): Pending | null {
  return useValue(decider.pending).get(id) ?? null
}

export function approve({ id, summary, input_hash: hash }: Approval, suggestion?: number): void {
  const chosen = suggestion === undefined ? {} : { suggestion }
  tremble()
  decider.decide({ card: { id, summary }, request: { decision: 'approve', input_hash: hash, ...chosen } })
}

export function deny({ id, summary, input_hash: hash }: Approval, reason: string): void {
  const why = reason.trim() === '' ? {} : { reason: reason.trim() }
  tremble()
  decider.decide({ card: { id, summary }, request: { decision: 'deny', input_hash: hash, ...why } })
}

/** The name of a denial's reason among the drafts of this browser. */
export const draftOfReason = (id: string): string => `approval:${id}:reason`
