// The routes of what needs a person, and its live kind.
import { liveKind } from '#platform/live-kind.ts'
import { route } from '#platform/route.ts'
import type { InboxAnswer, InboxItem, InboxQuery, MarkAnswer, MarkRequest } from './contract.ts'

const access = 'local_or_authenticated'

/** What needs a person, whether it was seen or not. */
export const liveInbox = liveKind<InboxItem>()({ kind: 'inbox', listed: 'inbox' })

/** Who waits, then what failed, in the order in which a person should look. */
export const readInbox = route<{ query: Partial<InboxQuery>; answer: InboxAnswer }>()({
  method: 'GET',
  path: '/api/inbox',
  access,
})

/** Marks items as seen or snoozed, or takes that back. */
export const markInbox = route<{ body: MarkRequest; answer: MarkAnswer }>()({
  method: 'POST',
  path: '/api/inbox/marks',
  access,
})
