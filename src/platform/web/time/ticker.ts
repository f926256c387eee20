// One clock for the whole page: every relative time hangs on it, and it stands still while the page is hidden.
import { secondMs } from '#base/time.ts'

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | null = null

/** The ticker's present: constant between two ticks, so that a render sees one time everywhere. */
export function tickerNow(): number {
  return now
}

/** Hears each tick, one a second. The ticker runs only while somebody listens and the page is visible. */
export function onTick(listener: () => void): () => void {
  if (listeners.size === 0) now = Date.now()
  listeners.add(listener)
  settle()
  return () => {
    listeners.delete(listener)
    settle()
  }
}

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

function settle(): void {
  const wanted = listeners.size > 0 && document.visibilityState === 'visible'
  if (wanted && timer === null) timer = setInterval(tick, secondMs)
  if (wanted || timer === null) return
  clearInterval(timer)
  timer = null
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') tick()
  settle()
})
