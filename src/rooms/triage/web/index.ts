// What the page takes from the triage room.
import { lazy } from 'react'

export { NowBlock } from './page/now-block.tsx'
export { TriagePortsContext, type TriagePorts } from './ports.ts'
export { lanesFollower } from './data/triage-data.ts'
export { TriageHost } from './triage-host.tsx'
export { openWhy } from './triage-url.ts'

/** Loaded with its first showing. */
export const TriagePage = lazy(() =>
  import('./page/triage-page.tsx').then(({ TriagePage }) => ({ default: TriagePage })),
)
