// Looks into JSON of a stranger: what is not of the shape that is looked for is not there.
import { cutText, oneLine } from '#base/cut-text.ts'
import { terminalText } from '#base/terminal-text.ts'
import { fromIso, toIso } from '#base/time.ts'

export type JsonMembers = Readonly<Record<string, unknown>>

/** An object's members; none for what is no object. */
export function membersOf(value: unknown): JsonMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

export function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
}

export function timeOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 40) return null
  const ms = fromIso(value)
  return Number.isNaN(ms) ? null : toIso(ms)
}

/** As people may read it: without escape sequences and control characters, and no longer than `limit`. */
export function readable(raw: string, limit: number): { readonly text: string; readonly cut: number } {
  // What a sequence takes away may make room; twice as much is enough to look at.
  const part = cutText(raw, limit * 2)
  const clean = terminalText(part, { keepColour: false }).toWellFormed()
  const text = cutText(clean, limit)
  return { text, cut: clean.length - text.length + raw.length - part.length }
}

/** A name or an id of a stranger. */
export function word(value: unknown, limit: number): string {
  return typeof value === 'string' ? oneLine(terminalText(cutText(value, limit * 2), { keepColour: false }), limit) : ''
}

/** Levels of JSON that are shown: what lies deeper would exhaust whoever writes it down. */
const mostDepth = 20

/** JSON as people read it: a text as it is, the rest with indents. */
export function shownJson(value: unknown): string {
  if (typeof value === 'string') return value
  return JSON.stringify(shallow(value, mostDepth), null, 2) ?? ''
}

function shallow(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return '…'
  if (Array.isArray(value)) return value.slice(0, 1000).map((each) => shallow(each, depth - 1))
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 1000)
      .map(([name, each]) => [name, shallow(each, depth - 1)]),
  )
}
