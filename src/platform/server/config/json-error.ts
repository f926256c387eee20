// Finds where a text stops being JSON: the runtime's own message gives a place only for some mistakes.

/** A JSON value at `at`, and the index behind it; throws `Stop` at the first character that does not fit. */
class Stop {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

export type TextPosition = { readonly line: number; readonly column: number }

/** Line and column (from 1) of the first mistake, or null for valid JSON. */
export function findJsonError(text: string): TextPosition | null {
  try {
    const end = skipBlank(text, value(text, skipBlank(text, 0)))
    return end === text.length ? null : position(text, end)
  } catch (stop) {
    if (stop instanceof Stop) return position(text, stop.index)
    throw stop
  }
}

const blank = /[ \t\r\n]*/y
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
/** Everything from the space on but the quote and the backslash, and the escapes. */
const stringBody = /(?:[ !#-[\]-\u{10FFFF}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/uy

function value(text: string, at: number): number {
  if (text[at] === '"') return string(text, at)
  if (text[at] === '{') return members(text, { at, close: '}', member: property })
  if (text[at] === '[') return members(text, { at, close: ']', member: value })
  const end = match(scalar, text, at)
  if (end === at) throw new Stop(at)
  return end
}

type Members = { at: number; close: string; member: (text: string, at: number) => number }

function members(text: string, { at, close, member }: Members): number {
  let next = skipBlank(text, at + 1)
  if (text[next] === close) return next + 1
  for (;;) {
    next = skipBlank(text, member(text, next))
    if (text[next] === close) return next + 1
    next = skipBlank(text, expect(text, next, ','))
  }
}

function property(text: string, at: number): number {
  if (text[at] !== '"') throw new Stop(at)
  const colon = skipBlank(text, string(text, at))
  return value(text, skipBlank(text, expect(text, colon, ':')))
}

function string(text: string, at: number): number {
  return expect(text, match(stringBody, text, at + 1), '"')
}

function expect(text: string, at: number, character: string): number {
  if (text[at] !== character) throw new Stop(at)
  return at + 1
}

const skipBlank = (text: string, at: number): number => match(blank, text, at)

function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return at + (pattern.exec(text)?.[0].length ?? 0)
}

function position(text: string, index: number): TextPosition {
  const before = text.slice(0, index).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
