// What is told of items and groups, the same words on the page, the command line and in notices.
import { minuteMs, fromIso } from '#base/time.ts'
import type { InboxItem, InboxSectionId } from '../contract.ts'
import type { Inbox, InboxGroup, InboxSection } from './arrange.ts'

/** How a moment is written where the words are read: `10:02`. */
export type ClockOf = (iso: string) => string

export const sectionWords: Readonly<Record<InboxSectionId, { readonly title: string; readonly note: string }>> = {
  waiting: { title: 'Waiting', note: 'permissions first, then who waits longest' },
  failed: { title: 'Failed', note: 'until seen' },
  strands: { title: 'Strands', note: 'failed and missed runs' },
  blocked: { title: 'Blocked here', note: 'by an agent or a person, not by an import' },
}

/** `until seen, in 4 groups` where several are told as one. */
export function sectionNote({ id, count, groups }: InboxSection): string {
  const { note } = sectionWords[id]
  return count === groups.length ? note : `${note}, in ${groups.length === 1 ? '1 group' : `${groups.length} groups`}`
}

/** As in `1 needs you`, `3 need you`: who waits, one by one. Nobody else is counted so, wherever it is counted. */
export function needsYou(waiting: number): string {
  return waiting === 1 ? 'needs you' : 'need you'
}

/** `3 need you, 5 to see`, the same wherever both are told; what there is none of is left out. */
export function countsInWords({ waiting, to_see: toSee }: Pick<Inbox['counts'], 'waiting' | 'to_see'>): string {
  const waits = waiting === 0 ? [] : [`${waiting} ${needsYou(waiting)}`]
  const sees = toSee === 0 ? [] : [`${toSee} to see`]
  return [...waits, ...sees].join(', ')
}

/** `10 sessions of “Move CI to arm64”`, or the title of what stands alone. */
export function groupTitle({ items }: InboxGroup): string {
  const [first] = items
  if (items.length === 1 || first.about?.type === 'strand') return first.title
  const isOfOne = first.about !== null && items.every(({ about }) => about?.id === first.about?.id)
  return isOfOne ? `${items.length} sessions of “${first.about.title}”` : `${items.length} sessions`
}

/** Failures that lie no further apart are told as one event. */
const togetherMs = 10 * minuteMs

/** What it asks or why it failed; of several, what they have in common. */
export function groupText(group: InboxGroup, clockOf: ClockOf): string | null {
  const { items } = group
  const [first] = items
  if (items.length === 1) return itemText(first, clockOf)
  if (first.kind === 'needs_you') return `ask the same: ${first.cause}`
  if (first.about?.type === 'strand') return strandText(items, clockOf)
  const times = items.map(({ since }) => since).toSorted()
  const [from = first.since, to = first.since] = [times[0], times.at(-1)]
  const isTogether = fromIso(to) - fromIso(from) <= togetherMs
  return `${isTogether ? spanOf(clockOf(from), clockOf(to)) : 'failed for one reason'}: ${first.cause}`
}

export function itemText({ kind, text, times, moment }: InboxItem, clockOf: ClockOf): string | null {
  if (kind === 'missed') return `missed ${times === 1 ? '1 run' : `${times} runs`}, the last at ${clockOf(moment)}`
  if (kind !== 'run_failed' || times < 2) return text
  return `${text ?? 'failed'}, ${timesInWords(times)} in a row`
}

/** `2 runs failed: ECONNREFUSED; missed 30 runs, the last at 10:22`, whichever of both came last. */
function strandText(items: InboxGroup['items'], clockOf: ClockOf): string {
  const [newest, ...others] = items.filter(({ kind }) => kind === 'run_failed')
  const missed = items.filter(({ kind }) => kind === 'missed').map((item) => itemText(item, clockOf))
  if (newest === undefined) return missed.join('; ')
  const why = itemText(newest, clockOf) ?? 'failed for no known reason'
  const failures = others.length === 0 ? why : `${others.length + 1} runs failed: ${why}`
  return [failures, ...missed].join('; ')
}

function spanOf(from: string, to: string): string {
  return from === to ? `failed together at ${from}` : `failed together, ${from} to ${to}`
}

function timesInWords(times: number): string {
  return times === 2 ? 'twice' : times === 3 ? 'three times' : `${times} times`
}
