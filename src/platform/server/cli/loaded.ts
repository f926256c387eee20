// The settings for a command that can't go on without them.
import type { Result } from '#base/result.ts'
import type { ConfigFailure, LoadedConfig } from '../config/load-config.ts'
import { CliError } from './cli-error.ts'

export function loadedOrThrow(loaded: Result<LoadedConfig, ConfigFailure>): LoadedConfig {
  if (loaded.ok) return loaded.value
  const { file, problems } = loaded.error
  throw new CliError('config', `the settings can't be used (${file})`, {
    hints: problems.map(({ at, reason }) => `${at}: ${reason}`),
  })
}
