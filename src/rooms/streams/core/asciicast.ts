// A stream as an asciicast, version 3: a header, then `[seconds since the event before, code, data]` a line.
import { fromIso } from '#base/time.ts'
import type { StreamRecord } from '../contract.ts'

export type CastHeader = {
  readonly title: string
  /** When it began, milliseconds since the epoch. */
  readonly beganMs: number
  readonly columns: number
  readonly rows: number
}

export function castHeader({ title, beganMs, columns, rows }: CastHeader): string {
  const term = { cols: columns, rows, type: 'tmux-256color' }
  return `${JSON.stringify({ version: 3, term, timestamp: Math.floor(beganMs / 1000), title })}\n`
}

/** Tells the records of one stream, in their order; a record that a player can't show is empty. */
export function createCast(beganMs: number): (record: StreamRecord) => string {
  let lastMs = beganMs
  const line = (atMs: number, code: string, data: string): string => {
    // What was queued may be older than what stands before it: a player can't go back.
    const now = Math.max(lastMs, atMs)
    const seconds = (now - lastMs) / 1000
    lastMs = now
    return `${JSON.stringify([seconds, code, data])}\n`
  }
  return (record) => {
    const atMs = fromIso(record.at)
    const marked = (text: string | null): string => (text === null ? '' : line(atMs, 'm', text))
    switch (record.kind) {
      case 'stdout':
      case 'stderr':
        return line(atMs, 'o', record.data)
      case 'gap':
        return line(atMs, 'm', `gap: ${record.reason}`)
      case 'exit':
        return line(
          atMs,
          'm',
          `${record.to ?? 'ended'}${record.exit_code === null ? '' : `, exit ${record.exit_code}`}`,
        )
      case 'resize':
        return line(atMs, 'r', `${record.columns}x${record.rows}`)
      case 'derived':
        return marked(derivedMark(record))
      case 'event':
        return record.to === null || record.to === record.from ? '' : line(atMs, 'm', record.to.replaceAll('_', ' '))
    }
  }
}

/** What a player shows where it stands; null for what has no place in a time line. */
function derivedMark(record: Extract<StreamRecord, { readonly kind: 'derived' }>): string | null {
  switch (record.source) {
    case 'hook':
      return record.command ?? `${record.tool} ${record.file ?? ''}`.trim()
    case 'shell':
      return record.mark === 'began' ? (record.command ?? 'a command') : null
    case 'git':
      return null
  }
}
