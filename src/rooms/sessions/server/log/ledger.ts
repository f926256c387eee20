// Changes of sessions: in memory at once, in the log by the next commit, to the viewers after it; or none of the three.
import type { LiveChange } from '#platform/live-kind.ts'
import type { Publish } from '#platform/server/live/kinds.ts'
import type { SessionCard } from '../../contract.ts'
import type { DismissedName } from '../../contract/stored.ts'
import { toCard } from '../../core/list/card.ts'
import type { SessionRecord } from '../../core/record.ts'
import type { EventLog, LogRow } from './event-log.ts'
import type { Alongside } from '#platform/server/db/alongside.ts'
import type { Script } from '#platform/server/db/script.ts'
import type { DeviceLeases } from '../nodes/leases.ts'
import type { Registry } from '../registry.ts'

export type LedgerChange = {
  readonly before: SessionRecord | null
  /** Null: the session is removed. */
  readonly after: SessionRecord | null
  /** One row or more for the change. */
  readonly rows: readonly LogRow[]
  /** Not shown to viewers: another change of the same session follows at once. */
  readonly quiet?: boolean
  /** The name that a removal leaves behind, so that no late event brings the card back. */
  readonly dismissed?: DismissedName
  /** Committed with it. */
  readonly alongside?: Alongside
  /** Takes the lease of its device, or follows its loss: nobody is asked whether it is held. */
  readonly isMove?: true
}

export interface Ledger {
  /** `alongside` is written even if nothing changes. Resolves after the commit. Rejects with `StorageError`, and then nothing changed. */
  commit(changes: readonly LedgerChange[], alongside?: Alongside): Promise<void>
  /** The last event that was committed. */
  lastSeq(): number
}

export type LedgerParts = {
  readonly registry: Registry
  readonly log: EventLog
  readonly publish: Publish<SessionCard>
  /** Called after each commit, for what follows the log: sessions.json, checkpoints, streams. */
  readonly onCommitted: (rows: readonly LogRow[], lastSeq: number) => void
  readonly lastSeq: number
  readonly leases: Pick<DeviceLeases, 'concerns' | 'hold'>
}

export function createLedger({ registry, log, publish, onCommitted, lastSeq, leases }: LedgerParts): Ledger {
  let seq = lastSeq
  return {
    lastSeq: () => seq,
    commit(changes, also) {
      for (const change of changes) place(registry, change)
      const rows = changes.length === 1 ? (changes[0]?.rows ?? []) : changes.flatMap((change) => change.rows)
      return log.append(rows, {
        alongside: alongsideAll(changes, also),
        held: heldBy(leases, changes),
        committed(last) {
          if (rows.length > 0) seq = last
          const shown: LiveChange<SessionCard>[] = []
          for (const change of changes) if (change.quiet !== true) show(shown, change)
          if (shown.length > 0) publish(shown)
          onCommitted(rows, last)
        },
        undo() {
          for (const change of changes.toReversed()) takeBack(registry, change)
          // Whoever read or came while the commit waited, as for a lock, has seen what is not so.
          publish(changes.flatMap((change) => truthOf(registry, change)))
        },
      })
    },
  }
}

const nothing: readonly Alongside[] = []

/** Nearly always nothing, and then no list is made for it. */
function alongsideAll(changes: readonly LedgerChange[], also: Alongside | undefined): readonly Alongside[] {
  const isAlone = changes.every(({ alongside }) => alongside === undefined)
  const own = isAlone ? nothing : changes.flatMap(({ alongside }) => alongside ?? [])
  return also === undefined ? own : [also, ...own]
}

/** Nothing for sessions that have nothing to do with devices. */
function heldBy(
  leases: LedgerParts['leases'],
  changes: readonly LedgerChange[],
): { readonly script: () => Script } | undefined {
  const ids: string[] = []
  let concerns = false
  for (const { before, after, isMove } of changes) {
    const session = (after ?? before)?.session
    if (session === undefined || !leases.concerns(session)) continue
    concerns = true
    if (isMove !== true && session.device_id !== null) ids.push(session.device_id)
  }
  return concerns ? { script: () => leases.hold(ids) } : undefined
}

function place(registry: Registry, { before, after, dismissed }: LedgerChange): void {
  if (after !== null) registry.put(after)
  else if (before !== null) registry.remove(before.session.id)
  if (dismissed !== undefined) registry.remember(dismissed)
}

function takeBack(registry: Registry, { before, after, dismissed }: LedgerChange): void {
  if (dismissed !== undefined) registry.forget(dismissed.tmux_session)
  if (before !== null) registry.put(before)
  else if (after !== null) registry.remove(after.session.id)
}

function truthOf(registry: Registry, { before, after }: LedgerChange): LiveChange<SessionCard>[] {
  const id = (after ?? before)?.session.id
  if (id === undefined) return []
  const record = registry.get(id)
  if (record === null) return [{ op: 'remove', id, value: null }]
  return [{ op: 'upsert', id, value: toCard(record.session) }]
}

function show(feed: LiveChange<SessionCard>[], { before, after }: LedgerChange): void {
  if (after !== null) feed.push({ op: 'upsert', id: after.session.id, value: toCard(after.session) })
  else if (before !== null) feed.push({ op: 'remove', id: before.session.id, value: null })
}
