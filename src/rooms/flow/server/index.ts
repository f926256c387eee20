// The workflow room as app/ wires it.
import { openCounter } from '#platform/server/db/counter.ts'
import type { Config } from '#platform/server/config/config.ts'
import type { GroundOf } from '#platform/server/house/ground.ts'
import { workerEnvironment } from '#platform/server/sandbox/worker-environment.ts'
import { builtinStrands } from '../strands/builtin-strands.ts'
import { createStrandSource } from './authoring/create-strand-source.ts'
import { createFlow, type Flow } from './create-flow.ts'
import { openEngine, type OpenEngine } from './engine/open-engine.ts'
import type { FlowPorts } from './ports.ts'

/** The parts of the ground that this room stands on; the secrets of the environment are kept from the user's code. */
export type FlowGround = GroundOf<
  'database' | 'environment' | 'userHome' | 'machine' | 'address' | 'clock' | 'timers' | 'log',
  'home' | 'store' | 'webhooks' | 'flow' | 'retention' | 'databaseUrl' | 'node'
>

/** Opens the room; no file is read and nothing runs before its start. Rejects with `StorageError`. */
export async function openFlowRoom(ground: FlowGround, ports: FlowPorts): Promise<Flow> {
  const { config, environment, userHome, machine, database, clock, log } = ground
  const { home, store } = config
  const { forgetGone } = ports
  const needs = { home, userHome, store, env: workerEnvironment(environment, home), clock, forgetGone }
  const source = createStrandSource({
    home,
    builtins: builtinStrands(needs, ports.strands),
    hostName: config.node ?? machine.hostName,
    stepApi: { baseUrl: ground.address.url, token: ports.auth.stepToken },
    env: environment,
    log,
  })
  return createFlow({
    ...ground,
    ...ports,
    home,
    source,
    loadPlugins: ports.plugins.load,
    webhooks: () => config.webhooks,
    hosts: hostsOf(config.node, machine.hostName),
    openEngine: await engineFor(config, machine.hostName),
    capabilities: () => config.flow.capabilities,
    retentionDays: () => config.retention.flowRunDays,
    frames: await openCounter(database, 'flow frames'),
    nameOf: (principal) => ports.auth.nameOf(principal),
  })
}

const hostsOf = (node: string | null, hostName: string): string[] => [
  ...new Set([node ?? hostName, hostName, 'localhost']),
]

type EngineConfig = Pick<Config, 'databaseUrl' | 'node'>

/** What speaks PostgreSQL is loaded where an address of one is set, and else never. */
async function engineFor({ databaseUrl: url, node }: EngineConfig, hostName: string): Promise<OpenEngine> {
  if (url === null) return openEngine
  const { openDbosEngine } = await import('./engine/dbos/open-dbos-engine.ts')
  return (options) => openDbosEngine(options, { url, node: node ?? hostName })
}

export type { Flow } from './create-flow.ts'
