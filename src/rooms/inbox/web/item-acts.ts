// What can be done with a group of the inbox, the same by button and by key.
import type { InboxItem } from '../contract.ts'
import type { InboxGroup } from '../core/arrange.ts'
import { groupTitle } from '../core/words.ts'
import { formatMoment } from '#platform/web/time/moment.ts'
import { markItems } from './mark.ts'

/** An agent that waits can be put off, and not seen away. */
export const canBeSeen = ({ kind }: InboxItem): boolean => kind !== 'needs_you'

export function markSeen(group: InboxGroup): void {
  const items = group.items.filter(canBeSeen)
  const text = items.some(({ subject }) => subject.type === 'session')
    ? 'It stays in Review; a new failure comes back here.'
    : 'It comes back here when it happens again.'
  void markItems(items, { mark: 'seen' }, { title: `Seen: ${groupTitle(group)}.`, text })
}

export function snooze(group: InboxGroup, until: string | null): void {
  const when = until === null ? 'until it changes' : `until ${formatMoment(until)}, or until it changes`
  void markItems(
    group.items,
    { mark: 'snoozed', until },
    { title: `Snoozed ${groupTitle(group)}.`, text: `Away ${when}.` },
  )
}

export function bringBack(item: InboxItem): void {
  void markItems([item], { mark: 'none' }, { title: `Back: ${item.title}.` })
}

export type MainAct = { readonly label: string; readonly kind: 'restart' | 'retry' | 'run' }

/** What sets all of the group going again; null where nothing does. */
export function mainActOf({ items }: InboxGroup): MainAct | null {
  const [{ again }] = items
  if (again === null) return null
  const several = items.length > 1 && again === 'restart' ? ` ${items.length}` : ''
  return { kind: again, label: `${labels[again]}${several}` }
}

const labels = { restart: 'Restart', retry: 'Retry', run: 'Run now' } as const
