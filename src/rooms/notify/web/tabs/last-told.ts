// The time of the last notification that this browser called for; to keep one turns it on, to take it away turns it off.
import { hereKey } from './here.ts'

export function keepHere(lastTold: string | null): void {
  try {
    if (lastTold === null) localStorage.removeItem(hereKey)
    else localStorage.setItem(hereKey, lastTold)
  } catch {
    // Without storage every tab is asked anew.
  }
}

export function lastToldHere(): string {
  try {
    return localStorage.getItem(hereKey) ?? ''
  } catch {
    // As above.
    return ''
  }
}
