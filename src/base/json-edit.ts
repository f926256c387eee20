// Inserts and removes single entries of a JSON text; removing what was inserted gives the old text back to the byte.
import { blankComments } from './json-comments.ts'
import { rootOf, type Span } from './json-spans.ts'

/** How a text is laid out, so that what is inserted looks like the rest. */
export type Layout = {
  /** One level of indentation; null for a text in one line, which gets no line breaks. */
  readonly indent: string | null
  readonly newline: '\n' | '\r\n'
}

export function layoutOf(text: string): Layout {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const root = rootOf(text)
  const isEmpty = text.slice(root.start + 1, root.end - 1) === ''
  if (!isEmpty && !text.slice(root.start, root.end).includes('\n')) return { indent: null, newline }
  return { indent: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ', newline }
}

/** A value as it stands at `depth` levels of indentation. */
export function render(value: unknown, depth: number, { indent, newline }: Layout): string {
  if (indent === null) return JSON.stringify(value)
  return JSON.stringify(value, null, indent).replaceAll('\n', newline + indent.repeat(depth))
}

/** An object or array and its entries, as `membersOf` or `itemsOf` lists them. */
export type Container = {
  readonly span: Span
  readonly entries: readonly Span[]
  /** Levels of indentation of its closing bracket. */
  readonly depth: number
}

/**
 * Puts `entry` behind the container's last entry, parted from it like that one from what is before it. An empty
 * container that holds blanks keeps them all behind the entry, since that is how `removeEntry` tells it from an empty
 * one that held nothing.
 */
export function insertEntry(text: string, container: Container, entry: { text: string; layout: Layout }): string {
  const { span, entries, depth } = container
  const last = entries.at(-1)
  if (last !== undefined) {
    const from = entries.at(-2)?.end ?? span.start + 1
    const blanks = blanksOf(text.slice(from, last.start))
    return splice(text, { start: last.end, end: last.end }, `,${blanks}${entry.text}`)
  }
  const { indent, newline } = entry.layout
  const inside = { start: span.start + 1, end: span.start + 1 }
  if (indent === null || span.end - span.start > 2) return splice(text, inside, entry.text)
  const [before, after] = [newline + indent.repeat(depth + 1), newline + indent.repeat(depth)]
  return splice(text, inside, before + entry.text + after)
}

/** Takes the entry at `index` out, with the comma that parted it from its neighbour. */
export function removeEntry(
  text: string,
  { span, entries }: Pick<Container, 'span' | 'entries'>,
  index: number,
): string {
  const entry = entries[index]
  if (entry === undefined) throw new Error(`no entry ${index}`)
  const [previous, next] = [entries[index - 1], entries[index + 1]]
  if (previous !== undefined) {
    const kept = commentsIn(text.slice(previous.end, entry.start))
    return splice(text, { start: previous.end, end: entry.end }, kept)
  }
  if (next !== undefined) {
    const between = text.slice(entry.end, next.start)
    const from = blankComments(between) === between ? between.length : between.search(/\/[/*]/)
    return splice(text, { start: entry.start, end: entry.end + from }, '')
  }
  const stoodAlone = entry.start > span.start + 1
  return splice(text, stoodAlone ? { start: span.start + 1, end: span.end - 1 } : entry, '')
}

/** What parts two entries, without the comma, and without comments: those stand once. */
function blanksOf(between: string): string {
  const blanked = blankComments(between)
  if (blanked === between) return between.replace(',', '')
  const line = /\n[ \t]*$/.exec(blanked)?.[0]
  return line ?? ' '
}

/** What a person wrote between two entries, of which the second goes; nothing where they wrote nothing. */
function commentsIn(between: string): string {
  const blanked = blankComments(between)
  if (blanked === between) return ''
  const comma = blanked.indexOf(',')
  const kept = (between.slice(0, comma) + between.slice(comma + 1)).trimEnd()
  return blanked.endsWith('\n') || !/\/\/[^\n]*$/.test(kept) ? kept : `${kept}\n`
}

/** Replaces what stands at `span`. */
export function splice(text: string, span: Span, replacement: string): string {
  return text.slice(0, span.start) + replacement + text.slice(span.end)
}
