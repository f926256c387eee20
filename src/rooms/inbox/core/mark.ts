// What a person may say to an item, and for how long it holds.
import type { InboxItem, InboxMark, MarkedItem, MarkRequest, Need } from '../contract.ts'

/** A mark as it is kept: for one moment of one subject. */
export type KeptMark = { readonly moment: string; readonly mark: InboxMark }

/** The mark if it is for this moment of the need: a later one is unseen. */
export function markFor(need: Pick<Need, 'moment'>, kept: KeptMark | undefined): InboxMark | null {
  return kept !== undefined && kept.moment === need.moment ? kept.mark : null
}

/** Whether its time is over. One that ends by a change has no time. */
export function isOver({ mark }: KeptMark, nowIso: string): boolean {
  return mark.kind === 'snoozed' && mark.until !== null && mark.until <= nowIso
}

/** Why the item is left as it is; null when it can be marked. */
export function whyNot(
  item: InboxItem | null,
  asked: MarkedItem,
  { mark }: Pick<MarkRequest, 'mark'>,
): { readonly error: 'not_found' | 'conflict'; readonly reason: string } | null {
  if (item === null) return { error: 'not_found', reason: 'It does not need anybody any more.' }
  if (asked.moment !== undefined && asked.moment !== item.moment) {
    return { error: 'conflict', reason: 'It changed since you looked: what it needs now is new.' }
  }
  if (mark === 'seen' && item.kind === 'needs_you') {
    return { error: 'conflict', reason: 'It still waits: answer it, stop it or snooze it.' }
  }
  return null
}

/** The mark to keep; null takes one back. A time that has passed is none. */
export function markAsked({ mark, until = null }: MarkRequest, at: string): InboxMark | null {
  switch (mark) {
    case 'seen':
      return { kind: 'seen', at }
    case 'snoozed':
      return until !== null && until <= at ? null : { kind: 'snoozed', at, until }
    case 'none':
      return null
  }
}
