// What of a text is typed: nothing in it may act as a key, end the paste or press Enter by itself.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import { answerLimit } from '../../contract/answer.ts'

/** Every control character but tab and line feed: C0, DEL and C1, whose U+009B begins sequences as ESC [ does. */
const controls = /[^\P{Cc}\n\t]/gu

/**
 * The text as it is typed. A program that knows no bracketed paste takes each line break for Enter, so that none may stand
 * at the end: Enter is pressed apart. Refuses `invalid_request` for what is empty then, or too long.
 */
export function cleanAnswer(given: string): Result<string, Refusal> {
  if (given.length > answerLimit) return err(tooLong(given.length))
  const text = given.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(controls, '').trimEnd()
  return text === '' ? err(empty) : ok(text)
}

function tooLong(length: number): Refusal {
  return {
    error: 'invalid_request',
    reason: `The text has ${length} characters; ${answerLimit} are typed at most.`,
    hint: 'Write it into a file and tell the agent to read that.',
    details: [{ field: 'text', reason: `must have at most ${answerLimit} characters` }],
  }
}

const empty: Refusal = {
  error: 'invalid_request',
  reason: 'There is no text. Enter alone is not sent: it would accept whatever dialog is open.',
  hint: 'Write what the agent is to be told, or attach to its terminal to press keys there.',
  details: [{ field: 'text', reason: 'must not be empty' }],
}
