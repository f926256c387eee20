// Lines of files that other programs write: of whatever stands there only what is a number or a text is taken.

import { fromIso } from '#base/time.ts'

export type Fields = Readonly<Record<string, unknown>>

/** Null for what is no object. */
export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}

/** The object in a line; null for anything else. Most lines tell of no usage and are never parsed: `word` stands in those that do. */
export function lineWith(line: string, word: string): Fields | null {
  if (!line.includes(word)) return null
  try {
    return fieldsOf(JSON.parse(line))
  } catch {
    // Cut while it was written, or of another program.
    return null
  }
}

/** A whole number that is no less than nothing; anything else is nothing. */
export function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
}

/** Null for what is no text, or an empty one. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, 200) : null
}

/** Epoch milliseconds of an ISO time; null for anything else. */
export function timeOf(value: unknown): number | null {
  const time = typeof value === 'string' ? fromIso(value) : Number.NaN
  return Number.isNaN(time) ? null : time
}
