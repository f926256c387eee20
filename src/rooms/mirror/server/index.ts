// The mirror as app/ wires it: the connection to the gateway, its jobs as strands, its agents on the board.
import { secondMs } from '#base/time.ts'
import { createGatewayClient, type GatewayClient, type GatewayState } from '#platform/server/gateway/client.ts'
import { createGatewayCommand, type GatewayCommand } from '#platform/server/gateway/command.ts'
import type { GatewayEvent } from '#platform/server/gateway/frames.ts'
import { createFindToken } from '#platform/server/gateway/token.ts'
import type { Config } from '#platform/server/config/config.ts'
import type { Watched } from '#platform/server/config/watched.ts'
import type { GroundOf } from '#platform/server/house/ground.ts'
import type { Room } from '#platform/server/house/room.ts'
import type { BroughtStrand, SetJobEnabled, SyntheticStrands } from '#rooms/flow/contract.ts'
import { createAgents, type Agents } from './agents.ts'
import { createCronMeaning } from './cron-meaning.ts'
import { createCycle, type MirrorCycle } from './cycle.ts'
import { listRuns } from './list-runs.ts'
import type { SessionsPort } from './ports.ts'
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

/** The parts of the ground that this room stands on. `userHome` is where the gateway keeps its own file. */
export type MirrorGround = GroundOf<
  'userHome' | 'environment' | 'database' | 'version' | 'random' | 'clock' | 'log',
  'gateway'
> & { readonly settings: Watched<Pick<Config, 'gateway'>> }

/** What this room is opened with, besides its ground. */
export type MirrorPorts = { readonly sessions: SessionsPort }

/**
 * The gateway's jobs as strands, its agents on the board. Its start shows the jobs that were known, then connects; its stop
 * ends the connection and whatever reads, while what it writes to is still there.
 */
export interface Mirror extends Room {
  start(): Promise<void>
  /** Says who keeps strands and runs; until then nothing does. Called once, before the start. */
  keepIn(strands: SyntheticStrands): void
  /** The strand `openclaw-cron-mirror`, for the workflow room to run. */
  readonly strand: BroughtStrand<AbortSignal>
  readonly setJobEnabled: SetJobEnabled
  /** What the gateway's runs and agents used. */
  readonly usage: {
    readonly all: MirrorStore['allUsage']
    readonly follow: MirrorStore['followUsage']
  }
}

/** What the gateway tells of one job comes in several events. */
const refreshDelayMs = 250
/** A gateway on this machine greets within milliseconds; then its command need not be asked. */
const settleMs = 3 * secondMs

/** Nothing is asked before `start`. */
export function openMirrorRoom(ground: MirrorGround, { sessions }: MirrorPorts): Mirror {
  const { clock, log, database, environment } = ground
  const { config } = ground
  const ending = new AbortController()
  const cron = createCronMeaning()
  const store = createMirrorStore(database)
  const agents = createAgents({ ...ground, sessions, showForeign: () => config.gateway.showForeignAgents, store })
  const command = createGatewayCommand({ place: () => config.gateway, environment })
  let strands: SyntheticStrands | null = null
  const { client, settled } = openClient(ground, {
    onEvent: (event) => takeEvent(event, agents, () => soon.call()),
    // After a gap anything may have happened.
    onConnected: () => soon.call(),
  })
  const source = createSource({ client, command, settled })
  const cycle = createCycle({ source, store, strands: () => strands, cron, clock })
  const reader = createReader({ cycle, clock, log })
  const soon = createRefreshSoon(() => reader.refresh(ending.signal), refreshDelayMs)
  const views = createViews({ ground, client, command, cycle, reader, store, agents, cron })
  let ended: Promise<void> | null = null
  const following = new DisposableStack()

  async function end(): Promise<void> {
    ending.abort()
    following.dispose()
    await client[Symbol.asyncDispose]()
    await soon[Symbol.asyncDispose]()
    await agents.idle()
  }

  const stop = (): Promise<void> => (ended ??= end())
  return {
    keepIn: (port) => (strands = port),
    mount: (api) => mountGateway(api, views),
    async start() {
      await cycle.restore()
      client.start()
      following.defer(ground.settings.follow((now, before) => isElsewhere(now, before) && client.reconnect()))
    },
    strand: createMirrorStrand(createSteps({ reader, hasJobs: () => cycle.known().size > 0 })),
    usage: { all: () => store.allUsage(), follow: (hear) => store.followUsage(hear) },
    setJobEnabled: createSetJobEnabled({ command, cycle, refresh: () => soon.call() }),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Whether the gateway has to be dialed anew. */
function isElsewhere({ gateway: now }: Pick<Config, 'gateway'>, { gateway: before }: Pick<Config, 'gateway'>): boolean {
  return now.url !== before.url || now.token !== before.token
}

/** Every other event is the business of the gateway's own pages. */
function takeEvent({ event, payload }: GatewayEvent, agents: Agents, refresh: () => void): void {
  if (event === 'agent') agents.take(payload)
  // A job that began has nothing to show yet.
  else if (event === 'cron' && parseCronEvent(payload)?.action !== 'started') refresh()
}

const isSettled = ({ kind }: GatewayState): boolean => kind === 'connected' || kind === 'waiting'

type ClientHooks = { readonly onEvent: (event: GatewayEvent) => void; readonly onConnected: () => void }

function openClient(ground: MirrorGround, { onEvent, onConnected }: ClientHooks) {
  const { userHome, environment, config } = ground
  let waiting: (() => void)[] = []
  const client: GatewayClient = createGatewayClient({
    ...ground,
    place() {
      const { url, token } = config.gateway
      return { url, findToken: createFindToken({ url, configured: token, userHome, environment }) }
    },
    onEvent,
    onState(state) {
      if (!isSettled(state)) return
      for (const resolve of waiting) resolve()
      waiting = []
      if (state.kind === 'connected') onConnected()
    },
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
  readonly ground: MirrorGround
  readonly client: GatewayClient
  readonly command: GatewayCommand
  readonly cycle: MirrorCycle
  readonly reader: Reader
  readonly store: MirrorStore
  readonly agents: Agents
  readonly cron: ReturnType<typeof createCronMeaning>
}

function createViews({ ground, client, command, cycle, reader, store, agents, cron }: ViewParts): GatewayViews {
  return {
    status: async () =>
      toStatus({
        url: ground.config.gateway.url,
        state: client.state(),
        tokenSource: client.tokenSource(),
        jobs: cycle
          .known()
          .values()
          .filter(({ goneAtMs }) => goneAtMs === null)
          .toArray().length,
        reading: reader.last(),
        usage: await store.usageOfDay(dayOf(ground.clock.now())),
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
