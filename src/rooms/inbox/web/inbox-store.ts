// The inbox as the page knows it: the items that the board's feed tells, arranged anew when somebody looks.
import { ok } from '#base/result.ts'
import { call } from '#platform/web/api/call.ts'
import { followIn } from '#platform/web/live/follower.ts'
import { createEntityStore } from '#platform/web/store/entity-store.ts'
import { createValue } from '#platform/web/store/value-store.ts'
import { liveInbox, readInbox } from '../api.ts'
import type { InboxCounts, InboxItem } from '../contract.ts'
import { arrange, type Inbox } from '../core/arrange.ts'

export const inboxItems = createEntityStore<InboxItem>()

/** As many as the service gives at once. */
const pageSize = 200

export const inboxFollower = followIn(liveInbox, inboxItems, {
  async read() {
    const all: InboxItem[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const from: { cursor?: string } = cursor === '' ? {} : { cursor }
      const answer = await call(readInbox, { query: { state: 'all', limit: pageSize, ...from } })
      if (!answer.ok) return answer
      all.push(...answer.value.items)
      cursor = answer.value.next_cursor
    }
    return ok(all)
  },
})

/** Arranged anew once for each frame of the feed. */
export const inbox = createValue<Inbox>(arrange([]))
/** The same counts in words, wherever they are told. */
export const needsTold = createValue<Pick<InboxCounts, 'waiting' | 'to_see'>>(inbox.get().counts)
/** Who waits: the one number in title, icon and tab. */
export const needCount = createValue(0)

inboxItems.onChanges(() => {
  const next = arrange(inboxItems.all())
  inbox.set(next)
  needCount.set(next.counts.waiting)
  needsTold.set(next.counts)
})
