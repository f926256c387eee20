// Counts while the page is looked at, so that what it shows is asked for again; a hidden page asks nothing.
import { useSyncExternalStore } from 'react'
import { onTick, tickerNow } from '#platform/web/time/ticker.ts'

/** Soon enough to be seen going on. */
const lookMs = 2000

const looks = (): number => Math.floor(tickerNow() / lookMs)

/** Another number every two seconds. */
export function useLooks(): number {
  return useSyncExternalStore(onTick, looks)
}

/** Calls back every two seconds until the answer is called. */
export function onLook(callback: () => void): () => void {
  let last = looks()
  return onTick(() => {
    const now = looks()
    if (now === last) return
    last = now
    callback()
  })
}
