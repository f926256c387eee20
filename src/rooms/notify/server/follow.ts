// Hears what other rooms tell viewers, and says what somebody may be notified of.
import type { KindFollowing } from '#platform/server/live/kinds.ts'
import type { LiveChange } from '#platform/live-kind.ts'
import { liveApprovals } from '#rooms/approvals/api.ts'
import type { ApprovalCard } from '#rooms/approvals/contract.ts'
import { liveDevices } from '#rooms/devices/api.ts'
import type { Device } from '#rooms/devices/contract.ts'
import { liveInbox } from '#rooms/inbox/api.ts'
import type { InboxItem } from '#rooms/inbox/contract.ts'
import type { EndWord, Signal } from '../core/signal.ts'
import { concerned, signalOfDevice, standing, tagOfSession, type SessionOf } from '../core/sources.ts'
import type { Change } from '../core/watch.ts'

export type Following = {
  readonly live: KindFollowing
  readonly sessionOf: SessionOf
  readonly mode: 'legacy' | 'fabric'
  /** All that stands, once. */
  readonly begin: (signals: readonly Signal[]) => void
  /** Each change from then on. */
  readonly hear: (changes: readonly Change[]) => void
}

/** Rooms are followed to their end: there is nothing to take back. */
export function followRooms({ live, sessionOf, mode, begin, hear }: Following): void {
  const items = new Map<string, InboxItem>()
  /** Of the items, the blocked tasks. */
  const blocked = new Set<string>()
  const approvals = new Map<string, ApprovalCard>()
  /** By tag: of devices, and of items and approvals what stood last, so that nothing is said twice. */
  const stood = new Map<string, Signal>()
  let isBegun = false

  function tell(tag: string, signal: Signal | null): Change | null {
    const before = stood.get(tag)
    if (signal === null) {
      stood.delete(tag)
      return before === undefined ? null : { tag, signal, word: endOf(before, sessionOf) }
    }
    stood.set(tag, signal)
    return before !== undefined && JSON.stringify(before) === JSON.stringify(signal) ? null : { tag, signal }
  }

  function tellAll(next: Iterable<readonly [tag: string, signal: Signal | null]>): void {
    const changes: Change[] = []
    for (const [tag, signal] of next) {
      const change = tell(tag, signal)
      if (change !== null) changes.push(change)
    }
    if (isBegun && changes.length > 0) hear(changes)
  }

  function look(changed: readonly string[]): void {
    const heard = { items, approvals }
    tellAll([...concerned(changed, blocked)].map((tag) => [tag, standing(tag, heard, sessionOf)] as const))
  }

  live.follow(liveInbox, (changes) => {
    for (const change of changes) {
      keep(items, change)
      if (change.value?.kind === 'blocked') blocked.add(change.id)
      else blocked.delete(change.id)
    }
    look(changes.map(({ id }) => id))
  })
  live.follow(liveApprovals, (changes) => {
    const tags = changes.flatMap(({ id, value }) => value ?? approvals.get(id) ?? [])
    for (const change of changes) keep(approvals, change)
    look(tags.map(({ session_id: session }) => tagOfSession(session)))
  })
  if (mode === 'fabric') {
    live.follow(liveDevices, (changes: readonly LiveChange<Device>[]) =>
      tellAll(changes.map(({ id, value }) => [`device:${id}`, value === null ? null : signalOfDevice(value)] as const)),
    )
  }
  isBegun = true
  begin([...stood.values()])
}

function keep<T>(map: Map<string, T>, { id, value }: LiveChange<T>): void {
  if (value === null) map.delete(id)
  else map.set(id, value)
}

/** An agent that goes on was answered. */
export function endOf({ tag, kind }: Pick<Signal, 'tag' | 'kind'>, sessionOf: SessionOf): EndWord {
  if (kind !== 'needs_you') return 'over'
  return sessionOf(tag.slice(tagOfSession('').length))?.isRunning === true ? 'answered' : 'over'
}
