// The hooks room as app/ wires it into the service; its commands stand in cli.ts.
import type { Api } from '#platform/server/http/api.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Log } from '#platform/server/log/log.ts'
import { createEnsureHooks, type EnsureHooks } from './auto-install.ts'
import type { ApplyReport } from './ports.ts'
import { createHookQueue, type HookQueue } from './queue.ts'
import { mountIngest } from './routes.ts'
import { writeHookScripts, type ScriptSettings } from './write-scripts.ts'

export type HooksOptions = {
  /** `$SERVICE_HOME`, absolute; exists. */
  readonly home: string
  /** The person's home directory, where agent programs keep their settings. */
  readonly userHome: string
  readonly scripts: ScriptSettings
  readonly applyReport: ApplyReport
  readonly clock: Clock
  readonly log: Log
}

export interface Hooks {
  /** Adds POST /api/hooks/ingest. */
  mount(api: Api): void
  /**
   * Writes the hook scripts, drains the queue once, then every 5 s. Resolves after the first drain, before which no scan
   * should judge sessions. Never rejects: without scripts or queue the service still serves, and the log says why.
   */
  start(): Promise<void>
  /**
   * Delivers what is queued now; what can't be delivered is left as it is, its tries too. False when that says nothing about
   * the events: the service ends, or its disk is full. Never rejects: what else went wrong is logged, and tried again at the
   * next drain.
   */
  drain(): Promise<boolean>
  /** Ends the drain at work after its present event. May be called twice. */
  stop(): Promise<void>
  /** For the launcher, before a code-agent starts. */
  readonly ensureHooks: EnsureHooks
  /** For the removal of a session. */
  readonly removeSessionEvents: HookQueue['removeSessionEvents']
}

export function createHooks(options: HooksOptions): Hooks {
  const { home, scripts, applyReport, log } = options
  const queue = createHookQueue(options)
  return {
    mount: (api) => mountIngest(api, applyReport),
    async start() {
      try {
        await writeHookScripts(home, scripts)
      } catch (error) {
        log.error({ err: error }, 'the hook scripts could not be written; agents may not report')
      }
      await queue.start()
    },
    drain: () => queue.drainBeforeLook(),
    stop: () => queue.stop(),
    ensureHooks: createEnsureHooks(options),
    removeSessionEvents: (session) => queue.removeSessionEvents(session),
  }
}

export { machineEventOf } from '../core/event-map.ts'
