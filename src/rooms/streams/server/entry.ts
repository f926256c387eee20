// What happened to a session as a line of its journal.
import { fromIso } from '#base/time.ts'
import type { SessionFact, LoggedEvent, SizeTold } from '../contract.ts'
import type { StreamEntry } from './journal.ts'

const ends: ReadonlySet<string | null> = new Set(['completed', 'failed'])

/** What happened to a session, or was learned of what it does. */
export type ToldOfSession = LoggedEvent | SessionFact | SizeTold

export function entryOf(told: ToldOfSession): StreamEntry {
  if ('columns' in told) return sizeEntry(told)
  return 'fact' in told ? factEntry(told) : eventEntry(told)
}

function sizeEntry({ at, columns, rows }: SizeTold): StreamEntry {
  return { kind: 'resize', atMs: fromIso(at), payload: { columns, rows } }
}

function factEntry(fact: SessionFact): StreamEntry {
  return { kind: 'derived', atMs: fromIso(fact.at), number: fact.fact, payload: payloadOf(fact) }
}

function payloadOf(fact: SessionFact): StreamEntry['payload'] {
  const { source } = fact
  switch (source) {
    case 'hook': {
      const { name, ok, command, isCut, file, directory } = fact
      return { source, tool: name, ok, command, is_cut: isCut, file, directory }
    }
    case 'shell': {
      const { mark, command, isCut, exitCode, durationMs, directory, env } = fact
      const told = { mark, command, is_cut: isCut, exit_code: exitCode, duration_ms: durationMs }
      return { source, ...told, directory, env }
    }
    case 'git':
      return { source, files: fact.files, trouble: fact.trouble }
  }
}

function eventEntry({ seq, at, event, from, to, source, metadata, runId, exitCode }: LoggedEvent): StreamEntry {
  const happened = { event, from, to, source, metadata, run_id: runId }
  const isOver = isEnd({ from, to })
  const payload = isOver ? { ...happened, exit_code: exitCode } : happened
  return { kind: isOver ? 'exit' : 'event', atMs: fromIso(at), number: seq, payload }
}

/** Whether a run ended by it. */
export const isEnd = ({ from, to }: Pick<LoggedEvent, 'from' | 'to'>): boolean => ends.has(to) && from !== to
