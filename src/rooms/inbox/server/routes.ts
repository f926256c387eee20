// The HTTP face of the inbox: /api/inbox.
import { ok } from '#base/result.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount } from '#platform/server/http/mount.ts'
import { pageOf, pageRequest } from '#platform/server/http/pages.ts'
import type { InboxItem, InboxState } from '../contract.ts'
import { arrange, inOrder, type Inbox } from '../core/arrange.ts'
import { narrow } from '../core/narrow.ts'
import { inboxRoutes } from './bound-routes.ts'
import type { InboxContext } from './context.ts'
import { markItems } from './mark-items.ts'

export function mountInbox(api: Api, context: InboxContext): void {
  mount(api, inboxRoutes.readInbox, async ({ query: { state, section = null, q = '', ...query } }) => {
    const page = pageRequest(query)
    if (!page.ok) return page
    const inbox = narrow(arrange(context.book.all()), { section, q })
    const numbered = itemsIn(inbox, state).map((item, index) => ({ item, number: index + 1 }))
    const { from, limit } = page.value
    const rows = numbered.slice(from ?? 0, (from ?? 0) + limit + 1)
    const { rows: shown, next } = pageOf(rows, page.value, ({ number }) => number)
    const items = shown.map(({ item }) => item)
    return ok({ items, counts: inbox.counts, next_back: inbox.nextBack, next_cursor: next })
  })
  mount(api, inboxRoutes.markInbox, ({ body }) => markItems(context, body))
}

function itemsIn(inbox: Inbox, state: InboxState): readonly InboxItem[] {
  switch (state) {
    case 'open':
      return inOrder(inbox)
    case 'snoozed':
      return inbox.snoozed
    case 'seen':
      return inbox.seen
    case 'all':
      return [...inOrder(inbox), ...inbox.snoozed, ...inbox.seen]
  }
}
