// What other nodes of this hub do to devices: what they change is read, and what they hold is let go.
import type { Database } from '#platform/server/db/open-database.ts'
import { createReadOthers } from '#platform/server/db/read-others.ts'
import type { NodeRelay } from '#platform/server/http/forward/relay.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { NodesTold } from '#rooms/nodes/contract.ts'
import type { Connections } from './connections.ts'
import { devicesNews, type DeviceBook } from './device-book.ts'
import type { DeviceNodes } from './ports.ts'

/** As the nodes room tells; null where this service is alone. Never rejects. */
export type TellHubNodes = () => Promise<NodesTold | null>

/** The nodes of this hub, as the nodes room has them. `relay`: the way to them; null where this service is alone. */
export type HubNodes = { readonly told: TellHubNodes; readonly relay: Pick<NodeRelay, 'here' | 'ask'> | null }

type Following = {
  readonly database: Pick<Database, 'others'>
  readonly log: Log
  readonly nodes: DeviceNodes
  readonly book: DeviceBook
  readonly connections: Pick<Connections, 'letGo' | 'revoke' | 'isThere'>
}

export function followNodes({ database, log, nodes, book, connections }: Following): void {
  const read = createReadOthers({ log, what: 'devices that another node changed' })
  const reread = (ids: readonly string[]): Promise<void> =>
    read(async () => {
      await book.reread(ids)
      for (const id of ids) {
        if (book.get(id)?.revoked_at !== null && connections.isThere(id)) await connections.revoke(id)
      }
    })
  database.others.follow(devicesNews, { hear: reread, missed: () => reread(book.all().map(({ id }) => id)) })
  nodes.follow(async (id) => {
    if (nodes.holderOf(id) !== nodes.here) await connections.letGo(id)
    await reread([id])
  })
}

/** Nodes that are reached from elsewhere, this one among them. */
export async function addressesOf(told: TellHubNodes): Promise<string[]> {
  const nodes = await told()
  return (nodes?.nodes ?? []).flatMap(({ url, standing }) => (url === null || standing === 'gone' ? [] : [url]))
}
