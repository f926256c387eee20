// The guide's table of every key, made from the tables that the service itself checks by.
import { agentFields } from './agent-settings.ts'
import type { EntryField } from './entries.ts'
import { settings, type Setting } from './settings.ts'
import { webhookFields } from './webhook-settings.ts'

/** Markdown, one row a key; a test holds docs/guide/configuration.md to it. */
export function guideTable(): string {
  const all: readonly Setting<unknown>[] = Object.values(settings)
  const rows = [
    ...all.map((setting) => [
      setting.inFile ? code(setting.path) : '–',
      setting.env === null ? '–' : code(setting.env),
      setting.kind.name,
      fallbackOf(setting),
      setting.doc,
    ]),
    ...agentFields.map((field) => entryRow('agents.<type>', field)),
    ...webhookFields.map((field) => entryRow('webhooks.<strand>', field)),
  ]
  const head = ['config.json', 'environment', 'type', 'default', 'what it does']
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const code = (text: string): string => `\`${text}\``

function fallbackOf(setting: Setting<unknown>): string {
  if (setting.fallbackText !== undefined) return setting.fallbackText
  const value = setting.fallback('')
  return value === null ? 'not set' : code(JSON.stringify(value))
}

function entryRow(path: string, field: EntryField): string[] {
  return [code(`${path}.${field.name}`), '–', field.kind.name, field.fallbackText, field.doc]
}
