// What the page takes from the triage room.
import { ListOrdered } from 'lucide-react'
import { lazy } from 'react'
import type { PageRoom } from '#platform/web/shell/page-room.ts'
import { TriageHost } from './triage-host.tsx'

export { NowBlock } from './page/now-block.tsx'
export { TriagePortsContext, type TriagePorts } from './ports.ts'
export { lanesFollower } from './data/triage-data.ts'
export { openWhy } from './triage-url.ts'

/** Loaded with its first showing. */
const TriagePage = lazy(() => import('./page/triage-page.tsx').then(({ TriagePage }) => ({ default: TriagePage })))

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
  Host: TriageHost,
}
