// What the page takes from the activity.
import { Activity } from 'lucide-react'
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import type { PageRoom } from '#platform/web/shell/page-room.ts'
import { ActivityHost } from './activity-host.tsx'
import { toggleActivity } from './activity-state.ts'
import { happenings } from './happened.ts'

export { ActivityButton } from './activity-host.tsx'

/** What happened, at the foot of a page. */
export const ActivityLow = lazyPart(() => import('./activity-low.tsx').then(({ ActivityLow }) => ActivityLow), null)

const ActivityPage = lazyPart(() => import('./activity-page.tsx').then(({ ActivityPage }) => ActivityPage))

/** What happened: over every page, and on a page of its own. */
export const activityRoom: PageRoom = {
  name: 'activity',
  tabs: [
    {
      id: 'activity',
      label: 'Activity',
      path: '/activity',
      icon: Activity,
      modes: ['legacy', 'fabric'],
      key: 'a',
      isUnlisted: true,
      Page: ActivityPage,
    },
  ],
  commands: [{ id: 'activity.open', title: 'See what happened', group: 'Page', icon: Activity, run: toggleActivity }],
  followers: happenings,
  Host: ActivityHost,
}
