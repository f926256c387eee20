// The keys by which settings are changed one by one: plain ones, fields of agent types, their variables, webhooks' secrets.
import { err, ok, type Result } from '#base/result.ts'
import type { JsonPath } from '#base/json-paths.ts'
import { agentFields } from './agent-settings.ts'
import { findUnknownKeys, valueAt } from './config-file.ts'
import { isRecord } from './entries.ts'
import { settings, type Setting } from './settings.ts'

export type FoundKey = {
  readonly key: string
  /** Where config.json holds it. */
  readonly path: JsonPath
  /** Null for an entry as a whole, as `agents.codex`, and for what stands in one. */
  readonly setting: Setting<unknown> | null
}

const plain: readonly Setting<unknown>[] = Object.values(settings)

/** An error goes on after the key. */
export function findKey(key: string): Result<FoundKey, string> {
  const setting = plain.find(({ path, inFile }) => inFile && path === key)
  if (setting !== undefined) return ok({ key, path: pathOf(key), setting })
  const inside = entryPath(key)
  if (inside !== null) return ok({ key, path: inside, setting: null })
  const below = plain.filter(({ path, inFile }) => inFile && path.startsWith(`${key}.`)).map(({ path }) => path)
  if (below.length > 0) return err(`holds several settings: name one of ${below.join(', ')}`)
  if (key === 'agents' || key === 'webhooks') return err(`holds several: name one, as in ${key}.<name>`)
  const [unknown] = findUnknownKeys(nested(key.split('.')))
  return err(unknown?.reason ?? 'is no known key')
}

/** Strands' ids may hold dots, agent types may not. */
function entryPath(key: string): JsonPath | null {
  const webhook = /^webhooks\.(?<strand>.+?)(?<secret>\.secret)?$/s.exec(key)?.groups
  if (webhook?.strand !== undefined) {
    return webhook.secret === undefined ? ['webhooks', webhook.strand] : ['webhooks', webhook.strand, 'secret']
  }
  const [group, type, field, ...rest] = key.split('.')
  if (group !== 'agents' || type === undefined || type === '') return null
  if (field === undefined) return ['agents', type]
  if (rest.length === 0) return ['agents', type, field]
  return field === 'env' ? ['agents', type, 'env', rest.join('.')] : null
}

function pathOf(key: string): JsonPath {
  const [first = key, ...others] = key.split('.')
  return [first, ...others]
}

function nested(names: readonly string[]): Record<string, unknown> {
  const [name = '', ...rest] = names
  return { [name]: rest.length === 0 ? null : nested(rest) }
}

/** Every key that stands in a config.json, with its value; `file` is one that was checked. */
export function keysInFile(file: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>()
  for (const { path, inFile } of plain) {
    const value = inFile ? valueAt(file, path) : undefined
    if (value !== undefined) found.set(path, value)
  }
  for (const [type, entry] of entriesOf(file.agents)) {
    for (const { name } of agentFields) {
      if (name !== 'env' && entry[name] !== undefined) found.set(`agents.${type}.${name}`, entry[name])
    }
    for (const [variable, value] of entriesOf(entry, 'env')) found.set(`agents.${type}.env.${variable}`, value)
  }
  for (const [strand, entry] of entriesOf(file.webhooks)) found.set(`webhooks.${strand}.secret`, entry.secret)
  return found
}

function entriesOf(value: unknown): [string, Readonly<Record<string, unknown>>][]
function entriesOf(value: unknown, field: string): [string, unknown][]
function entriesOf(value: unknown, field?: string): [string, unknown][] {
  const holder = field === undefined ? value : isRecord(value) ? value[field] : undefined
  if (!isRecord(holder)) return []
  return Object.entries(holder).map(([name, each]) => [name, field === undefined && !isRecord(each) ? {} : each])
}

/** The keys whose value differs, in the order of the files. */
export function changedKeys(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const [old, now] = [keysInFile(before), keysInFile(after)]
  const differs = (key: string) => JSON.stringify(old.get(key)) !== JSON.stringify(now.get(key))
  return [...new Set([...now.keys(), ...old.keys()])].filter(differs)
}
