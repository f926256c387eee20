// As which state an approval is drawn.
import type { ApprovalState } from '../contract.ts'

export const dotOf: Readonly<Record<ApprovalState, string>> = {
  open: 'awaiting_review',
  approved: 'running',
  applied: 'success',
  denied: 'blocked',
  expired: 'missed',
  answered_elsewhere: 'idle',
}
