// Asks the person to sign this browser in; the dialog that explains how is loaded when it is needed.
import { createValue } from '../store/value-store.ts'

/** What waits for the login, as in 'Not stopped'; null while nothing does. */
export const loginAsked = createValue<string | null>(null)

export function askForLogin(what: string): void {
  loginAsked.set(what)
}
