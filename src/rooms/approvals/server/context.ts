// What the parts of this room's server work on together.
import { toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Config } from '#platform/server/config/config.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { KeptApproval } from '../contract/kept.ts'
import type { ApprovalBook } from './book.ts'
import { whileHeld } from './held.ts'
import type { DeviceAsks } from './on-devices.ts'
import type { ApprovalsPorts } from './ports.ts'
import type { ApprovalStore } from './store.ts'
import type { Waiters } from './waiters.ts'

export type ApprovalsContext = {
  readonly book: ApprovalBook
  readonly store: ApprovalStore
  readonly waiters: Waiters
  readonly ports: ApprovalsPorts
  readonly onDevices: DeviceAsks
  /** Shows as another service's what is so by the leases of devices. */
  readonly letGo: () => void
  readonly commits: Database['commits']
  readonly config: Pick<Config, 'approvals' | 'retention'>
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
}

export const nowIso = ({ clock }: Pick<ApprovalsContext, 'clock'>): string => toIso(clock.now())

/** Commits changes of approvals that nothing else changes with. Rejects with `StorageError`, and then nothing changed. */
export async function commitAlone(
  { book, commits, ports }: Pick<ApprovalsContext, 'book' | 'commits' | 'ports'>,
  approvals: readonly KeptApproval[],
): Promise<void> {
  if (approvals.length === 0) return
  const change = book.change(approvals)
  await commits.write({ ...whileHeld(ports.sessions.fabric.nodes, approvals, change), undo: change.undo })
}
