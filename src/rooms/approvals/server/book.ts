// The approvals that something may still happen to: in memory, told to viewers after each commit.
import type { LiveChange } from '#platform/live-kind.ts'
import type { News } from '#platform/server/db/news.ts'
import type { Script } from '#platform/server/db/script.ts'
import type { Publish } from '#platform/server/live/kinds.ts'
import type { ApprovalCard } from '../contract.ts'
import type { KeptApproval } from '../contract/kept.ts'
import { toCard } from '../core/kept.ts'
import type { ApprovalStore } from './store.ts'

export interface ApprovalBook {
  /** Whether nothing can happen to any. */
  isEmpty(): boolean
  get(id: string): KeptApproval | null
  /** Those of `all` that are the session's. */
  ofSession(sessionId: string): KeptApproval[]
  /** Those that are open, the one that asked first before the others. */
  open(): KeptApproval[]
  /** Open ones, those that were approved and did not run yet, and those that are asked in a terminal alone by now. */
  all(): KeptApproval[]
  /** What is written with the commit; the book has it at once, so that nobody decides twice, and viewers after it. */
  change(approvals: readonly KeptApproval[]): BookChange
  /** These stand so in the table, and are this service's from now on. */
  take(approvals: readonly KeptApproval[]): void
  /** They are another service's; who shows them from now on tells viewers. */
  release(approvals: readonly KeptApproval[]): void
  /** Nothing more is told of them; their rows stay as they are. */
  drop(approvals: readonly KeptApproval[]): void
}

/** To be written by a commit of this room or of another one; `undo` where that failed. */
export type BookChange = {
  readonly script: () => Script
  readonly committed: () => void
  readonly news: () => readonly News[]
  readonly undo: () => void
}

export type BookParts = {
  readonly store: Pick<ApprovalStore, 'save'>
  readonly publish: Publish<ApprovalCard>
  /** Told after the commit, of those that are in another state than before. */
  readonly onChanged: (approval: KeptApproval) => void
  readonly kept: readonly KeptApproval[]
}

export function createBook({ store, publish, onChanged, kept }: BookParts): ApprovalBook {
  const book = new Map(kept.map((approval) => [approval.id, approval]))

  function place(approvals: readonly KeptApproval[]): ReadonlyMap<string, KeptApproval | undefined> {
    const before = new Map(approvals.map(({ id }) => [id, book.get(id)]))
    for (const approval of approvals) book.set(approval.id, approval)
    return before
  }

  function putBack(before: ReadonlyMap<string, KeptApproval | undefined>): void {
    for (const [id, old] of before) {
      if (old === undefined) book.delete(id)
      else book.set(id, old)
    }
  }

  return {
    isEmpty: () => book.size === 0,
    get: (id) => book.get(id) ?? null,
    ofSession: (sessionId) => [...book.values()].filter(({ session_id: its }) => its === sessionId),
    open: () =>
      book
        .values()
        .filter(({ state }) => state === 'open')
        .toArray()
        .toSorted((one, other) => (one.asked_at < other.asked_at ? -1 : 1)),
    all: () => [...book.values()],
    change(approvals) {
      const before = place(approvals)
      return {
        undo: () => putBack(before),
        *script() {
          for (const approval of approvals) yield* store.save(approval)
        },
        news: () => approvalNews(approvals.map(({ id }) => id)),
        committed() {
          publish(approvals.map(changeOf))
          for (const approval of approvals) {
            if (isOver(approval) && book.get(approval.id) === approval) book.delete(approval.id)
            if (before.get(approval.id)?.state !== approval.state) onChanged(approval)
          }
        },
      }
    },
    take(approvals) {
      for (const approval of approvals) if (!isOver(approval)) book.set(approval.id, approval)
      publish(approvals.map(changeOf))
    },
    release(approvals) {
      for (const { id } of approvals) book.delete(id)
    },
    drop(approvals) {
      const gone = approvals.filter(({ id }) => book.delete(id))
      publish(gone.map(({ id }) => ({ op: 'remove', id, value: null })))
    },
  }
}

/** The room, as other services that share the tables hear of its approvals. */
export const newsRoom = 'approvals'

export const approvalNews = (ids: readonly string[]): readonly News[] =>
  ids.length === 0 ? [] : [{ room: newsRoom, ids }]

/** Nothing more happens to it. */
export const isSettled = ({ state }: KeptApproval): boolean => state !== 'open' && state !== 'approved'

/** Viewers have nothing to be told of it any more. */
export const isOver = (approval: KeptApproval): boolean => isSettled(approval) && !approval.stands_in_terminal

/** What is over leaves the list of viewers; what it was is read by its address. */
export function changeOf(approval: KeptApproval): LiveChange<ApprovalCard> {
  const { id } = approval
  return isOver(approval) ? { op: 'remove', id, value: null } : { op: 'upsert', id, value: toCard(approval) }
}
