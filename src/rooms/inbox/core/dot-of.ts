// Which state's dot stands before an item.
import type { NeedKind } from '../contract.ts'

export const dotOf: Readonly<Record<NeedKind, string>> = {
  needs_you: 'awaiting_review',
  failed: 'failed',
  run_failed: 'failed',
  missed: 'missed',
  blocked: 'blocked',
}
