// The settings as rows for people: each key with its value and source, and no secret in any of them.
import type { Json } from '#base/json.ts'
import { agentFields, builtInAgents } from '#platform/server/config/agent-settings.ts'
import type { AgentSettings } from '#platform/server/config/config.ts'
import type { EntryField } from '#platform/server/config/entries.ts'
import { lockOf } from '#platform/server/config/plan-change.ts'
import type { Source } from '#platform/server/config/resolve-config.ts'
import { settingValues } from '#platform/server/config/config-shape.ts'
import { settings, type Setting, type SettingName } from '#platform/server/config/settings.ts'
import type { SettingsState } from '#platform/server/config/settings-store.ts'
import type { ValueInput } from '#platform/server/config/value-kinds.ts'
import { webhookFields } from '#platform/server/config/webhook-settings.ts'
import type { SettingInput, SettingRow, SettingsAnswer } from '../contract.ts'
import { sectionOf } from '../core/sections.ts'

/** What GET /api/system/settings answers. */
export function settingsAnswer(state: SettingsState): SettingsAnswer {
  return {
    revision: state.revision,
    file: state.path,
    settings: [...plainRows(state), ...agentRows(state), ...webhookRows(state)],
    problems: state.problems.map(({ at, reason }) => ({ field: at, reason })),
  }
}

function plainRows({ resolved, atStart }: SettingsState): SettingRow[] {
  const [now, before] = [settingValues(resolved.config), settingValues(atStart)]
  return (Object.keys(settings) as SettingName[]).map((name) => {
    const setting: Setting<unknown> = settings[name]
    const { path, env, secret, kind, doc, inFile } = setting
    return {
      key: path,
      section: sectionOf(path),
      doc,
      takes: kind.name,
      input: inputOf(kind.input),
      ...shown(now[name], secret),
      source: sourceOf(resolved.sources.get(path)),
      variable: env,
      fallback: fallbackOf(setting),
      locked: inFile ? lockOf(setting, resolved) : `is set by the environment variable ${env ?? ''} alone`,
      is_guarded: setting.guarded,
      at_start: setting.atStart,
      needs_restart: setting.atStart && JSON.stringify(now[name]) !== JSON.stringify(before[name]),
    }
  })
}

function agentRows({ resolved: { config, sources } }: SettingsState): SettingRow[] {
  return Object.entries(config.agents).flatMap(([type, agent]) => {
    const isBuiltIn = Object.hasOwn(builtInAgents, type)
    const fields = agentFields.flatMap((field) => {
      if (field.name === 'env') return []
      const key = `agents.${type}.${field.name}`
      const source = sourceOf(sources.get(key))
      const fallback = isBuiltIn ? 'as built in' : field.fallbackText
      return [{ ...entryRow(key, field), fallback, ...shown(valueOf(agent, field.name), false), source }]
    })
    const variables = Object.keys(agent.env).map((name) => ({
      ...entryRow(`agents.${type}.env.${name}`, { ...envField, doc: `The variable ${name} of this agent.` }),
      ...shown('set', true),
      source: 'file' as const,
    }))
    return [...fields, ...variables]
  })
}

const envField = agentFields[4]

function valueOf(agent: AgentSettings, field: 'command' | 'interactive_command' | 'label' | 'harness'): unknown {
  return field === 'interactive_command' ? agent.interactiveCommand : agent[field]
}

function webhookRows({ resolved: { config } }: SettingsState): SettingRow[] {
  const [field] = webhookFields
  return Object.keys(config.webhooks).map((strand) => ({
    ...entryRow(`webhooks.${strand}.secret`, field),
    ...shown('set', true),
    source: 'file',
  }))
}

function entryRow(key: string, field: EntryField): Omit<SettingRow, 'value' | 'is_secret' | 'is_set' | 'source'> {
  return {
    key,
    section: sectionOf(key),
    doc: field.doc,
    takes: field.kind.name,
    input: inputOf(field.kind.input),
    variable: null,
    fallback: field.fallbackText,
    locked: null,
    is_guarded: false,
    at_start: false,
    needs_restart: false,
  }
}

/** The one place where a value meets an answer. */
function shown(value: unknown, isSecret: boolean): Pick<SettingRow, 'value' | 'is_secret' | 'is_set'> {
  const isSet = value !== null && value !== undefined
  return { value: isSecret ? null : ((value ?? null) as Json), is_secret: isSecret, is_set: isSet }
}

function sourceOf(source: Source = 'default'): SettingRow['source'] {
  if (source === 'default') return 'default'
  return source === 'config.json' ? 'file' : 'environment'
}

function fallbackOf({ fallbackText, fallback }: Setting<unknown>): string {
  if (fallbackText !== undefined) return fallbackText
  const value = fallback('')
  if (value === null) return 'not set'
  return Array.isArray(value) && value.length === 0 ? 'none' : JSON.stringify(value)
}

/** Variables are asked for one by one, each a text. */
function inputOf(input: ValueInput): SettingInput {
  if (input.is === 'choice') return { is: 'choice', choices: [...input.choices] }
  if (input.is === 'number') return { is: 'number', min: input.min, max: input.max }
  return { is: input.is === 'variables' ? 'text' : input.is }
}
