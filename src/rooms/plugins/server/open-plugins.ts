// Serves the routes that a person's plugins bring, each plugin in a process of its own.
import { pathToFileURL } from 'node:url'
import { oneAtATime } from '#base/one-at-a-time.ts'
import { err, ok, type Result } from '#base/result.ts'
import { secondMs } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'
import type { GroundOf } from '#platform/server/house/ground.ts'
import type { Room } from '#platform/server/house/room.ts'
import { whenReady } from '#platform/server/http/when-ready.ts'
import type { LoadError } from '#rooms/flow/contract.ts'
import { installEntry } from '#platform/server/sandbox/install-entry.ts'
import { listModules, type ModuleFile } from '#platform/server/sandbox/list-modules.ts'
import { importLimitMs, readModules } from '#platform/server/sandbox/read-modules.ts'
import { Runner } from '#platform/server/sandbox/runner.ts'
import { RunnerPool } from '#platform/server/sandbox/runner-pool.ts'
import { workerEnvironment } from '#platform/server/sandbox/worker-environment.ts'
import type { AnswerData, ModuleData, RequestData, Sources } from '#platform/server/sandbox/worker/messages.ts'
import { mountPluginRoutes } from './plugin-routes.ts'
import { pluginFailed, pluginTimeout, tooManyCalls, unknownPlugin, unknownRoute } from './refusals.ts'

/** The parts of the ground that this room stands on; the secrets of the environment are kept from the user's code. */
export type PluginsGround = GroundOf<'environment' | 'log', 'home'>

/** How long one module's import may take, and one call; tests are less patient. */
export type PluginLimits = { readonly importLimitMs: number; readonly callLimitMs: number }

/** The plugins of the home, as app/ wires them. */
export interface Plugins extends Room {
  /** Reads all plugins anew. Calls under way end with the plugin that they began with. Never rejects for a bad file. */
  load(): Promise<readonly LoadError[]>
  /** Requests wait until `ready` resolves, and fail while it is rejected. Called once, before anything is mounted. */
  serveAfter(ready: Promise<void>): void
}

type Plugin = {
  readonly url: string
  readonly pool: RunnerPool
  /** As `POST /scrape`. */
  readonly routes: readonly string[]
  calls: number
}

/** A call takes longer than one to another service; what takes longer still is a strand's work. */
const patientLimits: PluginLimits = { importLimitMs, callLimitMs: 30 * secondMs }
/** Calls at once of one plugin, which has one thread. */
const maxCalls = 32
/** Names stand in addresses. */
const nameForm = /^[a-z0-9][a-z0-9_-]{0,63}$/
const routeForm = /^(?:GET|POST|PUT|PATCH|DELETE) \/\S*$/

/** Nothing is read before `load`. */
export function openPluginsRoom(ground: PluginsGround, limits: PluginLimits = patientLimits): Plugins {
  const plugins = new PluginSet({ ...ground, ...limits, home: ground.config.home })
  let ready = Promise.resolve()
  return {
    load: () => plugins.load(),
    serveAfter(promise) {
      ready = promise
    },
    mount: (api) =>
      whenReady(api, ready, (scope) => mountPluginRoutes(scope, (name, request) => plugins.call(name, request))),
    [Symbol.asyncDispose]: () => plugins.close(),
  }
}

type Options = Pick<PluginsGround, 'environment' | 'log'> & PluginLimits & { readonly home: string }

class PluginSet {
  readonly #options: Options
  #plugins = new Map<string, Plugin>()
  readonly #old = new Set<RunnerPool>()
  readonly #inTurn = oneAtATime()

  constructor(options: Options) {
    this.#options = options
  }

  load(): Promise<readonly LoadError[]> {
    return this.#inTurn(() => this.#load())
  }

  async call(name: string, request: RequestData): Promise<Result<AnswerData, Refusal>> {
    const plugin = this.#plugins.get(name)
    if (plugin === undefined) return err(unknownPlugin(name))
    if (plugin.calls >= maxCalls) return err(tooManyCalls(name, maxCalls))
    const limitMs = this.#options.callLimitMs
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(new Error(`no answer within ${limitMs / secondMs} s`)), limitMs)
    plugin.calls += 1
    try {
      const answer = await plugin.pool.run({
        task: { kind: 'request', url: plugin.url, request },
        signal: controller.signal,
        output: (line) => this.#options.log.info({ plugin: name }, line),
      })
      return answer === null ? err(unknownRoute(name, request, plugin.routes)) : ok(answer as AnswerData)
    } catch (error) {
      if (controller.signal.aborted) return err(pluginTimeout(name, limitMs))
      this.#options.log.warn({ plugin: name, err: error }, 'a plugin failed')
      return err(pluginFailed(name, error instanceof Error ? error.message : String(error)))
    } finally {
      clearTimeout(timer)
      plugin.calls -= 1
    }
  }

  async close(): Promise<void> {
    await this.#inTurn(async () => undefined)
    const pools = [...[...this.#plugins.values()].map(({ pool }) => pool), ...this.#old]
    await Promise.all(pools.map((pool) => pool.close()))
  }

  async #load(): Promise<readonly LoadError[]> {
    const { home, log } = this.#options
    installEntry(home, log)
    const { modules, errors } = listModules(home, 'plugins')
    const found = new Map<string, Plugin>()
    const problems: LoadError[] = [...errors]
    for (const module of modules) {
      const plugin = found.has(module.name) ? taken(module) : await this.#read(module)
      if ('pool' in plugin) found.set(module.name, plugin)
      else problems.push(plugin)
    }
    const before = [...this.#plugins.values()]
    this.#plugins = found
    for (const { pool } of before) this.#old.add(pool)
    await Promise.all([...this.#old].map((pool) => pool.supersede()))
    for (const pool of this.#old) if (pool.isEmpty) this.#old.delete(pool)
    return problems
  }

  async #read(module: ModuleFile): Promise<Plugin | LoadError> {
    if (!nameForm.test(module.name)) return { file: module.file, line: null, reason: badName }
    const { read, errors, sources, runner } = await readModules([module], {
      home: this.#options.home,
      importLimitMs: this.#options.importLimitMs,
      makeRunner: () => this.#makeRunner(new Map()),
    })
    const pool = new RunnerPool(() => this.#makeRunner(sources), 1)
    if (runner !== null) pool.adopt(runner)
    const [error] = errors
    const routes = error === undefined ? routesOf(read[0]?.data) : error
    if (Array.isArray(routes)) return { url: pathToFileURL(module.path).href, pool, routes, calls: 0 }
    await pool.close()
    return 'file' in routes
      ? routes
      : { file: module.file, line: lineOf(sources, module, routes.at), reason: routes.reason }
  }

  #makeRunner(sources: Sources): Runner {
    const { home, environment, log } = this.#options
    return new Runner({ home, sources, env: workerEnvironment(environment, home), log })
  }
}

type Problem = { readonly at: string; readonly reason: string }

function routesOf(data: ModuleData | undefined): string[] | Problem {
  const exported = data?.exports.find(({ name }) => name === 'default')?.value
  const routes = typeof exported === 'object' && exported !== null && 'routes' in exported ? exported.routes : undefined
  if (typeof routes !== 'object' || routes === null || Array.isArray(routes)) {
    return { at: 'export default', reason: 'exports no plugin: its default export needs routes' }
  }
  for (const [route, handler] of Object.entries(routes)) {
    if (!routeForm.test(route)) {
      return { at: route, reason: `"${route}" is no route: write a method and a path, as 'POST /scrape'` }
    }
    if (handler !== true) return { at: route, reason: `"${route}" has no function` }
  }
  return Object.keys(routes)
}

function lineOf(sources: Sources, module: ModuleFile, text: string): number | null {
  const source = sources.get(pathToFileURL(module.path).href)?.text ?? ''
  const offset = source.indexOf(text)
  return offset === -1 ? null : source.slice(0, offset).split('\n').length
}

function taken({ file, name }: ModuleFile): LoadError {
  return { file, line: null, reason: `another file brings the plugin ${name}: keep one of them` }
}

const badName = 'has a name that can not stand in an address: use small letters, digits, _ and -'
