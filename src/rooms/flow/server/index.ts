// The workflow room as app/ wires it.
import type { Principal } from '#platform/server/auth/auth.ts'
import type { Config } from '#platform/server/config/config.ts'
import type { Api, SocketRoute } from '#platform/server/http/api.ts'
import { whenReady } from '#platform/server/http/when-ready.ts'
import type { Metrics } from '#platform/server/metrics/metrics.ts'
import { openFlow, type FlowOptions } from './open-flow.ts'
import type { SyntheticStrands, WorkflowEngine } from './ports.ts'
import { mountFlow } from './routes/mount.ts'
import { createDeliveries } from './store/deliveries.ts'
import { mountWebhooks } from './webhook.ts'

/** The workflow room as app/ wires it. */
export interface Flow extends AsyncDisposable {
  /** Mounts /api/flow. */
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
  /** Resolves once strands and plugins are loaded; rejects when they could not be. */
  readonly started: Promise<void>
}

/** What the room is opened with. */
export type FlowRoomOptions = FlowOptions & {
  readonly webhooks: Config['webhooks']
  /** Who asks, in a word, for the history of runs. */
  readonly nameOf: (principal: Principal | null) => string
}

/** Nothing is read or run before `start`. */
export function createFlow({ webhooks, nameOf, ...options }: FlowRoomOptions): Flow {
  const context = openFlow(options)
  const { engine, book, synthetic, live, counts } = context
  const started = Promise.withResolvers<void>()
  let isStarted = false
  // Whoever waits for it hears of a failure; the caller of start does in any case.
  started.promise.catch(() => {})
  return {
    mount(api) {
      whenReady(api, started.promise, (scope) => mountFlow(scope, { context, nameOf }))
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
    started: started.promise,
    start() {
      isStarted = true
      context.start().then(started.resolve, started.reject)
      return started.promise
    },
    async [Symbol.asyncDispose]() {
      if (isStarted) await started.promise.catch(() => {})
      await context.stop()
    },
  }
}

export { createStrandSource } from './authoring/create-strand-source.ts'
export { builtinStrands } from '../strands/builtin-strands.ts'
