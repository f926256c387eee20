// Signals from what other rooms tell: items of the inbox, approvals, devices, budgets.
import type { ApprovalCard } from '#rooms/approvals/contract.ts'
import type { Device } from '#rooms/devices/contract.ts'
import type { InboxItem, NeedSubject } from '#rooms/inbox/contract.ts'
import type { BudgetState } from '../contract.ts'
import type { Signal } from './signal.ts'

/** What is known of a session; null for one that is gone. */
export type SessionOf = (id: string) => { readonly harness: string | null; readonly isRunning: boolean } | null

/** Sessions of the assistant answer other parts of the service: nobody is called for them. */
export function isAssistant(sessionOf: SessionOf, sessionId: string): boolean {
  return sessionOf(sessionId)?.harness === 'mother-llm'
}

/** Null for what was seen or put off: nobody is called twice for it. */
export function signalOfItem(item: InboxItem, sessionOf: SessionOf): Signal | null {
  const { id: tag, subject, kind, moment, since, title: name, text: said, cause } = item
  if (item.mark !== null || (subject.type === 'session' && isAssistant(sessionOf, subject.id))) return null
  return { tag, kind, moment, since, isApproval: false, name, said, cause, link: linkOf(subject, item) }
}

function linkOf({ type, id }: NeedSubject, { about }: InboxItem): string {
  const encoded = encodeURIComponent(id)
  switch (type) {
    case 'session':
      return `/board?session=${encoded}`
    case 'task':
      return `/board?task=${encoded}`
    case 'strand':
      return `/strands/${encoded}`
    case 'run':
      return about === null ? '/strands' : `/strands/${encodeURIComponent(about.id)}/runs/${encoded}`
  }
}

/** Null for what is decided, and for sessions of the assistant. */
export function signalOfApproval(approval: ApprovalCard, sessionOf: SessionOf): Signal | null {
  const { id, session_id: session, session_label: name, asked_at: since, summary, state, tool_name: tool } = approval
  if (state !== 'open' || isAssistant(sessionOf, session)) return null
  const link = `/approvals/${encodeURIComponent(id)}`
  const said = summary
  return {
    tag: tagOfSession(session),
    kind: 'needs_you',
    moment: id,
    since,
    isApproval: true,
    name,
    said,
    cause: tool,
    link,
  }
}

export const tagOfSession = (id: string): string => `session:${id}`

/** One that said goodbye was switched off by somebody; one that fell silent is news. */
export function signalOfDevice(device: Device): Signal | null {
  const { id, label, status, is_unreachable: isSilent, last_heartbeat: last } = device
  if (status !== 'offline' || !isSilent) return null
  const since = last ?? device.paired_at
  return {
    tag: `device:${id}`,
    kind: 'device_offline',
    moment: since,
    since,
    isApproval: false,
    name: label,
    said: null,
    cause: null,
    link: '/devices',
  }
}

export function signalOfBudget(id: string, { moment, since, title, text, link }: BudgetState): Signal {
  const tag = `budget:${id}`
  return { tag, kind: 'budget', moment, since, isApproval: false, name: title, said: text, cause: null, link }
}

/** All that was told, by where it came from. */
export type HeardOfRooms = {
  readonly items: ReadonlyMap<string, InboxItem>
  /** Open ones, by their id. */
  readonly approvals: ReadonlyMap<string, ApprovalCard>
}

/**
 * What stands for one tag of the inbox now: the approval that asked first, else the item. A blocked task whose session calls
 * is told by that one.
 */
export function standing(tag: string, { items, approvals }: HeardOfRooms, sessionOf: SessionOf): Signal | null {
  const asked = askedFirst(tag, approvals, sessionOf)
  if (asked !== null) return asked
  const item = items.get(tag)
  if (item === undefined || (item.kind === 'blocked' && isToldBySession(item, items))) return null
  return signalOfItem(item, sessionOf)
}

/** Of a service that is busy this is asked a thousand times a second, and nearly always there are none. */
function askedFirst(tag: string, approvals: HeardOfRooms['approvals'], sessionOf: SessionOf): Signal | null {
  if (approvals.size === 0) return null
  const asked = [...approvals.values()].filter(({ session_id: session }) => tagOfSession(session) === tag)
  for (const approval of asked.toSorted((one, other) => (one.asked_at < other.asked_at ? -1 : 1))) {
    const signal = signalOfApproval(approval, sessionOf)
    if (signal !== null) return signal
  }
  return null
}

function isToldBySession(task: InboxItem, items: HeardOfRooms['items']): boolean {
  return items
    .values()
    .some(
      ({ subject, task_id: of, mark }) =>
        subject.type === 'session' &&
        of !== null &&
        of === task.task_id &&
        (mark === null || task.cause === subject.id),
    )
}

/** The tags that a change of these concerns: blocked tasks, by their ids, stand or fall with their sessions. */
export function concerned(changed: readonly string[], blocked: ReadonlySet<string>): Iterable<string> {
  return blocked.size === 0 ? changed : new Set([...changed, ...blocked])
}
