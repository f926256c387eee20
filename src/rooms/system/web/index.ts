// What the page takes from the system room.
import { Server } from 'lucide-react'
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import type { PageRoom } from '#platform/web/shell/page-room.ts'

/** Loaded when it is first shown. */
const SystemPage = lazyPart(() => import('./system-page.tsx').then(({ SystemPage }) => SystemPage))

/** The page of the service itself. */
export const systemRoom: PageRoom = {
  name: 'system',
  tabs: [
    {
      id: 'system',
      label: 'System',
      path: '/system',
      icon: Server,
      modes: ['legacy', 'fabric'],
      key: 'y',
      isRare: true,
      Page: SystemPage,
    },
  ],
}
