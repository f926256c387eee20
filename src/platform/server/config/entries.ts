// Checks settings whose keys a person makes up: each entry's name and fields, with the nearest known name for a mistyped one.
import { nearest } from '#base/nearest.ts'
import type { ConfigProblem } from './problem.ts'
import type { Kind } from './value-kinds.ts'

export type EntryField = {
  readonly name: string
  readonly kind: Kind<unknown>
  readonly fallbackText: string
  readonly secret: boolean
  readonly doc: string
}

export type Entry = Readonly<Record<string, unknown>>

export type Collection = {
  readonly path: string
  readonly fields: readonly EntryField[]
  readonly namePattern: RegExp
  readonly nameDemand: string
}

type Checked = { readonly entries: ReadonlyMap<string, Entry>; readonly problems: readonly ConfigProblem[] }

/** Checks every entry's name and fields; entries with a mistake are left out of the answer. */
export function checkEntries(raw: unknown, collection: Collection): Checked {
  const { path, fields, namePattern, nameDemand } = collection
  if (raw === undefined) return { entries: new Map(), problems: [] }
  if (!isRecord(raw)) return { entries: new Map(), problems: [{ at: path, reason: 'must be an object' }] }
  const entries = new Map<string, Entry>()
  const problems: ConfigProblem[] = []
  for (const [key, entry] of Object.entries(raw)) {
    const at = `${path}.${key}`
    const wrong = !namePattern.test(key)
      ? [{ at, reason: nameDemand }]
      : isRecord(entry)
        ? checkFields(entry, at, fields)
        : [{ at, reason: 'must be an object' }]
    problems.push(...wrong)
    if (wrong.length === 0 && isRecord(entry)) entries.set(key, entry)
  }
  return { entries, problems }
}

function checkFields(entry: Entry, at: string, fields: readonly EntryField[]): ConfigProblem[] {
  const names = fields.map((field) => field.name)
  return Object.entries(entry).flatMap(([key, value]) => {
    const field = fields.find(({ name }) => name === key)
    if (field === undefined) return [{ at: `${at}.${key}`, reason: unknownKey(key, names, (name) => `${at}.${name}`) }]
    const parsed = field.kind.parse(value)
    return parsed.ok ? [] : [{ at: `${at}.${key}`, reason: `must be ${parsed.error}` }]
  })
}

/** The sentence for a key that nobody knows, with the one that was probably meant. */
export function unknownKey(key: string, known: readonly string[], full: (name: string) => string): string {
  const meant = nearest(key, known)
  return meant === null ? 'is no known key' : `is no known key; did you mean ${full(meant)}?`
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
