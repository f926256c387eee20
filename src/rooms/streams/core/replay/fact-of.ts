// What was learned of a session, out of its stream: the same fact that the service keeps.
import type { ReplayRecord, SessionFact } from '../../contract.ts'

/** Null for a record that tells of something else. */
export function factOf(record: ReplayRecord): SessionFact | null {
  if (record.kind !== 'derived') return null
  const head = { fact: record.seq, sessionId: '', at: record.at }
  switch (record.source) {
    case 'hook': {
      const { source, tool: name, ok, command, is_cut: isCut, file, directory } = record
      return { ...head, source, name, ok, command, isCut, file, directory }
    }
    case 'shell': {
      const { source, mark, command, is_cut: isCut, exit_code: exitCode, duration_ms: durationMs } = record
      return {
        ...head,
        source,
        number: record.seq,
        mark,
        command,
        isCut,
        exitCode,
        durationMs,
        directory: record.directory,
        env: record.env,
      }
    }
    case 'git': {
      const { source, files, trouble } = record
      return { ...head, source, files, trouble }
    }
  }
}
