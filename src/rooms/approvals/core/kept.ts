// An approval as others see it.
import type { Approval, ApprovalCard } from '../contract.ts'
import type { KeptApproval } from '../contract/kept.ts'

export function toApproval({
  sent: _sent,
  chosen: _chosen,
  client: _client,
  stands_in_terminal: _stands,
  on_device: _place,
  ...approval
}: KeptApproval): Approval {
  return approval
}

export function toCard(kept: KeptApproval): ApprovalCard {
  const { input: _input, ...card } = toApproval(kept)
  return card
}
