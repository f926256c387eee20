// Reads what a module exports as plain data: a strand without its bodies, a plugin's routes.
import { asJson } from '../as-json.ts'
import type { ModuleData } from './messages.ts'

type Exports = Readonly<Record<string, unknown>>

/** Exports that are objects, each once: the default export may be a named one, too. */
export function describeModule(exports: Exports): ModuleData {
  const seen = new Set<unknown>()
  const found: { name: string; value: ModuleData['exports'][number]['value'] }[] = []
  // The default export first: it is the one that is meant.
  const names = Object.keys(exports).toSorted((a, b) => Number(b === 'default') - Number(a === 'default'))
  for (const name of names) {
    const value = exports[name]
    if (typeof value !== 'object' || value === null || seen.has(value) || !isMeant(name, value)) continue
    seen.add(value)
    found.push({ name, value: asJson(withoutFunctions(value, 0), name === 'default' ? 'the default export' : name) })
  }
  return { exports: found }
}

/** Helpers stand beside a strand, too; a default export can mean nothing else. */
function isMeant(name: string, value: object): boolean {
  return name === 'default' || ('id' in value && 'steps' in value)
}

/** Far deeper than a definition goes; a circle ends here and is then refused. */
const maxDepth = 20

function withoutFunctions(value: unknown, depth: number): unknown {
  if (typeof value === 'function') return true
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value
  if (Array.isArray(value)) return value.map((item) => withoutFunctions(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutFunctions(inner, depth + 1)]))
}
