// What stands on the time line of a replay: commands, what failed, what asked for a person, what a person said, gaps.
import type { ReplayRecord } from '../../contract.ts'

export type MarkKind = 'command' | 'failed' | 'asks' | 'said' | 'gap' | 'end'

export type Mark = {
  /** When it began, and when it was over: milliseconds since the beginning of the recording. */
  readonly fromMs: number
  readonly atMs: number
  readonly kind: MarkKind
  readonly label: string
  /** What came of it, in a word or two; null where nobody knows. */
  readonly result: string | null
}

/** Null for what is not worth a jump. */
export function markOf(record: ReplayRecord, atMs: number): Mark | null {
  const head = { fromMs: atMs, atMs }
  switch (record.kind) {
    case 'stdout':
    case 'stderr':
    case 'resize':
      return null
    case 'gap':
      return { ...head, kind: 'gap', label: 'something is missing', result: record.reason }
    case 'exit': {
      const { to, exit_code: code } = record
      const kind = to === 'failed' ? 'failed' : 'end'
      return { ...head, kind, label: to ?? 'ended', result: code === null ? null : `exit ${code}` }
    }
    case 'event':
      return eventMark(record, head)
    case 'derived':
      return commandMark(record, head)
  }
}

type Head = { readonly fromMs: number; readonly atMs: number }

function eventMark({ from, to, source, event }: Extract<ReplayRecord, { kind: 'event' }>, head: Head): Mark | null {
  if (to === 'awaiting_review' && from !== to)
    return { ...head, kind: 'asks', label: 'asks for a person', result: null }
  const isAnswer = from === 'awaiting_review' && to === 'running'
  if (isAnswer) return { ...head, kind: 'said', label: 'answered', result: source }
  return event?.startsWith('user.') === true ? { ...head, kind: 'said', label: event.slice(5), result: source } : null
}

function commandMark(record: Extract<ReplayRecord, { kind: 'derived' }>, { atMs }: Head): Mark | null {
  if (record.source === 'git') return null
  if (record.source === 'shell') {
    const { mark, command, exit_code: code, duration_ms: tookMs } = record
    if (mark === 'began') return null
    const fromMs = Math.max(0, atMs - (tookMs ?? 0))
    return {
      fromMs,
      atMs,
      kind: hasFailed(code) ? 'failed' : 'command',
      label: command ?? 'a command',
      result: `exit ${code ?? '?'}`,
    }
  }
  const { command, ok, tool, file } = record
  const kind = ok === false ? 'failed' : 'command'
  const result = ok === null ? null : ok ? 'ok' : 'failed'
  if (command === null && ok !== false) return null
  return { fromMs: atMs, atMs, kind, label: command ?? `${tool} ${file ?? ''}`.trim(), result }
}

const hasFailed = (code: number | null): boolean => code !== null && code !== 0
