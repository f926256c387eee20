// Finds the line of a module that a problem of its definition is about. A guess, but one that lands where to look.
import type { Json } from '#base/json.ts'

/** `at` is the place in the definition, dotted. Null when the text does not tell. */
export function problemLine(text: string, raw: Json, at: string): number | null {
  const path = at.split('.')
  const from = path[0] === 'steps' && path[1] !== undefined ? stepOffset(text, raw, Number(path[1])) : 0
  const value = path.reduce<unknown>(valueAt, raw)
  const candidates = [
    path[0] === 'steps' && path.at(-1) === 'id' ? from : -1,
    typeof value === 'string' ? quotedOffset(text, value, from) : -1,
    keyOffset(text, path.at(-1) ?? '', from),
    from === 0 ? text.search(/\bdefineStrand\(|\bexport default\b/) : from,
  ]
  const offset = candidates.find((candidate) => candidate >= 0)
  return offset === undefined ? null : text.slice(0, offset).split('\n').length
}

function valueAt(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

/** Where a step begins: its id, counted past the steps before it that have the same one. */
function stepOffset(text: string, raw: Json, index: number): number {
  const steps = valueAt(raw, 'steps')
  if (!Array.isArray(steps)) return 0
  const ids = steps.map((step) => valueAt(step, 'id'))
  const id = ids[index]
  if (typeof id !== 'string') return Math.max(0, keyOffset(text, 'steps', 0))
  let offset = Math.max(0, keyOffset(text, 'steps', 0))
  for (const [place, other] of ids.entries()) {
    if (other !== id || place > index) continue
    const found = quotedOffset(text, id, place === index ? offset : offset + 1)
    if (found === -1) return offset
    offset = place === index ? found : found + 1
  }
  return offset
}

function quotedOffset(text: string, value: string, from: number): number {
  const offsets = [`'${value}'`, JSON.stringify(value), `\`${value}\``].map((form) => text.indexOf(form, from))
  const found = offsets.filter((offset) => offset >= 0)
  return found.length === 0 ? -1 : Math.min(...found)
}

function keyOffset(text: string, key: string, from: number): number {
  if (!/^[A-Za-z_]\w*$/.test(key)) return -1
  const found = text.slice(from).search(new RegExp(`\\b${key}\\b['"]?\\s*[:(,]`))
  return found === -1 ? -1 : from + found
}
