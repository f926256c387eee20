// `orrery start`: reads the settings, opens the log, and runs the service until it is asked to end.
import { asTyped } from '#base/own-command.ts'
import type { Result } from '#base/result.ts'
import { loadAccessToken } from '../auth/access-token.ts'
import { systemClock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { secretsOf } from '../config/config-rows.ts'
import type { ConfigFailure, LoadedConfig } from '../config/load-config.ts'
import { lockHome } from '../files/home-lock.ts'
import { finishSwap, isSwapPending } from '../files/home-swap.ts'
import { openLogFile } from '../log/log-file.ts'
import type { Logger } from '../log/logger.ts'
import type { PlainCli } from './cli.ts'
import { findProgram, installCommand } from './install-hint.ts'
import { loadedOrThrow } from './loaded.ts'
import { wantsColour } from './output.ts'
import { ownCommandOf } from './own-command.ts'
import { runService, type RunningService } from './run-service.ts'

export type StartParts = {
  readonly cli: PlainCli
  readonly load: () => Result<LoadedConfig, ConfigFailure>
  /** Starts everything; the home is private and locked by then. Loaded only when it is called. */
  readonly startService: (known: {
    readonly loaded: LoadedConfig
    readonly log: Logger
    /** Told the settings after each change. */
    readonly onSettings: (config: Config) => void
  }) => Promise<RunningService>
}

export async function startCommand({ cli, load, startService }: StartParts, level: 'debug' | 'info'): Promise<void> {
  const { stdout, stderr, environment, catchSignals } = cli.process
  finishRestore(cli)
  const loaded = loadedOrThrow(load())
  const command = ownCommandOf(environment)
  if (findProgram('tmux', environment) === null) {
    const install = installCommand('tmux', environment)
    cli.output.note(`tmux is not installed, so no agent can be launched until it is: ${install}`)
  }
  cli.outlivesReaders = true
  const form =
    cli.output.json || stderr.isTTY !== true ? 'json' : wantsColour(stderr, environment) ? 'coloured' : 'text'
  await runService({
    loaded,
    stdout: {
      ...(stdout.isTTY === undefined ? {} : { isTTY: stdout.isTTY }),
      write: (text) => stdout.write(asTyped(text, command)),
    },
    stopRequested: catchSignals(),
    nowMs: () => systemClock.now(),
    start: async (config) => {
      const { createLogger } = await import('../log/logger.ts')
      // Those that were in force once stay masked.
      const secrets = new Set([...secretsOf(config), config.accessToken ?? loadAccessToken(config.home)])
      const { write: keep } = openLogFile(config)
      const log = createLogger({ level, form, secrets, write: (line) => stderr.write(line), keep })
      const onSettings = (now: Config) => secretsOf(now).forEach((secret) => secrets.add(secret))
      return startService({ loaded, log, onSettings })
    },
  })
}

/** Before anything of the home is read: a restore that was killed amid its moves left files of two moments there. */
function finishRestore({ home, output }: PlainCli): void {
  if (!isSwapPending(home)) return
  using lock = lockHome(home)
  // Whoever has it finishes that; the start says who.
  if (lock === null) return
  const swap = finishSwap(home)
  if (swap !== null) output.note(`A restore that was cut off is finished. What was there is kept in ${swap.aside}.`)
}
