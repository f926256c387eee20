// What the page takes from the triage room.
import { ListOrdered } from 'lucide-react'
import { lazyHost, lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import type { PageRoom } from '#platform/web/shell/page-room.ts'
import { lanesFollower } from './data/lanes-feed.ts'

export { TriagePortsContext, type TriagePorts } from './ports.ts'
export { openWhy } from './triage-url.ts'

/** A block of Home, which begins with it. */
export const NowBlock = lazyPart(() => import('./page/now-block.tsx').then(({ NowBlock }) => NowBlock), null)

/** The same lane beside the cockpit, with more of each task. */
export const NowLane = lazyPart(() => import('./page/now-lane.tsx').then(({ NowLane }) => NowLane), null)

/** Loaded with its first showing. */
const TriagePage = lazyPart(() => import('./page/triage-page.tsx').then(({ TriagePage }) => TriagePage))

/** The page of lanes, with its panels and menus. */
export const triageRoom: PageRoom = {
  name: 'triage',
  tabs: [
    {
      id: 'triage',
      label: 'Triage',
      path: '/triage',
      icon: ListOrdered,
      modes: ['legacy', 'fabric'],
      key: 't',
      Page: TriagePage,
    },
  ],
  followers: [lanesFollower],
  Host: lazyHost(() => import('./triage-host.tsx').then(({ TriageHost }) => TriageHost)),
}
