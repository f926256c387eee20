// Asks the person to sign this browser in; the dialog that explains how is loaded when it is needed.
import { createValue } from '../store/value-store.ts'
import { accessToken } from './token.ts'

export type LoginAsked = {
  /** What waits for the login, as in 'Not stopped'. */
  readonly what: string
  /** Does it once this browser is signed in; null where the page follows the login by itself. */
  readonly goOn: (() => void) | null
}

/** Null while nothing waits. */
export const loginAsked = createValue<LoginAsked | null>(null)

export function askForLogin(what: string, goOn: (() => void) | null = null): void {
  loginAsked.set({ what, goOn })
}

/** Ends the question. What waited is done when the login came, and given up when the dialog was closed without one. */
export function endAsking(): void {
  const goOn = loginAsked.get()?.goOn ?? null
  loginAsked.set(null)
  if (accessToken() !== null) goOn?.()
}
