// Which key asks a program to end once more: some end by a second Ctrl+C alone, and by none while they ask something.
import { terminalAdapterOf } from '#base/harness/catalog.ts'
import { fromIso, secondMs } from '#base/time.ts'
import { otherInFront, type TerminalLook } from '../answer/obstacles.ts'
import { dialogOn } from '../answer/screen-text.ts'
import type { SessionRecord } from '../record.ts'
import { screenTypeOf } from '../scan/screen-type.ts'

/** `ctrl_c` is pressed twice where its program asks for that: the second one counts for about a second only. */
export type StopKey = { readonly key: 'ctrl_c'; readonly times: 1 | 2 } | { readonly key: 'escape' }

/** A program that says so itself, as Codex and Gemini CLI do. One that would be forced by it is given its time. */
const saysAgain = /(?:ctrl|\^)[ +-]*c again to (?:exit|quit)/i
const sayingLines = 4
const saysEscape = /\besc to (?:cancel|exit)\b/i

/**
 * The shell around a program forgets a Ctrl+C that comes between its fork and the program's start, which is a long time on a
 * busy machine: of a thousand that came within 60 ms of the start, one in ten was lost under load. So one that had just been
 * started is asked on; a program that heard the first one has hardly begun.
 */
const justStartedMs = 3 * secondMs
const mostOfJustStarted = 2

/** `pressed` is how often it was asked on. Null where a further key would go to another program, or would only hurry one that is ending. */
export function nextStopKey(record: SessionRecord, look: TerminalLook, pressed: number): StopKey | null {
  if (otherInFront(record, look) !== null) return null
  const client = screenTypeOf(record)
  // A first one breaks the turn off, a text at the prompt takes one more, then two within 800 ms end it. A permission dialog
  // takes no Ctrl+C at all; Esc says no to it.
  if (terminalAdapterOf(client)?.endsByTwo === true) {
    const dialog = dialogOn(look.screen, client)
    return dialog !== null && saysEscape.test(dialog.shown) ? { key: 'escape' } : { key: 'ctrl_c', times: 2 }
  }
  const end = look.screen.split('\n').filter((line) => line.trim() !== '')
  const isAskedFor = end.slice(-sayingLines).some((line) => saysAgain.test(line))
  return isAskedFor || (pressed < mostOfJustStarted && wasJustStarted(record)) ? { key: 'ctrl_c', times: 1 } : null
}

function wasJustStarted({ runId, session: { started_at: started, stopping } }: SessionRecord): boolean {
  if (runId === null || started === null || stopping === null) return false
  return fromIso(stopping.since) - fromIso(started) < justStartedMs
}
