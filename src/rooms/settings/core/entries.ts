// Settings that a person adds and takes out again: agent types with their variables, and secrets of webhooks.
import type { SettingRow } from '../contract.ts'

/** The agent type that a row is of; null for any other row. */
export function agentTypeOf(key: string): string | null {
  return /^agents\.(?<type>[^.]+)\./.exec(key)?.groups?.type ?? null
}

/** The rows of each agent type, in their order. */
export function byAgentType(rows: readonly SettingRow[]): ReadonlyMap<string, readonly SettingRow[]> {
  const found = new Map<string, SettingRow[]>()
  for (const row of rows) {
    const type = agentTypeOf(row.key)
    if (type !== null) found.set(type, [...(found.get(type) ?? []), row])
  }
  return found
}

/** Whether a person brought the type: it can go as a whole. */
export function isOwnType(rows: readonly SettingRow[]): boolean {
  return rows.some(({ key, fallback }) => key.endsWith('.command') && fallback !== 'as built in')
}

/** A row that somebody added by its name: what to take out for it to be gone, and what it is called. Null for any other. */
export function addedEntry(key: string): { readonly unset: string; readonly name: string } | null {
  const variable = /^agents\.[^.]+\.env\.(?<name>.+)$/s.exec(key)?.groups?.name
  if (variable !== undefined) return { unset: key, name: variable }
  // A webhook has nothing but its secret: without it the entry would not fit. Ids of strands may hold dots.
  const strand = /^webhooks\.(?<strand>.+)\.secret$/s.exec(key)?.groups?.strand
  return strand === undefined ? null : { unset: `webhooks.${strand}`, name: `the webhook of ${strand}` }
}
