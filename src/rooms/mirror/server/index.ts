// The mirror as app/ wires it: the connection to the gateway, its jobs as strands, its agents on the board.
import { secondMs } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Config } from '#platform/server/config/config.ts'
import type { Environment } from '#platform/server/config/environment.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { createGatewayClient, type GatewayClient, type GatewayState } from '#platform/server/gateway/client.ts'
import { createGatewayCommand, type GatewayCommand } from '#platform/server/gateway/command.ts'
import type { ConnectionLimits } from '#platform/server/gateway/connection.ts'
import type { GatewayEvent } from '#platform/server/gateway/frames.ts'
import { createFindToken } from '#platform/server/gateway/token.ts'
import type { Api } from '#platform/server/http/api.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { BroughtStrand, SetJobEnabled } from '#rooms/flow/contract.ts'
import { createAgents, type Agents } from './agents.ts'
import { createCronMeaning } from './cron-meaning.ts'
import { createCycle, type MirrorCycle } from './cycle.ts'
import { listRuns } from './list-runs.ts'
import type { SessionsPort, StrandsPort } from './ports.ts'
import { createRefreshSoon } from './refresh-soon.ts'
import { mountGateway, type GatewayViews } from './routes.ts'
import { createSetJobEnabled } from './set-job-enabled.ts'
import { createSource } from './source.ts'
import { createReader, type Reader } from './reader.ts'
import { createSteps } from './steps.ts'
import { createMirrorStrand } from './strand.ts'
import { createMirrorStore, dayOf, type MirrorStore } from './store.ts'
import { parseCronEvent } from './upstream-schema.ts'
import { toJob, toStatus } from './views.ts'

/** What the room is opened with. */
export type MirrorOptions = {
  readonly config: Config['gateway']
  /** The person's home directory, where the gateway keeps its own file. */
  readonly userHome: string
  readonly environment: Environment
  readonly database: Database
  readonly sessions: SessionsPort
  readonly version: string
  readonly random: () => number
  readonly clock: Clock
  readonly log: Log
  /** Shorter in tests. */
  readonly limits?: ConnectionLimits
}

/** The mirror as app/ wires it. */
export interface Mirror extends AsyncDisposable {
  /** Mounts /api/gateway. */
  mount(api: Api): void
  /** Shows the jobs that were known, then connects. `strands` null: nothing keeps runs. Call it once. */
  start(strands: StrandsPort | null): Promise<void>
  /** The strand `openclaw-cron-mirror`, for the workflow room to run. */
  readonly strand: BroughtStrand<AbortSignal>
  readonly setJobEnabled: SetJobEnabled
}

/** What the gateway tells of one job comes in several events. */
const refreshDelayMs = 250
/** A gateway on this machine greets within milliseconds; then its command need not be asked. */
const settleMs = 3 * secondMs

/** Nothing is asked before `start`. */
export function createMirror(options: MirrorOptions): Mirror {
  const { config, clock, log } = options
  const ending = new AbortController()
  const cron = createCronMeaning()
  const store = createMirrorStore(options.database)
  const agents = createAgents({ ...options, showForeign: config.showForeignAgents, store })
  const command = createGatewayCommand({ ...config, environment: options.environment })
  let strands: StrandsPort | null = null
  const { client, settled } = openClient(options, {
    onEvent: (event) => takeEvent(event, agents, () => soon.call()),
    // After a gap anything may have happened.
    onConnected: () => soon.call(),
  })
  const source = createSource({ client, command, settled })
  const cycle = createCycle({ source, store, strands: () => strands, cron, clock })
  const reader = createReader({ cycle, clock, log })
  const soon = createRefreshSoon(() => reader.refresh(ending.signal), refreshDelayMs)
  const views = createViews({ options, client, command, cycle, reader, store, agents, cron })
  return {
    mount: (api) => mountGateway(api, views),
    async start(port) {
      strands = port
      await cycle.restore()
      client.start()
    },
    strand: createMirrorStrand(createSteps({ reader, hasJobs: () => cycle.known().size > 0 })),
    setJobEnabled: createSetJobEnabled({ command, cycle, refresh: () => soon.call() }),
    async [Symbol.asyncDispose]() {
      ending.abort()
      await client[Symbol.asyncDispose]()
      await soon[Symbol.asyncDispose]()
      await agents.idle()
    },
  }
}

/** Every other event is the business of the gateway's own pages. */
function takeEvent({ event, payload }: GatewayEvent, agents: Agents, refresh: () => void): void {
  if (event === 'agent') agents.take(payload)
  // A job that began has nothing to show yet.
  else if (event === 'cron' && parseCronEvent(payload)?.action !== 'started') refresh()
}

const isSettled = ({ kind }: GatewayState): boolean => kind === 'connected' || kind === 'waiting'

type ClientHooks = { readonly onEvent: (event: GatewayEvent) => void; readonly onConnected: () => void }

function openClient(options: MirrorOptions, { onEvent, onConnected }: ClientHooks) {
  const { config, userHome, environment, limits } = options
  let waiting: (() => void)[] = []
  const client: GatewayClient = createGatewayClient({
    ...options,
    url: config.url,
    findToken: createFindToken({ url: config.url, configured: config.token, userHome, environment }),
    onEvent,
    onState(state) {
      if (!isSettled(state)) return
      for (const resolve of waiting) resolve()
      waiting = []
      if (state.kind === 'connected') onConnected()
    },
    ...(limits === undefined ? {} : { limits }),
  })
  async function settled(): Promise<void> {
    if (isSettled(client.state())) return
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push(resolve)
    const timer = setTimeout(resolve, settleMs)
    await promise
    clearTimeout(timer)
  }
  return { client, settled }
}

type ViewParts = {
  readonly options: MirrorOptions
  readonly client: GatewayClient
  readonly command: GatewayCommand
  readonly cycle: MirrorCycle
  readonly reader: Reader
  readonly store: MirrorStore
  readonly agents: Agents
  readonly cron: ReturnType<typeof createCronMeaning>
}

function createViews({ options, client, command, cycle, reader, store, agents, cron }: ViewParts): GatewayViews {
  return {
    status: async () =>
      toStatus({
        url: options.config.url,
        state: client.state(),
        tokenSource: client.tokenSource(),
        jobs: cycle
          .known()
          .values()
          .filter(({ goneAtMs }) => goneAtMs === null)
          .toArray().length,
        reading: reader.last(),
        usage: await store.usageOfDay(dayOf(options.clock.now())),
      }),
    jobs: () =>
      cycle
        .known()
        .values()
        .map((known) => toJob(known, cycle.punctualityOf(known), cron))
        .toArray(),
    runs: (query) => listRuns({ client, command, cycle }, query),
    agents: () => agents.list(),
  }
}
