// What the page takes from the workflow room.
import { Workflow } from 'lucide-react'
import { lazy } from 'react'
import type { PageRoom } from '#platform/web/shell/page-room.ts'
import { strandCommands, strandSources } from './palette-source.ts'

/** Loaded when it is first shown. */
const StrandsPage = lazy(() => import('./strands-page.tsx').then(({ StrandsPage }) => ({ default: StrandsPage })))

/** The page of strands and their runs, and their place in the palette. */
export const flowRoom: PageRoom = {
  name: 'flow',
  tabs: [
    {
      id: 'strands',
      label: 'Strands',
      path: '/strands/*?',
      icon: Workflow,
      modes: ['legacy', 'fabric'],
      key: 'w',
      isRare: true,
      Page: StrandsPage,
    },
  ],
  commands: strandCommands,
  palette: strandSources,
}
