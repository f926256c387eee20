// Signs this browser out, and takes what was written in it along: the next person at it may be somebody else.
import { endLogin, listLogins } from '#platform/api.ts'
import { call } from '../api/call.ts'
import type { Problem } from '../api/problem.ts'
import { drafts } from '../drafts/use-draft.ts'
import { createValue } from '../store/value-store.ts'
import { report } from '../ui/report.ts'
import { toast } from '../ui/toasts.ts'
import { accessToken, dropToken } from './token.ts'

/** How many texts would be lost with the login; null while nobody is asked. */
export const signOutAsked = createValue<number | null>(null)

/** Asks first where somebody's words would go with it. */
export function askToSignOut(): void {
  const unsent = drafts.unsent()
  if (accessToken() === null) toast({ tone: 'idle', title: 'This browser is not signed in.' })
  else if (unsent > 0) signOutAsked.set(unsent)
  else void signOut()
}

/** Ends this browser's login at the service, so that its token is worth nothing any more; then all that it wrote down. */
export async function signOut(): Promise<void> {
  signOutAsked.set(null)
  const token = accessToken()
  if (token === null) return
  const problem = await endOwnLogin()
  if (problem !== null) return report('Not signed out', problem)
  drafts.dropAll()
  dropToken(token)
  toast({ tone: 'idle', title: 'Signed out.' })
}

async function endOwnLogin(): Promise<Problem | null> {
  const answer = await call(listLogins)
  if (!answer.ok) return answer.error
  const own = answer.value.logins.find(({ current }) => current)
  const ended = own === undefined ? null : await call(endLogin, { params: { id: own.id } })
  return ended === null || ended.ok ? null : ended.error
}
