// How an answer stands in its row: what was answered, or why there is none.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import { nodeOffline } from '../core/offline-words.ts'
import { mostAnswer, tooLong } from './relay-bounds.ts'

/** The process that took it ended before it was done. */
export const leftText = '-left'
const failedText = '-failed'
const tooLongText = '-long'

export function toRelayed(answer: string): string {
  return answer.length > mostAnswer ? tooLongText : `+${answer}`
}

/** Whoever carried it out met an error of its own. */
export const failedRelayed = failedText

export function readRelayed(node: string, text: string): Result<string, Refusal> {
  if (text.startsWith('+')) return ok(text.slice(1))
  if (text === tooLongText) return err(tooLong)
  return err(text === leftText ? nodeOffline(node, { kind: 'restarted' }) : failedThere(node))
}

function failedThere(node: string): Refusal {
  return {
    error: 'internal',
    reason: `The node ${node} met an error of its own; the request may not have been carried out.`,
    hint: 'The log of its service says more: look at it there.',
  }
}
