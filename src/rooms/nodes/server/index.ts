// The nodes room as app/ wires it: who else is on this service's PostgreSQL.
import type { GroundOf } from '#platform/server/house/ground.ts'
import type { Room } from '#platform/server/house/room.ts'
import type { NodesPort } from './ports.ts'
import { mountNodes } from './routes.ts'

export type { NodesPort } from './ports.ts'

/** The parts of the ground that this room stands on. */
export type NodesGround = GroundOf<
  'machine' | 'address' | 'clock' | 'timers' | 'log' | 'version',
  'databaseUrl' | 'stores' | 'node' | 'publicUrl' | 'host' | 'flow'
>

/** Without DATABASE_URL it is empty and loads nothing; with it, its heartbeat begins with its start and is waited for by nobody. */
export async function openNodesRoom(ground: NodesGround): Promise<Room & NodesPort> {
  if (ground.config.databaseUrl === null) {
    return {
      told: alone,
      forgetGone: null,
      relay: null,
      mount: (api) => mountNodes(api, alone),
      async [Symbol.asyncDispose]() {},
    }
  }
  const { openSharedNodes } = await import('./open-shared-nodes.ts')
  return openSharedNodes(ground, ground.config.databaseUrl)
}

const alone: NodesPort['told'] = async () => null
