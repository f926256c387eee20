// What notifications need from others; app/ connects them.
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { NotifiedAsk } from '#rooms/approvals/contract.ts'
import type { SessionOf } from '../core/sources.ts'

/** What this room is opened with, besides its ground. */
export type NotifyPorts = {
  /** In legacy mode nobody tells of devices. */
  readonly mode: 'legacy' | 'fabric'
  readonly sessionOf: SessionOf
  /** An open approval as a notification has it; null for one that is over. */
  readonly askOf: (approvalId: string) => NotifiedAsk | null
  readonly logins: {
    /** Calls back with the id of each login that ends, until the answer is called. */
    readonly onEnded: (listener: (loginId: string) => void) => () => void
    /** The key by which that login's worker decides approvals, in place of an earlier one. */
    readonly issueDecisionKey: (loginId: string) => Promise<Result<string, Refusal>>
  }
}
