// What a machine on which nothing runs says to a look at a terminal.
import type { RequestFrame, TerminalFrame } from '../../contract/from-hub.ts'

const gone = { reason: 'gone', message: 'The session has no terminal any more.' }

/** Null where no answer is expected. */
export function nothingToShow(frame: TerminalFrame | RequestFrame): object | null {
  if (frame.type === 'request') return { type: 'result', to: frame.id, ok: false, value: gone }
  return frame.type === 'terminal.open' ? { type: 'terminal.ended', terminal_id: frame.terminal_id, ...gone } : null
}
