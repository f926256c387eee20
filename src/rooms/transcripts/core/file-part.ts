// A part of a client's file as it travels: parsed, and no larger than one answer may be.
import type { FilePart, TranscriptItem } from '../contract.ts'
import { readable, word } from './given.ts'
import { spoken } from './make-item.ts'
import { parseLines, type FileLine, type ReadLine } from './parse-lines.ts'

/** A part of a file as it was read. `after` is a cursor right behind a line. */
export type RawPart = {
  readonly lines: readonly (FileLine & { readonly after: string })[]
  readonly cursor: string
  readonly isEnd: boolean
  readonly isAnew: boolean
}

/** What one part holds at most, in characters: as JSON it fits a frame of a device. */
const mostCharacters = 600_000
/** Of one line: a client writes a block or a message into each. */
const mostOfLine = { items: 200, characters: 300_000 }

export const noFilePart: FilePart = { found: false, items: [], cursor: null, is_end: true, is_anew: false }

/** `prefix` begins the id of each item. What is too much for one part is left to the next. */
export function toFilePart({ lines, ...part }: RawPart, read: ReadLine, prefix: string): FilePart {
  const items: TranscriptItem[] = []
  let left = mostCharacters
  for (const [index, line] of lines.entries()) {
    const its = bounded(parseLines([line], read, prefix), `${prefix}${line.offset}.more`)
    items.push(...its)
    left -= its.reduce((sum, item) => sum + sizeOf(item), 0)
    const isLast = index === lines.length - 1
    if (left <= 0 && !isLast) return { found: true, items, cursor: line.after, is_end: false, is_anew: part.isAnew }
  }
  return { found: true, items, cursor: part.cursor, is_end: part.isEnd, is_anew: part.isAnew }
}

function bounded(items: readonly TranscriptItem[], id: string): TranscriptItem[] {
  const kept: TranscriptItem[] = []
  let left = mostOfLine.characters
  for (const item of items) {
    left -= sizeOf(item)
    if (left < 0 || kept.length === mostOfLine.items) break
    kept.push(item)
  }
  const lost = items.length - kept.length
  return lost === 0 ? kept : [...kept, ...spoken('note', { id, at: null }, `${lost} more parts of this are left out.`)]
}

/** An item of another machine: its texts are made readable here, too. */
export function cleaned(item: TranscriptItem): TranscriptItem {
  if (item.kind === 'usage') return { ...item, model: item.model === null ? null : word(item.model, 200) }
  if (item.kind !== 'tool') return { ...item, text: readable(item.text, item.text.length).text }
  const { name, title, input } = item
  return { ...item, name: word(name, 200), title: word(title, 500), input: readable(input, input.length).text }
}

/** Every item weighs something, and a character of text some of JSON. */
function sizeOf(item: TranscriptItem): number {
  if (item.kind === 'usage') return 200
  return 200 + (item.kind === 'tool' ? item.input.length + item.title.length : item.text.length)
}
