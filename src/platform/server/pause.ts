// Waits that may be cut short.
import { setTimeout as wait } from 'node:timers/promises'

/** Resolves after that time, or as soon as `signal` aborts: whoever goes on asks it which of the two it was. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // An abort rejects the wait, and is no failure.
  await wait(ms, undefined, { signal }).catch(() => {})
}
