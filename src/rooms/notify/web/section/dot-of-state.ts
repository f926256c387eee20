// Which state's dot stands before a delivery.
import type { DeliveryState } from '../../contract.ts'

export const dotOfState: Readonly<Record<DeliveryState, string>> = {
  queued: 'queued',
  sending: 'running',
  delivered: 'completed',
  failed: 'failed',
  unknown: 'awaiting_review',
  taken_back: 'idle',
}
