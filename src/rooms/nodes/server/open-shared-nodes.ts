// The room with an address of PostgreSQL.
import { isLoopbackName } from '#platform/server/access/loopback.ts'
import type { Room } from '#platform/server/house/room.ts'
import type { NodesGround } from './index.ts'
import type { OwnFacts } from './node-row.ts'
import type { NodesPort } from './ports.ts'
import { createNodeTable } from './postgres/node-table.ts'
import { createPresence } from './presence.ts'

/** `url`: `postgres://…` */
export function openSharedNodes(ground: NodesGround, url: string): Room & NodesPort {
  const { config, machine, log } = ground
  const node = config.node ?? machine.hostName
  const table = createNodeTable({ url, node, log })
  const presence = createPresence({ ...ground, table, node, facts: () => factsOf(ground) })
  return {
    told: presence.told,
    forgetGone: presence.forgetGone,
    start: async () => presence.start(),
    stop: presence.stop,
    [Symbol.asyncDispose]: presence.stop,
  }
}

function factsOf({ config, machine, address, version }: NodesGround): OwnFacts {
  return {
    hostname: machine.hostName,
    url: config.publicUrl ?? (isLoopbackName(config.host.toLowerCase()) ? null : address.url()),
    version,
    capabilities: config.flow.capabilities,
    upMs: Math.round(process.uptime() * 1000),
  }
}
