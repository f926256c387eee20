// Fuel as it stands, for the meter and the page: asked every few seconds while the page is seen, and never twice at once.
import { secondMs } from '#base/time.ts'
import { callIfChanged } from '#platform/web/api/poll.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { createValue } from '#platform/web/store/value-store.ts'
import { readFuel } from '../api.ts'
import type { Fuel } from '../contract.ts'

/** What was told last; null before that. */
export const fuelNow = createValue<Fuel | null>(null)
/** Why nothing was told by the last question. */
export const fuelProblem = createValue<Problem | null>(null)

const everyMs = 5 * secondMs

let followers = 0
let stop: (() => void) | null = null
let tag: string | null = null
let asking: Promise<void> | null = null

/** Asks now; a question that is under way answers for this one, too. */
export function askFuel(): Promise<void> {
  asking ??= ask().finally(() => (asking = null))
  return asking
}

async function ask(): Promise<void> {
  const answer = await callIfChanged(readFuel, tag)
  fuelProblem.set(answer.ok ? null : answer.error)
  if (!answer.ok || answer.value === null) return
  tag = answer.value.tag
  fuelNow.set(answer.value.value)
}

/** Until the answer is called. A hidden page asks nothing, and asks at once when it is seen again. */
export function followFuel(): () => void {
  followers += 1
  if (followers === 1) stop = begin()
  return () => {
    followers -= 1
    if (followers === 0) stop?.()
  }
}

function onSight(): void {
  if (document.visibilityState === 'visible') void askFuel()
}

function begin(): () => void {
  const every = setInterval(onSight, everyMs)
  document.addEventListener('visibilitychange', onSight)
  onSight()
  return () => {
    clearInterval(every)
    document.removeEventListener('visibilitychange', onSight)
  }
}
