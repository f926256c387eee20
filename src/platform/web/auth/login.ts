// Turns the one-time code of a login link into this browser's token.
import { err, ok, type Result } from '#base/result.ts'
import { logIn } from '#platform/api.ts'
import { call } from '../api/call.ts'
import { readProblem, type Problem } from '../api/problem.ts'
import { report } from '../ui/report.ts'
import { toast } from '../ui/toasts.ts'
import { findLoginCode } from './login-code.ts'
import { keepToken } from './token.ts'

/** Exchanges a link or a code, which works once. Refuses as the service does, and when the text holds no code. */
export async function signIn(text: string): Promise<Result<null, Problem>> {
  const code = findLoginCode(text)
  if (code === null) return err(readProblem({ status: 400, body: noCode, requestId: null }))
  const answer = await call(logIn, { body: { code } })
  if (!answer.ok) return answer
  keepToken(answer.value.token)
  return ok(null)
}

const noCode = {
  error: 'invalid_request',
  reason: 'That is no login link.',
  hint: 'Paste the whole line that orrery login prints.',
}

/** Signs in with the code in the address, if there is one. It leaves the address and the history at once. */
export async function signInByFragment(): Promise<void> {
  const code = findLoginCode(location.hash.includes('login=') ? location.hash : '')
  if (code === null) return
  history.replaceState(history.state, '', location.pathname + location.search)
  const result = await signIn(code)
  if (result.ok) toast({ tone: 'completed', title: 'This browser is signed in.' })
  else report('Not signed in', result.error)
}
