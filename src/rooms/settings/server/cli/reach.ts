// The settings as a command reaches them: by the service while it runs, else in config.json itself, by the same rules.
import type { CliGround } from '#platform/server/cli/cli-room.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { systemClock } from '#platform/server/clock.ts'
import { openSettings } from '#platform/server/config/settings-store.ts'
import { isHomeLocked } from '#platform/server/files/home-lock.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { systemTimers } from '#platform/server/timers.ts'
import type { SettingsAnswer, SettingsChanged, SettingsChangeRequest } from '../../contract.ts'
import { settingsRoutes } from '../bound-routes.ts'
import { settingsAnswer } from '../rows.ts'

export type ReachedSettings = AsyncDisposable & {
  /** Whether a service runs, which takes a change at once. */
  readonly isRunning: boolean
  read(): Promise<SettingsAnswer>
  /** Throws `CliError` with what does not fit. */
  change(change: Omit<SettingsChangeRequest, 'revision'>, isDryRun: boolean): Promise<SettingsChanged>
}

export function reachSettings({ cli, loaded }: CliGround): ReachedSettings {
  const known = loaded()
  return isHomeLocked(known.config.home) ? byService(cli.api) : byFile(known)
}

function byService(api: CliGround['cli']['api']): ReachedSettings {
  const read = () => api.ask(settingsRoutes.readSettings)
  return {
    isRunning: true,
    read,
    async change(change, isDryRun) {
      const { revision } = await read()
      const query = isDryRun ? ({ dry_run: 'true' } as const) : {}
      return api.ask(settingsRoutes.changeSettings, { query, body: { revision, ...change } })
    },
    async [Symbol.asyncDispose]() {},
  }
}

/** Whoever may write the file may change who gets in. */
function byFile(loaded: ReturnType<CliGround['loaded']>): ReachedSettings {
  const store = openSettings({ loaded, clock: systemClock, timers: systemTimers, log: silentLog })
  return {
    isRunning: false,
    read: async () => settingsAnswer(await store.look()),
    async change({ set = {}, unset = [] }, isDryRun) {
      const changed = await store.change({ revision: null, set, unset, mayOpen: true, isDryRun })
      if (!changed.ok) {
        const { reason, details = [], hint } = changed.error
        const lines = [reason, ...details.map((detail) => `  ${detail.field}: ${detail.reason}`)]
        throw new CliError('refused', lines.join('\n'), { hints: hint === undefined ? [] : [hint] })
      }
      const { state, cleared } = changed.value
      return {
        ...settingsAnswer(state),
        changed: [...changed.value.changed],
        cleared: [...cleared],
        dry_run: isDryRun,
      }
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}
