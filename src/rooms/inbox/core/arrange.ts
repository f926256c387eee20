// What needs a person, in the order in which to take it: the one answer of page, phone, command line and counts.
import type { InboxCounts, InboxItem, InboxSectionId, NeedKind } from '../contract.ts'
import { foldTasks } from './fold.ts'

export const sectionIds: readonly InboxSectionId[] = ['waiting', 'failed', 'strands', 'blocked']

/** The section in which each kind stands. */
export const sectionOfKind: Readonly<Record<NeedKind, InboxSectionId>> = {
  needs_you: 'waiting',
  failed: 'failed',
  run_failed: 'strands',
  missed: 'strands',
  blocked: 'blocked',
}

/** Items that are told as one. The first one speaks for them: whose turn is first, or the newest failure. */
export type InboxGroup = { readonly id: string; readonly items: readonly [InboxItem, ...InboxItem[]] }

export type InboxSection = {
  readonly id: InboxSectionId
  /** Items, not groups. */
  readonly count: number
  readonly groups: readonly InboxGroup[]
}

export type Inbox = {
  /** Without those that are empty. */
  readonly sections: readonly InboxSection[]
  /** The soonest back first; those that come back by a change alone last. */
  readonly snoozed: readonly InboxItem[]
  /** The last one seen first. */
  readonly seen: readonly InboxItem[]
  readonly counts: InboxCounts
  /** When the next snoozed one comes back; null when none does by itself. */
  readonly nextBack: string | null
}

export function arrange(all: Iterable<InboxItem>): Inbox {
  const items = Map.groupBy(foldTasks([...all]), ({ mark }) => mark?.kind ?? 'open')
  const open = items.get('open') ?? []
  const snoozed = items.get('snoozed')?.toSorted(bySoonest) ?? []
  const seen = items.get('seen')?.toSorted(bySeen) ?? []
  const bySection = Map.groupBy(open, ({ kind }) => sectionOfKind[kind])
  const sections = sectionIds.flatMap((id) => sectionOf(id, bySection.get(id)) ?? [])
  const waiting = sections.find(({ id }) => id === 'waiting')?.count ?? 0
  const toSee = sections.reduce((sum, { id, groups }) => (id === 'waiting' ? sum : sum + groups.length), 0)
  return {
    sections,
    snoozed,
    seen,
    counts: { waiting, to_see: toSee, open: open.length, snoozed: snoozed.length, seen: seen.length },
    nextBack: untilOf(snoozed[0]),
  }
}

/** Of the sections, one after the other. */
export function inOrder({ sections }: Pick<Inbox, 'sections'>): InboxItem[] {
  return sections.flatMap(({ groups }) => groups.flatMap(({ items }) => items))
}

function sectionOf(id: InboxSectionId, items: readonly InboxItem[] | undefined): InboxSection | null {
  if (items === undefined) return null
  return { id, count: items.length, groups: groupsOf(id, items.toSorted(orderOf(id))) }
}

/** Fewer agents that ask the same are told one by one: each is somebody to answer. */
const fewestWaiting = 3

/** `items` in their order: a group stands where its first one stands. */
function groupsOf(section: InboxSectionId, items: readonly InboxItem[]): InboxGroup[] {
  const found = Map.groupBy(items, (item) => sameAs(item) ?? item.id)
  const fewest = section === 'waiting' ? fewestWaiting : 2
  const groups = [...found].flatMap(([id, [first, ...rest]]): InboxGroup[] => {
    if (first === undefined) return []
    if (rest.length + 1 >= fewest) return [{ id, items: [first, ...rest] }]
    return [first, ...rest].map((item) => ({ id: item.id, items: [item] }))
  })
  // Taken apart again, members of a small group do not stand beside each other; all others stand as they were found.
  if (groups.length === found.size) return groups
  const compare = orderOf(section)
  return groups.toSorted((one, other) => compare(one.items[0], other.items[0]))
}

/** What it has in common with those that are told with it; null for what is told alone. */
function sameAs({ kind, cause, about }: InboxItem): string | null {
  switch (kind) {
    case 'needs_you':
      // Agents that work on nothing in common are told by their names, whatever they ask.
      return cause === null || about === null ? null : `asks/${about.id}/${cause}`
    case 'failed':
      return cause === null ? null : `failed/${cause}`
    case 'run_failed':
    case 'missed':
      return about === null ? null : `strand/${about.id}`
    case 'blocked':
      return null
  }
}

const orderOf = (section: InboxSectionId) => (section === 'waiting' ? byTurn : byNewest)

/** A permission is asked for a while only: the one that ends first stands first, before those who wait for ever. */
function byTurn(one: InboxItem, other: InboxItem): number {
  return compareText(one.asks_until ?? never, other.asks_until ?? never) || byOldest(one, other)
}

/** Times of one form compare as text; the id settles the rest, so that the order is always the same. */
function byOldest(one: InboxItem, other: InboxItem): number {
  return compareText(one.since, other.since) || compareText(one.id, other.id)
}

function byNewest(one: InboxItem, other: InboxItem): number {
  return compareText(other.since, one.since) || compareText(one.id, other.id)
}

/** After every year that a time may have. */
const never = '~'

function bySoonest(one: InboxItem, other: InboxItem): number {
  return compareText(untilOf(one) ?? never, untilOf(other) ?? never) || byOldest(one, other)
}

function bySeen(one: InboxItem, other: InboxItem): number {
  return compareText(other.mark?.at ?? '', one.mark?.at ?? '') || byNewest(one, other)
}

function untilOf(item: InboxItem | undefined): string | null {
  return item?.mark?.kind === 'snoozed' ? item.mark.until : null
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
