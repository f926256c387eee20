// Lays environment over config.json over defaults: the settings, each with its source, or everything that is wrong.
import { err, ok, type Result } from '#base/result.ts'
import { builtInAgents, parseAgents, type ParseTemplate } from './agent-settings.ts'
import type { Config } from './config.ts'
import { findUnknownKeys, valueAt } from './config-file.ts'
import { isRecord } from './entries.ts'
import { variable, type Environment } from './environment.ts'
import type { ConfigProblem } from './problem.ts'
import { assembleConfig, settingValues } from './config-shape.ts'
import { settings, type Setting, type SettingName, type SettingValues } from './settings.ts'
import { parseWebhooks } from './webhook-settings.ts'

/** `default`, `config.json`, or the name of the environment variable. */
export type Source = string

export type ConfigInput = {
  /** Absolute. */
  readonly home: string
  readonly homeSource: Source
  /** The parsed config.json; an empty object when there is none. */
  readonly file: unknown
  readonly environment: Environment
  readonly parseTemplate: ParseTemplate
}

export type ResolvedConfig = {
  /** Deeply frozen. */
  readonly config: Config
  /** By dotted key: plain settings, `agents.<type>.<field>` and `webhooks.<strand>.secret`. */
  readonly sources: ReadonlyMap<string, Source>
}

/** Names every mistake, not only the first. `SERVICE_HOOK_PORT` is an agent's variable and never read. */
export function resolveConfig(input: ConfigInput): Result<ResolvedConfig, readonly ConfigProblem[]> {
  if (!isRecord(input.file)) return err([{ at: 'config.json', reason: 'must hold an object: { … }' }])
  const problems: ConfigProblem[] = [...findUnknownKeys(input.file)]
  const sources = new Map<string, Source>()
  const values: Record<string, unknown> = {}
  for (const name of Object.keys(settings) as SettingName[]) {
    const setting = settings[name] as Setting<unknown>
    const resolved =
      name === 'home' ? { value: input.home, source: input.homeSource } : resolve(setting, input, problems)
    values[name] = resolved.value
    sources.set(setting.path, resolved.source)
  }
  const { agents, problems: agentProblems } = parseAgents(input.file.agents, input.parseTemplate)
  const { webhooks, problems: webhookProblems } = parseWebhooks(input.file.webhooks)
  problems.push(...agentProblems, ...webhookProblems)
  if (problems.length > 0) return err(problems)
  for (const [key, source] of collectionSources(input.file)) sources.set(key, source)
  return ok({ config: deepFreeze(assembleConfig(values as SettingValues, { agents, webhooks })), sources })
}

/** What counts while the service runs: `next`, but for what is taken at the start alone. */
export function inForce(next: Config, atStart: Config): Config {
  const [values, before] = [settingValues(next), settingValues(atStart)]
  const names = Object.keys(settings) as SettingName[]
  const kept = names.filter((name) => settings[name].atStart).map((name) => [name, before[name]])
  const all = { ...values, ...(Object.fromEntries(kept) as Partial<SettingValues>) }
  return deepFreeze(assembleConfig(all, { agents: next.agents, webhooks: next.webhooks }))
}

type Resolved = { readonly value: unknown; readonly source: Source }

function resolve(setting: Setting<unknown>, input: ConfigInput, problems: ConfigProblem[]): Resolved {
  const present = fromFile(setting, input, problems)
  const text = setting.env === null ? null : variable(input.environment, setting.env)
  if (setting.env === null || text === null) return present
  const parsed = setting.readEnv?.(text, present.value) ?? setting.kind.parse(setting.kind.fromText(text))
  if (parsed.ok) return { value: parsed.value, source: setting.env }
  problems.push({ at: setting.env, reason: `must be ${parsed.error}${setting.secret ? '' : `, and is "${text}"`}` })
  return present
}

function fromFile(setting: Setting<unknown>, { file, home }: ConfigInput, problems: ConfigProblem[]): Resolved {
  const raw = setting.inFile ? valueAt(file, setting.path) : undefined
  const fallback = { value: setting.fallback(home), source: 'default' }
  if (raw === undefined) return fallback
  const parsed = setting.kind.parse(raw)
  if (parsed.ok) return { value: parsed.value, source: 'config.json' }
  problems.push({ at: setting.path, reason: `must be ${parsed.error}` })
  return fallback
}

function* collectionSources(file: Readonly<Record<string, unknown>>): Generator<[string, Source]> {
  for (const type of Object.keys(builtInAgents)) {
    for (const field of ['command', 'interactive_command', 'label', 'env']) yield [`agents.${type}.${field}`, 'default']
  }
  for (const collection of ['agents', 'webhooks']) {
    for (const [name, entry] of Object.entries(file[collection] ?? {})) {
      for (const field of Object.keys(entry as object)) yield [`${collection}.${name}.${field}`, 'config.json']
    }
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) deepFreeze(part)
  return Object.freeze(value)
}
