// Whether an answer may stand in an agent's prompt still, so that the next one would be typed behind it.
import type { AgentAnswer } from '../../contract/answer.ts'

/** Of the last answer to a session that waits since `waitingSince`: one to an earlier wait was sent or taken out. */
export function standsInPrompt({ at, state, submit }: AgentAnswer, waitingSince: string): boolean {
  if (at < waitingSince) return false
  return state === 'unknown' || (state === 'typed' && !submit)
}
