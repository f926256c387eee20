// Waits for a condition instead of a time.
import { setTimeout as wait } from 'node:timers/promises'

/** Long enough for a machine at many times its load; a condition that holds is noticed at once. */
const defaultLimitMs = 120_000

type Awaitable<T> = T | Promise<T>

/**
 * Asks until the answer is neither false, null nor undefined, and resolves with it. Rejects after the limit, naming `what`
 * and the last error that asking threw.
 */
export async function until<T>(
  what: string,
  ask: () => Awaitable<T | false | null | undefined>,
  limitMs: number = defaultLimitMs,
): Promise<T> {
  const deadlineMs = performance.now() + limitMs
  for (let pauseMs = 2; ; pauseMs = Math.min(pauseMs * 1.5, 50)) {
    const { answer, error } = await attempt(ask)
    if (answer !== false && answer !== null && answer !== undefined) return answer
    if (performance.now() > deadlineMs) throw new Error(`not within ${limitMs} ms: ${what}`, { cause: error })
    await wait(pauseMs)
  }
}

async function attempt<T>(ask: () => Awaitable<T>): Promise<{ answer?: T; error?: unknown }> {
  try {
    return { answer: await ask() }
  } catch (error) {
    return { error }
  }
}
