// The HTTP server of the service: its listeners, the rules before every route, and what all rooms mount on.
import type { Refusal } from '#platform/contract.ts'
import type { AccessPrefix } from '#platform/api.ts'
import type { IncomingMessage, Server } from 'node:http'
import { createHookKey, type HookKey } from '../access/hook-key.ts'
import { systemPeerOwners, type PeerOwners } from '../access/peer-owners.ts'
import { hookSettings, mainSettings, type AccessSettings } from '../access/settings.ts'
import type { Auth } from '../auth/auth.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../log/log.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import { createUpgrades, type Upgrades } from '../ws/upgrade.ts'
import type { Api, SocketRoute } from './api.ts'
import { createApi } from './create-api.ts'
import { carryOn, markFrom, type Inlet } from './forward/carry.ts'
import type { Carry, NodeRelay } from './forward/relay.ts'
import { createGuard } from './guard.ts'
import { httpLimits, type HttpLimits } from './limits.ts'
import { closeListener, createListener, listenOn, portOf, urlOf } from './listeners.ts'
import { createPage } from './page.ts'
import { createRouteTable, type RouteEntry, type RouteTable } from './route-table.ts'
import { mountServiceRoutes } from './service-routes.ts'

export interface HttpServer {
  /** Where rooms mount their routes, before `listen`. */
  readonly api: Api
  readonly metrics: Metrics
  /** Mounts a WebSocket endpoint. Throws for a path that is taken. */
  addSocket(route: SocketRoute): void
  /** Every route and socket with its class, the page included. */
  routes(): readonly RouteEntry[]
  /** Opens the listeners. Rejects with the system's error when the port can't be had (EADDRINUSE, EACCES). */
  listen(): Promise<Listening>
  /** `publicUrl`, else the URL of the main listener: what links for a person begin with. */
  baseUrl(): string
  /** Refuses what comes, ends all sockets, lets requests under way finish for a moment. May be called twice. */
  close(): Promise<void>
}

export type Listening = {
  /** Base URL for programs of this machine. */
  readonly url: string
  readonly port: number
  /** Where hooks find their routes on 127.0.0.1: the main port, or a second one when the service is exposed or HOST is another address. */
  readonly hookPort: number
}

export type HttpConfig = Pick<Config, 'host' | 'port' | 'publicUrl' | 'allowedHosts' | 'requireTokenLocally' | 'hooks'>

export type HttpServerOptions = {
  readonly config: HttpConfig
  readonly auth: Auth
  readonly log: Log
  readonly version: string
  /** Folder of the built page; null: there is none. */
  readonly pageFolder: string | null
  /** The refusal of a path that this deployment does not have (410), or null. Takes a request target as sent. */
  readonly gone: (target: string) => Refusal | null
  /** Prefixes that only this deployment guards, besides the common ones. */
  readonly prefixes?: readonly AccessPrefix[]
  /** Why the service can't take work now (`storage_unavailable`), or null; asked by /readyz. */
  readonly notReady: () => Refusal | null
  /** Tells whose program a local caller is; default: as this system tells it. */
  readonly owners?: PeerOwners
  /** Spares callers of our user the look; default: a key that nobody knows. */
  readonly hookKey?: HookKey
  readonly limits?: Partial<HttpLimits>
  /** The way to other nodes, which is served here; default: there are none. */
  readonly relay?: NodeRelay | null
  /** Checks every answer against its route's schema: for tests, since it costs more than the rest of a request. */
  readonly checkAnswers?: boolean
}

export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { config, auth, log, gone, prefixes = [], relay = null } = options
  const limits = { ...httpLimits, ...options.limits }
  const table = createRouteTable()
  const metrics = createMetrics()
  const state: State = { main: mainSettings(config, { port: config.port, hookPort: null }), isStopping: false }
  const settingsOf = (request: IncomingMessage) => (request as FromListener)[settingsKey] ?? state.main
  const { owners = systemPeerOwners(log), hookKey = createHookKey() } = options
  const rules = { auth, owners, hookKey, gone, prefixes, settingsOf }
  const guard = createGuard({
    ...rules,
    table,
    metrics,
    bodyBytes: limits.bodyBytes,
    isStopping: () => state.isStopping,
  })
  const upgrades = createUpgrades({ ...rules, log, maxSockets: limits.sockets, frameBytes: limits.frameBytes })
  const page = createPage(options.pageFolder)
  const { api, server } = createApi({
    ...options,
    limits,
    table,
    guard,
    page,
    log,
    forward: relay === null ? null : { relay, auth },
  })
  relay?.serve(carryFor(api, limits))
  mountServiceRoutes(api, { ...options, table, metrics })
  metrics.gauge('orrery_sockets', 'Open WebSockets.', upgrades.count)
  const listeners = new Listeners({ config, limits, log, api, upgrades, main: server, state })
  return {
    api,
    metrics,
    addSocket: (route) => addSocket(route, { table, upgrades }),
    routes: () => [...table.all(), pageEntry],
    listen: () => listeners.open(),
    baseUrl: () => config.publicUrl ?? urlOf(config.host, state.main.port),
    close: () => listeners.close(),
  }
}

/** What other nodes pass on takes the same way as what comes to the listeners, by one that has no port. */
function carryFor(api: Api, limits: HttpLimits): Carry {
  const callers: Inlet['callers'] = new WeakMap()
  const server = createListener(limits, (request, response) => {
    markFrom({ callers }, request)
    api.routing(request, response)
  })
  return carryOn({ server, callers })
}

type State = { main: AccessSettings; isStopping: boolean }

/** Marks the requests of the hook listener with its settings; those of the main one carry none. */
const settingsKey = Symbol('settings')
type FromListener = IncomingMessage & { [settingsKey]?: AccessSettings }

const pageEntry: RouteEntry = { kind: 'http', method: 'GET', url: '/*', access: 'public', raise: [], schema: null }

function addSocket(route: SocketRoute, { table, upgrades }: { table: RouteTable; upgrades: Upgrades }): void {
  upgrades.add(route)
  table.add({ kind: 'socket', method: 'GET', url: route.path, access: route.access, raise: [], schema: null })
}

type Parts = {
  readonly config: HttpConfig
  readonly limits: HttpLimits
  readonly log: Log
  readonly api: Api
  readonly upgrades: Upgrades
  readonly main: Server
  readonly state: State
}

/** Where agents' hooks call, whatever HOST is. */
const hookHost = '127.0.0.1'

/** Opens and closes the main listener and, where that one can't serve local hooks, a second one for them. */
class Listeners {
  readonly #parts: Parts
  #hooks: Server | null = null
  #closing: Promise<void> | null = null

  constructor(parts: Parts) {
    this.#parts = parts
    parts.main.on('upgrade', parts.upgrades.handle)
    // Before the first connection is taken: the rules compare a Host with the port in force.
    parts.main.on('listening', () => this.#settle(null))
  }

  async open(): Promise<Listening> {
    const { api, config, main, state } = this.#parts
    await api.ready()
    // A name may resolve to ::1 alone, and hooks call 127.0.0.1.
    const host = config.host.toLowerCase() === 'localhost' ? hookHost : config.host
    const port = await listenOn(main, { host, port: config.port })
    const servesHooks = state.main.exposedBy === null && host === hookHost
    const hookPort = servesHooks ? port : await this.#openHooks(port)
    return { url: urlOf(config.host, port), port, hookPort }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  #settle(hookPort: number | null): void {
    const { config, main, state } = this.#parts
    state.main = mainSettings(config, { port: portOf(main), hookPort })
  }

  async #openHooks(mainPort: number): Promise<number> {
    const { api, limits, upgrades } = this.#parts
    let settings = hookSettings(0)
    const mark = (request: FromListener) => {
      request[settingsKey] = settings
      return request
    }
    this.#hooks = createListener(limits, (request, response) => api.routing(mark(request), response))
    this.#hooks.on('upgrade', (request, socket, head) => upgrades.handle(mark(request), socket, head))
    this.#hooks.on('listening', () => (settings = hookSettings(portOf(this.#hooks as Server))))
    const port = await this.#listenNear(this.#hooks, mainPort)
    this.#settle(port)
    return port
  }

  async #listenNear(server: Server, mainPort: number): Promise<number> {
    const { config, log } = this.#parts
    const wanted = config.hooks.port ?? mainPort + 1
    try {
      return await listenOn(server, { host: hookHost, port: wanted > 65535 ? 0 : wanted })
    } catch (error) {
      log.warn({ err: error, port: wanted }, 'the port for local hooks is taken: a free one is used')
      return await listenOn(server, { host: hookHost, port: 0 })
    }
  }

  async #close(): Promise<void> {
    const { api, limits, main, state, upgrades } = this.#parts
    state.isStopping = true
    upgrades.close()
    const servers = this.#hooks === null ? [main] : [main, this.#hooks]
    await Promise.all(servers.map((server) => closeListener(server, limits.closeGraceMs)))
    await api.close()
  }
}
