// The room with an address of PostgreSQL.
import { randomUUID } from 'node:crypto'
import { isLoopbackName } from '#platform/server/access/loopback.ts'
import { sharedTables } from '#platform/server/config/shared-tables.ts'
import { lookAtMachine } from '#platform/server/look-at-machine.ts'
import type { Room } from '#platform/server/house/room.ts'
import type { NodesGround } from './index.ts'
import type { OwnFacts } from './node-row.ts'
import type { NodesPort } from './ports.ts'
import { registerGauges } from './node-gauges.ts'
import { openRelay } from './open-relay.ts'
import { createNodeTable } from './postgres/node-table.ts'
import { createPresence } from './presence.ts'
import { mountNodes } from './routes.ts'

/** `url`: `postgres://…` */
export function openSharedNodes(ground: NodesGround, url: string): Room & NodesPort {
  const { config, machine, log } = ground
  const node = config.node ?? machine.hostName
  const instance = randomUUID()
  const table = createNodeTable({ url, node, instance, log })
  const presence = createPresence({ ...ground, table, node, facts: () => factsOf(ground) })
  // Nodes that keep all in their homes have nothing to ask each other.
  const relay = sharedTables(config) === null ? null : openRelay({ ...ground, url, node, instance })
  return {
    told: presence.told,
    forgetGone: presence.forgetGone,
    relay,
    mount(api, metrics) {
      mountNodes(api, presence.told)
      registerGauges(metrics, presence.seen)
    },
    async start() {
      presence.start()
      relay?.start()
    },
    async stop() {
      await relay?.stop()
      await presence.stop()
    },
    async [Symbol.asyncDispose]() {
      await relay?.[Symbol.asyncDispose]()
      await presence.stop()
    },
  }
}

function factsOf({ config, machine, address, version }: NodesGround): OwnFacts {
  return {
    hostname: machine.hostName,
    url: config.publicUrl ?? (isLoopbackName(config.host.toLowerCase()) ? null : address.url()),
    version,
    capabilities: config.flow.capabilities,
    upMs: Math.round(process.uptime() * 1000),
    machine: lookAtMachine(),
  }
}
