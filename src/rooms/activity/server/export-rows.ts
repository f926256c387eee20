// Every row of a filter as lines of a file, some at a time: neither the memory nor the event loop holds more.
import type { ActivityExportQuery } from '../contract.ts'
import { csvHead, csvLine, jsonLine } from '../core/export.ts'
import { wordFilter } from '../core/has-words.ts'
import { topOf } from '../core/order.ts'
import { eachRow } from './each-row.ts'
import type { ActivityLogs } from './logs.ts'

/** Lines that are handed over together. */
const linesAtOnce = 100

/** Whoever reads slowly is waited for. Throws when a log can't be read: a file that is cut off must not look whole. */
export async function* exportRows(
  logs: ActivityLogs,
  { format, ...filter }: ActivityExportQuery,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvHead
  const lineOf = format === 'csv' ? csvLine : jsonLine
  const hasWords = wordFilter(filter.text ?? null)
  let lines: string[] = []
  for await (const row of eachRow(logs, filter, topOf(filter.until ?? null))) {
    if (hasWords(row)) lines.push(lineOf(row))
    if (lines.length < linesAtOnce) continue
    yield lines.join('')
    lines = []
  }
  if (lines.length > 0) yield lines.join('')
}
