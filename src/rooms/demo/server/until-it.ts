// Waits for what the service does by itself.
import { minuteMs } from '#base/time.ts'
import { pause } from '#platform/server/pause.ts'

const lookEveryMs = 60
const limitMs = minuteMs

/** Looks until the answer is true; throws when that takes too long. */
export async function untilIt(what: string, look: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + limitMs
  const { signal } = new AbortController()
  while (!(await look())) {
    if (performance.now() > deadlineMs) throw new Error(`the demo waited too long: ${what}`)
    await pause(lookEveryMs, signal)
  }
}
