// What the page takes from the streams room.
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'

export { StreamsPortsContext, type StreamPagePorts } from './ports.ts'
export { hrefOfReplay, replayPath } from './replay-url.ts'

/** A session's replay, as a page of its own. */
export const ReplayPage = lazyPart(() => import('./replay/replay-page.tsx').then(({ ReplayPage }) => ReplayPage))

/** What a session did, as it is known now: the left pane of its terminal. */
export const LiveDerived = lazyPart(() => import('./derived/live-derived.tsx').then(({ LiveDerived }) => LiveDerived))
