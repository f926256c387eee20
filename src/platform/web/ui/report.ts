// Says what did not happen, why, and what can be done; a missing login opens its explanation instead.
import { needsLogin, type Problem } from '../api/problem.ts'
import { askForLogin } from '../auth/ask-for-login.ts'
import { accessToken } from '../auth/token.ts'
import { toast } from './toasts.ts'

/** Reasons take longer to read than news. */
const errorLastsMs = 10_000

/** `what` as in 'Not stopped'; the reason follows it. `goOn` does it again once a missing login is there. */
export function report(what: string, problem: Problem, goOn: (() => void) | null = null): void {
  if (needsLogin(problem) && accessToken() === null) return askForLogin(what, goOn)
  toast({
    tone: 'failed',
    title: `${what}: ${lowerFirst(problem.reason)}`,
    text: detailOf(problem),
    lastsMs: errorLastsMs,
  })
}

/** The code of an error is for programs. */
function detailOf({ hint, requestId }: Problem): string | null {
  const trail = requestId === null ? null : `request ${requestId}`
  const parts = [hint, trail].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(' · ')
}

/** A sentence after a colon starts small, unless its first word is written in capitals. */
function lowerFirst(sentence: string): string {
  return /^[A-Z][a-z]/.test(sentence) && !sentence.startsWith('Orrery')
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence
}
