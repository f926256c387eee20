// The panel of a node over every page, loaded when the first is opened.
import type { ReactNode } from 'react'
import { lazyOverlay } from '#platform/web/lazy/lazy-part.tsx'
import { usePanel } from '#platform/web/shell/panel-url.ts'

const NodeDialog = lazyOverlay(() => import('./detail/node-dialog.tsx').then(({ NodeDialog }) => NodeDialog))

export function NodesHost(): ReactNode {
  const shown = usePanel('node')
  return shown === null ? null : <NodeDialog key={shown} name={shown} />
}
