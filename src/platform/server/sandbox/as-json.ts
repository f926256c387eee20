// Turns what a body returned into JSON, or says at which place it holds something else.
import type { Json } from '#base/json.ts'

/** Results are read whole, by later steps and by the page; what is larger belongs into a file. */
export const maxResultBytes = 1024 * 1024
/** Deeper than any sensible result, and far from the end of the stack. */
const maxDepth = 200

/** `what` names the value in errors: `its result`. Throws an Error with a sentence for the author. */
export function asJson(value: unknown, what: string): Json {
  const json = value === undefined ? null : convert(value, { place: what, parents: [] })
  const bytes = Buffer.byteLength(JSON.stringify(json))
  if (bytes <= maxResultBytes) return json
  throw new Error(
    `${what} has ${Math.ceil(bytes / 1024)} KiB of JSON, and at most ${maxResultBytes / 1024} KiB are taken: write it to a file and return its path`,
  )
}

type Place = { readonly place: string; readonly parents: readonly object[] }

function convert(value: unknown, at: Place): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : refuse(at, String(value))
  if (typeof value !== 'object') return refuse(at, `a ${typeof value}`)
  if (at.parents.includes(value)) return refuse(at, 'itself')
  if (at.parents.length > maxDepth) return refuse(at, `more than ${maxDepth} levels`)
  const inside = { ...at, parents: [...at.parents, value] }
  if ('toJSON' in value && typeof value.toJSON === 'function') return convert(value.toJSON(), inside)
  if (Array.isArray(value)) return value.map((item: unknown, index) => convertItem(item, index, inside))
  const kind = unfitKind(value)
  return kind === null ? convertRecord(value, inside) : refuse(at, kind)
}

function convertItem(item: unknown, index: number, { place, parents }: Place): Json {
  return item === undefined ? null : convert(item, { place: `${place}[${index}]`, parents })
}

function convertRecord(record: object, { place, parents }: Place): Json {
  const entries = Object.entries(record).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([key, value]) => [key, convert(value, { place: `${place}.${key}`, parents })]))
}

/** Objects whose content JSON.stringify would drop without a word. */
function unfitKind(value: object): string | null {
  const unfit = [Map, Set, WeakMap, WeakSet, Promise, Error, ArrayBuffer, RegExp]
  if (ArrayBuffer.isView(value)) return `a ${value.constructor.name}`
  return unfit.some((type) => value instanceof type) ? `a ${value.constructor.name}` : null
}

function refuse({ place }: Place, found: string): never {
  throw new Error(`${place} is ${found}, which JSON can't hold`)
}
