// Approvals of sessions that belong to other services on the same PostgreSQL: shown to viewers here, and ended there alone.
import type { Database } from '#platform/server/db/open-database.ts'
import { createReadOthers } from '#platform/server/db/read-others.ts'
import type { Publish } from '#platform/server/live/kinds.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { SessionState } from '#rooms/sessions/contract.ts'
import type { ApprovalCard } from '../contract.ts'
import type { KeptApproval } from '../contract/kept.ts'
import { changeOf, isOver, newsRoom } from './book.ts'
import { holderOf } from './held.ts'
import type { ApprovalsPorts } from './ports.ts'
import type { ApprovalStore } from './store.ts'

export interface ForeignApprovals {
  all(): KeptApproval[]
  /** These are other services' from now on: read, and shown as they stand. */
  show(ids: readonly string[]): void
  /** These are this service's own from now on, which shows them itself. */
  forget(ids: readonly string[]): void
  /** A session stands so now; null: it left the board. */
  followSession(sessionId: string, state: SessionState | null): void
  /** Follows the others to the end of the service, and reads first what began since the start. */
  begin(): void
}

export type ForeignParts = {
  readonly store: Pick<ApprovalStore, 'find' | 'unsettled'>
  readonly sessions: Pick<ApprovalsPorts['sessions'], 'nodeOf' | 'fabric'>
  readonly database: Pick<Database, 'others'>
  readonly publish: Publish<ApprovalCard>
  readonly log: Pick<Log, 'warn'>
}

export function createForeign({ store, sessions, database: { others }, publish, log }: ForeignParts): ForeignApprovals {
  const shown = new Map<string, KeptApproval>()
  const read = createReadOthers({ log, what: 'approvals of another node' })

  function show(approval: KeptApproval): void {
    if (isOver(approval)) shown.delete(approval.id)
    else shown.set(approval.id, approval)
    publish([changeOf(approval)])
  }

  function take(ids: readonly string[]): void {
    const gone = ids.filter((id) => shown.delete(id))
    if (gone.length > 0) publish(gone.map((id) => ({ op: 'remove', id, value: null })))
  }

  async function hear(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const approval = await store.find(id)
      // News may be older than the lease of its device.
      if (approval !== null && holderOf(sessions.fabric.nodes, approval) === 'here') continue
      if (approval === null) take([id])
      else show(approval)
    }
  }

  async function readAll(): Promise<void> {
    const theirs = (await byOwner(await store.unsettled(), sessions)).others
    const ids = new Set(theirs.map(({ id }) => id))
    take([...shown.keys()].filter((id) => !ids.has(id)))
    for (const approval of theirs) show(approval)
  }

  return {
    all: () => [...shown.values()],
    show: (ids) => void read(() => hear(ids)),
    forget(ids) {
      for (const id of ids) shown.delete(id)
    },
    followSession(sessionId, state) {
      // As its own node does: what was approved and has not run by now never will.
      if (shown.size === 0 || state === 'running' || state === 'awaiting_review') return
      const its = [...shown.values()].filter(({ session_id: id }) => id === sessionId)
      take(its.filter((approval) => state === null || approval.state === 'approved').map(({ id }) => id))
    },
    begin() {
      if (others.node === null) return
      others.follow(newsRoom, { hear: (ids) => read(() => hear(ids)), missed: () => read(readAll) })
      void read(readAll)
    },
  }
}

/** What a session of another service asks waits for a hook there, and is for that one to end; so is what a device there asks. */
export async function byOwner(
  kept: readonly KeptApproval[],
  { nodeOf, fabric: { nodes } }: ForeignParts['sessions'],
): Promise<{ readonly own: KeptApproval[]; readonly others: KeptApproval[] }> {
  const own: KeptApproval[] = []
  const others: KeptApproval[] = []
  for (const approval of kept) {
    const holder = holderOf(nodes, approval)
    const isOwn = holder === null ? (await nodeOf(approval.session_id)) === null : holder === 'here'
    const its = isOwn ? own : others
    its.push(approval)
  }
  return { own, others }
}
