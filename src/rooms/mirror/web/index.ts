// What the page takes from the mirror room.
import { Waypoints } from 'lucide-react'
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import type { PageRoom } from '#platform/web/shell/page-room.ts'

/** Loaded with the settings. */
const GatewaySection = lazyPart(() => import('./gateway-section.tsx').then(({ GatewaySection }) => GatewaySection))

/** The gateway among the settings. */
export const mirrorRoom: PageRoom = {
  name: 'mirror',
  sections: [{ id: 'gateway', label: 'Gateway', icon: Waypoints, Section: GatewaySection }],
}
