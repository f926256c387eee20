// The settings in force as rows of key, value and source, with secrets masked: what `orrery config print` shows.
import { builtInAgents, type agentFields } from './agent-settings.ts'
import type { Config } from './config.ts'
import type { ResolvedConfig, Source } from './resolve-config.ts'
import { settingValues } from './config-shape.ts'
import { settings, type SettingName } from './settings.ts'

export type ConfigRow = {
  readonly key: string
  /** Plain JSON; a secret that is set shows as `mask`. */
  readonly value: unknown
  readonly source: Source
}

const mask = '********'

/** Other variables' values (`production`) are ordinary words, which must not vanish from every log line. */
const secretVariable = /key|token|secret|passw|credential/i

/** One row for each setting, then one for each field of each agent type and webhook. */
export function configRows({ config, sources }: ResolvedConfig): ConfigRow[] {
  const sourceOf = (key: string): Source => sources.get(key) ?? 'default'
  const values = settingValues(config)
  const plain = (Object.keys(settings) as SettingName[]).map((name) => {
    const { path, secret } = settings[name]
    const value = values[name]
    return { key: path, value: secret && value !== null ? mask : value, source: sourceOf(path) }
  })
  return [...plain, ...agentRows(config, sourceOf), ...webhookRows(config, sourceOf)]
}

/** Every secret in force, for the log to mask. */
export function secretsOf(config: Config): string[] {
  const values = settingValues(config)
  const plain = (Object.keys(settings) as SettingName[]).filter((name) => settings[name].secret)
  const agents = Object.values(config.agents).flatMap(({ env }) =>
    Object.entries(env).flatMap(([name, value]) => (secretVariable.test(name) ? [value] : [])),
  )
  const webhooks = Object.values(config.webhooks).map(({ secret }) => secret)
  return [...plain.map((name) => values[name]), ...agents, ...webhooks].filter((value) => typeof value === 'string')
}

function agentRows(config: Config, sourceOf: (key: string) => Source): ConfigRow[] {
  return Object.entries(config.agents).flatMap(([type, agent]) => {
    const fields: Record<(typeof agentFields)[number]['name'], unknown> = {
      command: agent.command,
      interactive_command: agent.interactiveCommand,
      label: agent.label,
      harness: agent.harness,
      env: Object.fromEntries(Object.keys(agent.env).map((name) => [name, mask])),
    }
    const isBuiltIn = Object.hasOwn(builtInAgents, type)
    return Object.entries(fields)
      .filter(([field]) => isBuiltIn || sourceOf(`agents.${type}.${field}`) !== 'default')
      .map(([field, value]) => ({ key: `agents.${type}.${field}`, value, source: sourceOf(`agents.${type}.${field}`) }))
  })
}

function webhookRows(config: Config, sourceOf: (key: string) => Source): ConfigRow[] {
  return Object.keys(config.webhooks).map((strand) => {
    const key = `webhooks.${strand}.secret`
    return { key, value: mask, source: sourceOf(key) }
  })
}
