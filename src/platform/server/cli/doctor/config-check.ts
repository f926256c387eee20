// Doctor's look at the settings: config.json, and variables that look like settings but are none.
import { existsSync } from 'node:fs'
import { nearest } from '#base/nearest.ts'
import type { Environment } from '../../config/environment.ts'
import type { ConfigFailure, LoadedConfig } from '../../config/load-config.ts'
import { settings, type Setting } from '../../config/settings.ts'
import type { Result } from '#base/result.ts'
import { fail, ok, warn, type Finding } from './finding.ts'

/** Set for agents by the launcher; a service started by an agent inherits them. */
const agentVariables = ['SERVICE_SESSION_TMUX', 'SERVICE_HOOK_PORT', 'SERVICE_RUN_ID', 'SERVICE_SESSION_INTERACTIVE']

export function checkConfig(loaded: Result<LoadedConfig, ConfigFailure>, environment: Environment): Finding {
  if (!loaded.ok) {
    const { file, problems } = loaded.error
    const lines = problems.map(({ at, reason }) => `${at}: ${reason}`)
    return fail('config', `the settings can't be used (${file})`, ...lines)
  }
  const all: readonly Setting<unknown>[] = Object.values(settings)
  const known = all.flatMap(({ env }) => (env === null ? [] : [env]))
  const strange = Object.keys(environment).filter(
    (name) => name.startsWith('SERVICE_') && !known.includes(name) && !agentVariables.includes(name),
  )
  const { file } = loaded.value
  if (strange.length === 0) return ok('config', existsSync(file) ? file : `no ${file}: defaults and environment`)
  const meant = strange.map((name) => `${name}: did you mean ${nearest(name, known) ?? 'something else'}?`)
  return warn('config', 'some variables look like settings but are none', ...meant)
}
