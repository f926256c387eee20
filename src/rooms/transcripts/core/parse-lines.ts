// Lines of a client's file as items of its transcript. Nothing that stands in them is believed: an unknown line is passed
// over, and of one that can't be read it is said.
import type { TranscriptItem } from '../contract.ts'
import { claudeItems } from './clients/claude.ts'
import { codexItems } from './clients/codex.ts'
import { geminiItems } from './clients/gemini.ts'
import { membersOf, type JsonMembers } from './given.ts'
import { spoken } from './make-item.ts'

/** A line of a file: where it begins, and its text; null for one that is too long to be read. */
export type FileLine = { readonly offset: number; readonly bytes: number; readonly text: string | null }

/** How the lines of one client are read; `id` is that of the line. */
export type ReadLine = (line: JsonMembers, id: string) => TranscriptItem[]

export const readers = {
  'code-agent': claudeItems,
  codex: codexItems,
  gemini: geminiItems,
} as const satisfies Readonly<Record<string, ReadLine>>

const megabyte = 1024 * 1024

/** `prefix` tells the conversation from others: ids begin with it. */
export function parseLines(lines: readonly FileLine[], read: ReadLine, prefix: string): TranscriptItem[] {
  const items: TranscriptItem[] = []
  let broken: { count: number; readonly offset: number } | null = null
  const tellBroken = (): void => {
    if (broken === null) return
    const what = broken.count === 1 ? 'A line is no JSON' : `${broken.count} lines are no JSON`
    items.push(...spoken('note', { id: `${prefix}${broken.offset}.broken`, at: null }, `${what} and left out.`))
    broken = null
  }
  for (const { offset, bytes, text } of lines) {
    const line = text === null ? null : parsedLine(text)
    if (line === undefined) {
      broken ??= { count: 0, offset }
      broken.count += 1
      continue
    }
    tellBroken()
    if (line === null) {
      const size = `${Math.max(1, Math.round(bytes / megabyte))} MB`
      items.push(...spoken('note', { id: `${prefix}${offset}`, at: null }, `A line of ${size} is left out.`))
    } else for (const item of read(line, String(offset))) items.push({ ...item, id: `${prefix}${item.id}` })
  }
  tellBroken()
  return items
}

/** Undefined for what is no JSON; an empty line says nothing. */
function parsedLine(text: string): JsonMembers | undefined {
  if (text.trim() === '') return {}
  try {
    return membersOf(JSON.parse(text))
  } catch {
    // Of a program that was killed while it wrote, or of nobody's.
    return undefined
  }
}
