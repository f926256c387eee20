// The shape of config.json: reads a dotted key from it, and finds keys that nobody knows.
import { nearest } from '#base/nearest.ts'
import { isRecord, unknownKey } from './entries.ts'
import type { ConfigProblem } from './problem.ts'
import { settings, type Setting } from './settings.ts'

const all: readonly Setting<unknown>[] = Object.values(settings)
const inFile = all.filter((setting) => setting.inFile).map(({ path }) => path)
/** Their own modules check what is below these. */
const collections = ['agents', 'webhooks']
const groups = [...new Set(inFile.filter((path) => path.includes('.')).map((path) => path.split('.')[0] ?? ''))]

/** The value at a dotted key, or undefined; own properties only. */
export function valueAt(file: unknown, path: string): unknown {
  let value = file
  for (const part of path.split('.')) {
    if (!isRecord(value) || !Object.hasOwn(value, part)) return undefined
    value = value[part]
  }
  return value
}

/** Every key outside the table, nested ones too, and every group that is no object. */
export function findUnknownKeys(file: Readonly<Record<string, unknown>>): ConfigProblem[] {
  return Object.entries(file).flatMap(([key, value]) => {
    if (collections.includes(key) || inFile.includes(key)) return []
    if (!groups.includes(key)) return [{ at: key, reason: explain(key) }]
    return unknownWithin(key, value)
  })
}

/** Of a group and of the groups in it. */
function unknownWithin(group: string, value: unknown): ConfigProblem[] {
  if (!isRecord(value)) return [{ at: group, reason: 'must be an object' }]
  const known = inFile.filter((path) => path.startsWith(`${group}.`)).map((path) => path.slice(group.length + 1))
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = `${group}.${name}`
    if (known.includes(name)) return []
    if (known.some((path) => path.startsWith(`${name}.`))) return unknownWithin(at, inner)
    return [{ at, reason: unknownKey(name, known, (meant) => `${group}.${meant}`) }]
  })
}

/** At the top a key may also be one of a group, written without it and in any case, or one that only the environment sets. */
function explain(key: string): string {
  const byVariable = all.find((setting) => !setting.inFile && (setting.path === key || setting.env === key))
  if (byVariable !== undefined) return `can't stand in config.json: set the environment variable ${byVariable.env}`
  const ending = `.${key}`
  const byName =
    inFile.find((path) => path.endsWith(ending)) ??
    all.find((setting) => setting.env === key)?.path ??
    inFile.find((path) => path.toLowerCase().endsWith(ending.toLowerCase()))
  if (byName !== undefined) return `is no known key; did you mean ${byName}?`
  const top = [...collections, ...groups, ...inFile.filter((path) => !path.includes('.'))]
  if (nearest(key, top) !== null) return unknownKey(key, top, (meant) => meant)
  const leaves = new Map(inFile.map((path) => [path.split('.').at(-1) ?? path, path]))
  return unknownKey(key, [...leaves.keys()], (meant) => leaves.get(meant) ?? meant)
}
