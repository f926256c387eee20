// What a model's program wrote, as the answer that a person reads: thinking aloud is no part of it.
import { terminalText } from '#base/terminal-text.ts'

/** More is left in the session's output; a page or a screen has no use for it. */
export const answerLimit = 100_000

export type ReadAnswer = {
  readonly text: string
  /** It thinks aloud now, and has not begun to answer. */
  readonly isThinking: boolean
  /** There is more than is shown. */
  readonly isCut: boolean
}

/** The two ways in which thinking is marked: by the program, and by models themselves. */
const thoughts = [
  { open: '<think>', close: '</think>' },
  { open: 'Thinking...', close: '...done thinking.' },
] as const

/** `raw` is all that was written so far. */
export function readAnswer(raw: string): ReadAnswer {
  const isCut = raw.length > answerLimit
  let text = terminalText(raw.slice(0, answerLimit), { keepColour: false }).trimStart()
  for (;;) {
    const begun = text
    const thought = thoughts.find(({ open }) => begun.startsWith(open))
    if (thought === undefined) break
    const end = begun.indexOf(thought.close, thought.open.length)
    if (end === -1) return { text: '', isThinking: true, isCut }
    text = begun.slice(end + thought.close.length).trimStart()
  }
  // The beginning of such a mark may come in two parts.
  const isBeginning = text !== '' && thoughts.some(({ open }) => open.startsWith(text))
  return isBeginning ? { text: '', isThinking: true, isCut } : { text, isThinking: false, isCut }
}
