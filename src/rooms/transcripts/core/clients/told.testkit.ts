// For tests of clients' lines: what they tell, a line each.
import type { TranscriptItem } from '../../contract.ts'
import { parseLines, readers } from '../parse-lines.ts'

export type Client = keyof typeof readers

export const read = (client: Client, lines: readonly unknown[]): TranscriptItem[] =>
  parseLines(
    lines.map((line, index) => ({ offset: index, bytes: 1, text: JSON.stringify(line) })),
    readers[client],
    '',
  )

/** A line for each item: what tells it from others. */
export const told = (items: readonly TranscriptItem[]): string[] =>
  items.map((item) => {
    if (item.kind === 'tool') return `tool ${item.call} ${item.name}: ${item.title}`
    if (item.kind === 'usage')
      return `usage ${item.model} ${item.input} ${item.output} ${item.cache_read} ${item.cache_write}`
    if (item.kind !== 'result') return `${item.kind} ${item.text}`
    const { call, outcome, exit_code: code, added, removed, text } = item
    return `result ${call} ${outcome} ${code} ${added === null ? '' : `+${added} -${removed} `}${text.split('\n')[0]}`
  })

export const at = '2026-11-23T12:10:37.516Z'

/** What stands in a file, and what it tells. */
export type ClientRow = readonly [what: string, lines: readonly unknown[], items: readonly string[]]
