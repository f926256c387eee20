// What the page takes from the inbox.
import { BellRing } from 'lucide-react'
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import type { PageRoom } from '#platform/web/shell/page-room.ts'
import { InboxHost } from './inbox-host.tsx'
import { inboxFollower } from './inbox-store.ts'
import { inboxPath, openInbox } from './inbox-state.ts'

export { NeedsButton, NeedsMark } from './inbox-host.tsx'
export { cardsInNeed } from './cards-in-need.ts'
export { needCount, needsTold } from './inbox-store.ts'
export { NeedsStrip } from './needs-strip.tsx'
export { InboxPortsContext, type InboxPagePorts } from './ports.ts'

/** A block of Home, which begins with it. */
export const NeedsBlock = lazyPart(() => import('./needs-block.tsx').then(({ NeedsBlock }) => NeedsBlock), null)

const InboxPage = lazyPart(() => import('./inbox-page.tsx').then(({ InboxPage }) => InboxPage))

/** What needs a person: over every page, and on a page of its own. */
export const inboxRoom: PageRoom = {
  name: 'inbox',
  followers: [inboxFollower],
  tabs: [
    {
      id: 'inbox',
      label: 'Needs you',
      path: inboxPath,
      icon: BellRing,
      modes: ['legacy', 'fabric'],
      key: 'n',
      isUnlisted: true,
      Page: InboxPage,
    },
  ],
  commands: [
    { id: 'inbox.open', title: 'See what needs you', group: 'Page', keys: 'i', icon: BellRing, run: () => openInbox() },
  ],
  palette: () => import('./palette-source.ts').then(({ inboxSource }) => [inboxSource]),
  Host: InboxHost,
}
