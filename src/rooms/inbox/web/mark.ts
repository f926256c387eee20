// What a person says to items: shown at once, told with Undo, snapped back with the reason when it is refused.
import { call } from '#platform/web/api/call.ts'
import { refusedHere } from '#platform/web/ui/sending.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { report } from '#platform/web/ui/report.ts'
import { toastWithUndo } from '#platform/web/ui/toasts.ts'
import { markInbox } from '../api.ts'
import type { InboxItem, InboxMark, MarkRequest } from '../contract.ts'
import { inboxItems } from './inbox-store.ts'

/** The service takes as many at once. */
const markLimit = 1000

type Said = Pick<MarkRequest, 'mark' | 'until'>
type Notice = { readonly title: string; readonly text?: string | null; readonly tone?: string }

/** A mark that takes back nothing is told with Undo. */
export async function markItems(items: readonly InboxItem[], said: Said, notice: Notice): Promise<void> {
  if (items.length === 0) return
  const problem = await send(items, said)
  if (problem !== null) return report('Not changed', problem, () => void markItems(items, said, notice))
  toastWithUndo({ tone: 'success', ...notice }, () => takeBack(items))
}

/** As they were before: one that was snoozed is snoozed again. */
async function takeBack(items: readonly InboxItem[]): Promise<Problem | null> {
  for (const [key, group] of Map.groupBy(items, ({ mark }) => JSON.stringify(saidBy(mark)))) {
    const problem = await send(group, JSON.parse(key) as Said)
    if (problem !== null) return problem
  }
  return null
}

function saidBy(mark: InboxMark | null): Said {
  if (mark === null) return { mark: 'none' }
  return mark.kind === 'seen' ? { mark: 'seen' } : { mark: 'snoozed', until: mark.until }
}

async function send(items: readonly InboxItem[], said: Said): Promise<Problem | null> {
  const at = new Date().toISOString()
  const shown = shownMark(said, at)
  const lifts = items.map(({ id, moment }) =>
    inboxItems.overlay(id, (truth) => (truth.moment === moment ? { ...truth, mark: shown } : truth)),
  )
  try {
    for (let from = 0; from < items.length; from += markLimit) {
      const part = items.slice(from, from + markLimit).map(({ id, moment }) => ({ id, moment }))
      const answer = await call(markInbox, { body: { items: part, ...said } })
      if (!answer.ok) return answer.error
      inboxItems.apply(answer.value.items.map((item) => ({ id: item.id, value: item })))
      const [left] = answer.value.left
      if (left !== undefined && answer.value.items.length === 0) return refusedHere(left.reason)
    }
    return null
  } finally {
    for (const lift of lifts) lift()
  }
}

function shownMark({ mark, until = null }: Said, at: string): InboxMark | null {
  if (mark === 'none') return null
  return mark === 'seen' ? { kind: 'seen', at } : { kind: 'snoozed', at, until }
}
