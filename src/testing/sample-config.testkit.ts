// The settings of a service that nobody configured, in a home of the test.
import { ok } from '#base/result.ts'
import type { Config } from '#platform/server/config/config.ts'
import { resolveConfig } from '#platform/server/config/resolve-config.ts'

/** `file` is what config.json holds. Throws for settings that are refused. */
export function sampleConfig(home: string, file: object = {}): Config {
  const parseTemplate = (command: string | readonly string[]) =>
    ok(typeof command === 'string' ? command.split(' ') : command)
  const resolved = resolveConfig({ home, homeSource: 'default', file, environment: {}, parseTemplate })
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.error))
  return resolved.value.config
}
