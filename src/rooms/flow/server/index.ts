// The workflow room as app/ wires it.
import type { Principal } from '#platform/server/auth/auth.ts'
import type { Config } from '#platform/server/config/config.ts'
import type { Api, SocketRoute } from '#platform/server/http/api.ts'
import { openFlow, type FlowOptions } from './open-flow.ts'
import type { Plugins } from './plugins/create-plugins.ts'
import type { SyntheticStrands, WorkflowEngine } from './ports.ts'
import { mountFlow } from './routes/mount.ts'
import { mountWebhooks } from './webhook.ts'

export interface Flow extends AsyncDisposable {
  /** Mounts /api/flow and /api/plugins. */
  mount(api: Api): void
  /** /ws/flow. */
  readonly route: SocketRoute
  readonly engine: WorkflowEngine
  readonly synthetic: SyntheticStrands
  /** Loads strands and plugins, resumes what a dead process left, and begins to watch the clock. Called once, when the service listens. */
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
  const { engine, book, synthetic, live } = context
  return {
    mount(api) {
      mountFlow(api, { context, nameOf })
      plugins?.mount(api)
      mountWebhooks(api, {
        secrets: webhooks,
        findStrand: book.definition,
        trigger: (trigger) => engine.trigger(trigger),
      })
    },
    route: live.route,
    engine,
    synthetic,
    start: context.start,
    async [Symbol.asyncDispose]() {
      await context.stop()
      await plugins?.[Symbol.asyncDispose]()
    },
  }
}

export { createStrandSource } from './authoring/create-strand-source.ts'
export { createPlugins } from './plugins/create-plugins.ts'
export { workerEnvironment } from './authoring/worker-environment.ts'
export { builtinStrands } from '../strands/builtin-strands.ts'
