// The token of this browser's login, in storage of this origin. Other tabs of the page follow it.
import { createValue, useValue } from '../store/value-store.ts'

const storageKey = 'orrery.token'
const token = createValue<string | null>(readStored())

/** The token to send, or null when this browser is not signed in. */
export function accessToken(): string | null {
  return token.get()
}

export function keepToken(next: string): void {
  write(next)
  token.set(next)
}

/** Forgets `refused` unless a newer login has taken its place. */
export function dropToken(refused: string): void {
  if (token.get() !== refused) return
  write(null)
  token.set(null)
}

/** Calls back when this browser was signed in or out, here or in another tab. */
export const onTokenChange = token.subscribe

export function useSignedIn(): boolean {
  return useValue(token) !== null
}

/** Lets logins of other tabs count here, for the life of the page. */
export function followOtherTabs(): void {
  globalThis.addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) token.set(readStored())
  })
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    // Storage may be forbidden; the login then lasts as long as the page.
    return null
  }
}

function write(next: string | null): void {
  try {
    if (next === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, next)
  } catch {
    // As above: the value in memory still works.
  }
}
