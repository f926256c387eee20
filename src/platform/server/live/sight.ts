// What viewers say of themselves: tabs that nobody can see, since what only eyes want is not read for them, and which page the
// others show, since nobody is called for what they look at.
import { viewFrameSchema, type ViewFrame } from '#platform/contract.ts'
import type { LiveViewer } from './live-feed.ts'

export interface Sight {
  /** Follows what a viewer says of itself. */
  readonly heed: (viewer: LiveViewer) => void
  /** How many viewers are hidden. */
  readonly hidden: () => number
  /** The addresses of the pages that are seen, as far as they are told: `/board?session=s1`. */
  readonly pages: () => readonly string[]
}

export function createSight(): Sight {
  const said = new Map<LiveViewer, ViewFrame>()
  const ofState = (state: ViewFrame['state']) => said.values().filter((view) => view.state === state)
  return {
    heed(viewer) {
      viewer.onGone(() => said.delete(viewer))
      viewer.onMessage((data) => {
        const view = readView(data)
        if (view !== null) said.set(viewer, view)
      })
    },
    hidden: () => ofState('hidden').toArray().length,
    pages: () =>
      ofState('visible')
        .flatMap(({ page }) => (page === undefined ? [] : [page]))
        .toArray(),
  }
}

/** Null for what newer pages may say. */
function readView(data: Buffer): ViewFrame | null {
  try {
    return viewFrameSchema.safeParse(JSON.parse(data.toString())).data ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
