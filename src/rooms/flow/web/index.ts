// What the page takes from the workflow room.
import { CalendarDays, RefreshCw, Workflow } from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import { lazyAct } from '#platform/web/lazy/lazy-act.ts'
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import type { PageRoom } from '#platform/web/shell/page-room.ts'

export { hrefOfRun, hrefOfStrand } from './flow-url.ts'

/** A new run goes on where this one ended; the notice leads there. */
export const retryFailedRun = lazyAct(
  () => import('./from-elsewhere.ts'),
  ({ retryFailedRun }) => retryFailedRun,
)
/** Starts a run with no input; the notice leads to the strand. */
export const runStrandNow = lazyAct(
  () => import('./from-elsewhere.ts'),
  ({ runStrandNow }) => runStrandNow,
)

const beginToFollow = lazyAct(
  () => import('./follow-runs.ts'),
  ({ beginToFollow }) => beginToFollow,
)

const reloadStrands = lazyAct(
  () => import('./actions.ts'),
  ({ reloadStrands }) => reloadStrands,
)

/** Hears of each run that begins or ends until the answer is called. */
export function followRuns(listener: () => void): () => void {
  const until = new AbortController()
  void beginToFollow(listener, until.signal)
  return () => until.abort()
}

/** Loaded when it is first shown. */
const StrandsPage = lazyPart(() => import('./strands-page.tsx').then(({ StrandsPage }) => StrandsPage))

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
  commands: [
    {
      id: 'strands.calendar',
      title: 'Show what runs when',
      group: 'Strands',
      icon: CalendarDays,
      run: () => navigate('/strands?view=calendar'),
    },
    {
      id: 'strands.reload',
      title: 'Reload strand folders',
      group: 'Strands',
      icon: RefreshCw,
      run: () => void reloadStrands(),
    },
  ],
  palette: () => import('./palette-source.ts').then(({ strandSources }) => strandSources),
}
