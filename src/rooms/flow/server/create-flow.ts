// The room over a source of strands: what it serves, and how it starts and ends.
import type { Principal } from '#platform/server/auth/auth.ts'
import type { Config } from '#platform/server/config/config.ts'
import type { Api } from '#platform/server/http/api.ts'
import { whenReady } from '#platform/server/http/when-ready.ts'
import type { Room } from '#platform/server/house/room.ts'
import type { Metrics } from '#platform/server/metrics/metrics.ts'
import type { TellNeed } from '#rooms/inbox/contract.ts'
import type { ActivitySource } from '#rooms/activity/contract.ts'
import type { SyntheticStrands } from '../contract.ts'
import type { SearchSource } from '#rooms/search/contract.ts'
import { onHome, type FlowOnHome } from './home.ts'
import { openFlow, type FlowOptions } from './open-flow.ts'
import type { WorkflowEngine } from './ports.ts'
import { mountFlow } from './routes/mount.ts'
import { runActivity } from './store/run-activity.ts'
import { createDeliveries } from './store/deliveries.ts'
import { mountWebhooks } from './webhook.ts'

/** The workflow room at work. */
export interface Flow extends Room {
  /** Mounts /api/flow and the webhooks, and counts ended runs from now on. */
  mount(api: Api, metrics: Pick<Metrics, 'counter'>): void
  /** Tells what of the strands needs a person, and from then on each change of it. Called once, before `start`. */
  tellNeeds(tell: TellNeed): void
  /** What Home tells of strands. Empty until they are loaded. */
  readonly onHome: FlowOnHome
  /** What strands did. */
  readonly activity: readonly ActivitySource[]
  readonly engine: WorkflowEngine
  /** Runs, for search. */
  readonly searched: readonly SearchSource[]
  readonly synthetic: SyntheticStrands
  /**
   * Begins to load strands and plugins, to resume what a dead process left, and to watch the clock. Requests to this room
   * wait until that is done (`started`); nobody else has to, since a person's files may make it slow.
   */
  start(): Promise<void>
  /** Resolves once strands and plugins are loaded; rejects when they could not be, which the log says then. */
  readonly started: Promise<void>
}

/** What the room is opened with. */
export type FlowRoomOptions = FlowOptions & {
  readonly webhooks: () => Config['webhooks']
  /** Who asks, in a word, for the history of runs. */
  readonly nameOf: (principal: Principal | null) => string
}

/** Nothing is read or run before `start`. */
export function createFlow({ webhooks, nameOf, ...options }: FlowRoomOptions): Flow {
  const context = openFlow(options)
  const { engine, book, synthetic, live, counts, needs, search } = context
  const { log } = options
  const here = options.database.others.node
  const started = Promise.withResolvers<void>()
  let isStarted = false
  // Whoever waits for it hears of a failure, and the log does.
  started.promise.catch(() => {})
  return {
    mount(api, metrics) {
      counts.register(metrics)
      whenReady(api, started.promise, (scope) => mountFlow(scope, { context, nameOf, here }))
      mountWebhooks(api, {
        secrets: webhooks,
        started: started.promise,
        findStrand: book.definition,
        trigger: context.trigger,
        deliveries: createDeliveries(options.database, options.clock),
      })
    },
    sockets: [live.route],
    tellNeeds: needs.tellTo,
    onHome: onHome({ book, read: options.database.read }),
    activity: runActivity(options.database, (id) => book.definition(id)?.name ?? id),
    engine,
    searched: [search.source],
    synthetic,
    started: started.promise,
    async start() {
      isStarted = true
      context.start().then(started.resolve, (error: unknown) => {
        log.error({ err: error }, 'the strands could not be started')
        started.reject(error)
      })
    },
    async [Symbol.asyncDispose]() {
      // What failed was told above; what it had opened ends all the same.
      if (isStarted) await started.promise.catch(() => {})
      await context.stop()
    },
  }
}
