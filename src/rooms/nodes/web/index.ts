// What the page takes from the nodes room, in fabric mode alone; its panel comes with its first use.
import { openPanel } from '#platform/web/shell/panel-url.ts'
import type { PageRoom } from '#platform/web/shell/page-room.ts'
import { NodesHost } from './nodes-host.tsx'

export { nodeFaceOf } from './face.ts'
export { nodes, nodesTold } from './node-store.ts'
export { pollNodes } from './poll-nodes.ts'
export { connectNodes } from './ports.ts'

/** Opens the panel of a node over the present page. */
export const openNode = (name: string): void => openPanel('node', name)

/** The other services of this one's PostgreSQL, as a panel each. */
export const nodesRoom: PageRoom = { name: 'nodes', Host: NodesHost }
