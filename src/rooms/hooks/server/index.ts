// The hooks room as app/ wires it into the service; its commands stand in cli.ts.
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { ok } from '#base/result.ts'
import { findProgram } from '#platform/server/cli/install-hint.ts'
import type { Config } from '#platform/server/config/config.ts'
import type { Watched } from '#platform/server/config/watched.ts'
import type { GroundOf } from '#platform/server/house/ground.ts'
import type { Room } from '#platform/server/house/room.ts'
import type { MachineEvent } from '#rooms/sessions/contract.ts'
import type { BringStep } from '#rooms/home/contract.ts'
import { machineEventOf } from '../core/event-map.ts'
import { clientHooks, hookClients, type HookClient } from '../core/clients.ts'
import { parseReport } from '../core/parse-report.ts'
import { hooksStep, type ClientSeen } from '../core/home.ts'
import { mount } from '#platform/server/http/mount.ts'
import { hookRoutes } from './bound-routes.ts'
import { createEnsureHooks, type EnsureHooks } from './install/auto-install.ts'
import { installForApi, uninstallForApi } from './install/install-commands.ts'
import { lookAtHooks } from './install/look.ts'
import { hooksInstalled, settingsPathOf, type SettingsPlace } from './install/installer.ts'
import type { ApplyReport } from './ports.ts'
import { onceEach } from './once.ts'
import { createHookQueue, type HookQueue } from './queue/queue.ts'
import { mountIngest } from './routes.ts'
import { writeHookScripts } from './scripts/write-scripts.ts'
import { createHookTests } from './test-event.ts'

/** The parts of the ground that this room stands on. `userHome` is where agent programs keep their settings. */
export type HooksGround = GroundOf<'userHome' | 'environment' | 'clock' | 'log', 'home' | 'hooks'> & {
  readonly settings: Watched<Pick<Config, 'hooks'>>
  /** Where it is said which hooks launches install, if not in `home`. */
  readonly wishesIn?: string
}

/**
 * What agents report. Its start writes the hook scripts, drains the queue once, then every 5 s; it resolves after the first
 * drain, before which no scan should judge sessions, and never rejects: without scripts or queue the service still serves,
 * and the log says why. Its stop ends the drain at work after its present event.
 */
export interface Hooks extends Room {
  /** Says who applies reports. Called once, before anything is mounted or started. */
  reportTo(apply: ApplyReport): void
  /**
   * Delivers what is queued now; what can't be delivered is left as it is, its tries too. False when that says nothing about
   * the events: the service ends, or its disk is full. Never rejects: what else went wrong is logged, and tried again at the
   * next drain.
   */
  drain(): Promise<boolean>
  /** For the launcher, before an agent starts. */
  readonly ensureHooks: EnsureHooks
  /** For the removal of a session. */
  readonly removeSessionEvents: HookQueue['removeSessionEvents']
  /** An event as agents send it, read and refused as the route of events does. */
  readonly parseReport: typeof parseReport
  /** The machine event of a machine or hook event name, or null for a name that is neither. */
  readonly machineEventOf: (name: string) => MachineEvent | null
  /** Whether hooks of the agent programs of this machine are installed, as one of Home's first steps. */
  readonly stepOnHome: BringStep
}

/** Nothing is read or written before `start`. */
export function openHooksRoom({ config, settings, clock, log, wishesIn, ...place }: HooksGround): Hooks {
  const { home } = config
  const { userHome, environment } = place
  const places = { home, userHome, environment }
  let apply = nobody
  const tests = createHookTests({ home, environment, drain: () => queue.drainBeforeLook() })
  const applyReport = onceEach(tests.caught((report) => apply(report)))
  const queue = createHookQueue({ home, applyReport, clock, log })
  let writing = Promise.resolve()
  const following = new DisposableStack()

  /** What is as it should be is left as it is. */
  async function writeScripts(): Promise<void> {
    try {
      await writeHookScripts(home, config.hooks)
    } catch (error) {
      log.error({ err: error }, 'the hook scripts could not be written; agents may not report')
    }
  }

  async function stop(): Promise<void> {
    following.dispose()
    await writing
    await queue.stop()
  }

  return {
    reportTo: (to) => (apply = to),
    mount(api) {
      mountIngest(api, applyReport)
      mount(api, hookRoutes.installHooks, ({ query: { client = 'claude' } }) =>
        installForApi({ client, ...places }, config.hooks),
      )
      mount(api, hookRoutes.removeHooks, ({ query: { client = 'claude' } }) => uninstallForApi({ client, ...places }))
      mount(api, hookRoutes.readHooks, async () => ok(await lookAtHooks(places, config.hooks)))
      mount(api, hookRoutes.testHooks, async ({ query: { client = 'claude' } }) => ok(await tests.run(client)))
    },
    async start() {
      await writeScripts()
      following.defer(settings.follow(() => void (writing = writing.then(writeScripts))))
      await queue.start()
    },
    drain: () => queue.drainBeforeLook(),
    stop,
    ensureHooks: createEnsureHooks({ ...places, wishesIn: wishesIn ?? home, log }),
    removeSessionEvents: (session) => queue.removeSessionEvents(session),
    machineEventOf,
    parseReport,
    stepOnHome: async () => hooksStep(await Promise.all(hookClients.map((client) => seenOnHome(client, places)))),
    [Symbol.asyncDispose]: stop,
  }
}

/** A program need not be on the PATH of the service: a folder of settings tells of one, too. */
async function seenOnHome(client: HookClient, place: SettingsPlace): Promise<ClientSeen> {
  const { label, program, settings } = clientHooks[client]
  const settingsPath = settingsPathOf(client, place)
  const isThere = findProgram(program, place.environment) !== null || existsSync(folderOf(settingsPath, settings))
  const state = await hooksInstalled({ client, settingsPath })
  return { client, label, isThere, state }
}

/** The client's own folder, of which the file may lie some folders below. */
function folderOf(path: string, [, file]: readonly [folder: string, file: string]): string {
  return file.split('/').reduce((folder) => dirname(folder), path)
}

const nobody: ApplyReport = () => Promise.reject(new Error('nobody applies what agents report: see reportTo'))
