// Sets and removes members of a JSON text by their path, leaving every other byte: order, layout, what nobody knows.
import { err, ok, type Result } from './result.ts'
import { insertEntry, layoutOf, removeEntry, render, splice, type Layout } from './json-edit.ts'
import { kindOf, membersOf, rootOf, type Member, type Span } from './json-spans.ts'

/** Names from the root on; one name may hold dots. */
export type JsonPath = readonly [string, ...string[]]

/**
 * Writes `value` where `path` leads; objects on the way are made. A text of `''` stands for no text yet. An error goes on
 * after the text's name. The text must be one that JSON.parse accepts.
 */
export function setAt(text: string, path: JsonPath, value: unknown): Result<string, string> {
  if (text.trim() === '') return ok(`${JSON.stringify(nested(path, value), null, 2)}\n`)
  const place = placeOf(text, path)
  if (!place.ok) return place
  const { span, depth, found, rest } = place.value
  const layout = layoutOf(text)
  if (found !== null) return ok(splice(text, found.value, render(value, depth + 1, layout)))
  const [name, ...inner] = rest
  const [first, ...others] = inner
  const whole = first === undefined ? value : nested([first, ...others], value)
  return ok(insert(text, { span, depth, layout }, [name, whole]))
}

/** Takes out what `path` leads to, and each object on the way that holds nothing any more. */
export function removeAt(text: string, path: JsonPath): Result<string, string> {
  if (text.trim() === '') return ok(text)
  const place = placeOf(text, path)
  if (!place.ok) return place
  if (place.value.found === null) return ok(text)
  const { span } = place.value
  // A name that stands twice goes twice: the one before would count now.
  const entries = membersOf(text, span)
  const name = path.at(-1)
  const index = entries.findLastIndex(({ key }) => key === name)
  const without = removeEntry(text, { span, entries }, index)
  if (entries.some(({ key }, at) => key === name && at !== index)) return removeAt(without, path)
  const [first, ...others] = path.slice(0, -1)
  const isBare = entries.length === 1 && first !== undefined
  return isBare ? removeAt(without, [first, ...others]) : ok(without)
}

type Place = {
  /** The innermost object that is there. */
  readonly span: Span
  readonly depth: number
  /** The member itself; null when it is not there. */
  readonly found: Member | null
  /** The names that are not there yet. */
  readonly rest: JsonPath
}

function placeOf(text: string, path: JsonPath): Result<Place, string> {
  let span = rootOf(text)
  if (kindOf(text, span) !== 'object') return err('does not hold a JSON object')
  for (let depth = 0; ; depth += 1) {
    const [name = '', ...others] = path.slice(depth)
    // The last one counts, as for every JSON reader.
    const found = membersOf(text, span).findLast(({ key }) => key === name) ?? null
    if (found === null || others.length === 0) return ok({ span, depth, found, rest: [name, ...others] })
    if (kindOf(text, found.value) !== 'object') return err(`has a "${name}" that is no object`)
    span = found.value
  }
}

function insert(
  text: string,
  { span, depth, layout }: { readonly span: Span; readonly depth: number; readonly layout: Layout },
  [key, value]: readonly [string, unknown],
): string {
  const colon = layout.indent === null ? ':' : ': '
  const entry = { text: JSON.stringify(key) + colon + render(value, depth + 1, layout), layout }
  return insertEntry(text, { span, depth, entries: membersOf(text, span) }, entry)
}

function nested([name, ...others]: JsonPath, value: unknown): Record<string, unknown> {
  const [first, ...rest] = others
  return { [name]: first === undefined ? value : nested([first, ...rest], value) }
}
