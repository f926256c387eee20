// The workflow room as app/ wires it.
import type { Principal } from '#platform/server/auth/auth.ts'
import type { Config } from '#platform/server/config/config.ts'
import type { Api, SocketRoute } from '#platform/server/http/api.ts'
import type { Metrics } from '#platform/server/metrics/metrics.ts'
import { openFlow, type FlowOptions } from './open-flow.ts'
import type { Plugins } from './plugins/create-plugins.ts'
import type { SyntheticStrands, WorkflowEngine } from './ports.ts'
import { mountFlow } from './routes/mount.ts'
import { createDeliveries } from './store/deliveries.ts'
import { mountWebhooks } from './webhook.ts'

export interface Flow extends AsyncDisposable {
  /** Mounts /api/flow and /api/plugins. */
  mount(api: Api): void
  /** Counts ended runs from now on. Called once. */
  countRuns(metrics: Pick<Metrics, 'counter'>): void
  /** /ws/flow. */
  readonly route: SocketRoute
  readonly engine: WorkflowEngine
  readonly synthetic: SyntheticStrands
  /**
   * Loads strands and plugins, resumes what a dead process left, and begins to watch the clock. Called once, when the
   * service listens. Requests to this room wait for it; nobody else has to.
   */
  start(): Promise<void>
}

export type FlowRoomOptions = Omit<FlowOptions, 'loadPlugins'> & {
  /** Disposed of with the room. Null: none are served. */
  readonly plugins: Plugins | null
  readonly webhooks: Config['webhooks']
  /** Who asks, in a word, for the history of runs. */
  readonly nameOf: (principal: Principal | null) => string
}

export function createFlow({ plugins, webhooks, nameOf, ...options }: FlowRoomOptions): Flow {
  const context = openFlow({ ...options, loadPlugins: async () => (await plugins?.load()) ?? [] })
  const { engine, book, synthetic, live, counts } = context
  const started = Promise.withResolvers<void>()
  let isStarted = false
  // Whoever waits for it hears of a failure; the caller of start does in any case.
  started.promise.catch(() => {})
  return {
    mount(api) {
      whenStarted(api, started.promise, (scope) => {
        mountFlow(scope, { context, nameOf })
        plugins?.mount(scope)
      })
      mountWebhooks(api, {
        secrets: webhooks,
        started: started.promise,
        findStrand: book.definition,
        trigger: context.trigger,
        deliveries: createDeliveries(options.database, options.clock),
      })
    },
    countRuns: counts.register,
    route: live.route,
    engine,
    synthetic,
    start() {
      isStarted = true
      context.start().then(started.resolve, started.reject)
      return started.promise
    },
    async [Symbol.asyncDispose]() {
      if (isStarted) await started.promise.catch(() => {})
      await context.stop()
      await plugins?.[Symbol.asyncDispose]()
    },
  }
}

/** Routes that are answered once the promise is resolved. */
function whenStarted(api: Api, started: Promise<void>, mount: (scope: Api) => void): void {
  void api.register((scope, _options, done) => {
    scope.addHook('preHandler', () => started)
    mount(scope)
    done()
  })
}

export { createStrandSource } from './authoring/create-strand-source.ts'
export { createPlugins } from './plugins/create-plugins.ts'
export { workerEnvironment } from './authoring/worker-environment.ts'
export { builtinStrands } from '../strands/builtin-strands.ts'
