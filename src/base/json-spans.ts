// Where the values of a JSON text stand, so that a file of someone else can be edited without writing it anew.
import { skipComment } from './json-comments.ts'

/** From the first character of a value to behind its last one. */
export type Span = { readonly start: number; readonly end: number }

/** A member of an object; its span reaches from the quote of its name to behind its value. */
export type Member = Span & { readonly key: string; readonly value: Span }

// All functions here expect a text that JSON.parse has accepted, comments apart, and spans that came from them.

/** The whole value of the text, without the blanks around it and a byte order mark before it. */
export function rootOf(text: string): Span {
  const start = skipBlank(text, text.startsWith('\ufeff') ? 1 : 0)
  return { start, end: skipValue(text, start) }
}

/** The members of the object, in order; a name that stands twice is listed twice. */
export function membersOf(text: string, object: Span): Member[] {
  const members: Member[] = []
  for (let at = skipBlank(text, object.start + 1); text[at] !== '}'; at = nextEntry(text, at)) {
    const keyEnd = skipValue(text, at)
    const start = skipBlank(text, skipBlank(text, keyEnd) + 1)
    const value = { start, end: skipValue(text, start) }
    members.push({ start: at, end: value.end, key: String(JSON.parse(text.slice(at, keyEnd))), value })
    at = value.end
  }
  return members
}

/** The items of the array, in order. */
export function itemsOf(text: string, array: Span): Span[] {
  const items: Span[] = []
  for (let at = skipBlank(text, array.start + 1); text[at] !== ']'; at = nextEntry(text, at)) {
    const item = { start: at, end: skipValue(text, at) }
    items.push(item)
    at = item.end
  }
  return items
}

export type ValueKind = 'object' | 'array' | 'string' | 'other'

export function kindOf(text: string, value: Span): ValueKind {
  const first = text[value.start]
  if (first === '{') return 'object'
  if (first === '[') return 'array'
  return first === '"' ? 'string' : 'other'
}

/** Behind a value: past the comma, or at the closing bracket. */
function nextEntry(text: string, behind: number): number {
  const at = skipBlank(text, behind)
  return text[at] === ',' ? skipBlank(text, at + 1) : at
}

function skipBlank(text: string, from: number): number {
  let at = from
  for (let next = from; ; at = next) {
    next = isBlank(text[at]) ? at + 1 : skipComment(text, at)
    if (next === at) return at
  }
}

/** By counting brackets, not by recursion: nesting has no limit in JSON. */
function skipValue(text: string, from: number): number {
  let depth = 0
  let at = from
  do {
    const character = text[at]
    if (character === '"') at = skipString(text, at)
    else if (character === '{' || character === '[') {
      depth += 1
      at += 1
    } else if (character === '}' || character === ']') {
      depth -= 1
      at += 1
    } else if (character === ',' || character === ':' || isBlank(character)) at += 1
    else if (skipComment(text, at) > at) at = skipComment(text, at)
    else at = skipWord(text, at)
  } while (depth > 0)
  return at
}

function skipString(text: string, from: number): number {
  let at = from + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

/** A number, true, false or null. */
function skipWord(text: string, from: number): number {
  let at = from
  while (at < text.length && !isBlank(text[at]) && !'{}[],:"/'.includes(text[at] ?? '')) at += 1
  return at
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\n' || character === '\t' || character === '\r'
}
