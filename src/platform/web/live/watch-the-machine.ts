// Networks that come back, and lids that open.
import { secondMs } from '#base/time.ts'

type Watch = {
  /** A connection that failed may succeed now. */
  readonly onChance: () => void
  /** A connection that seems to live may have died unnoticed. */
  readonly onDoubt: () => void
}

/** A page that was hidden for this long may have slept through the end of its socket. */
const doubtAfterMs = 30 * secondMs

/** Watches for the life of the page. */
export function watchTheMachine({ onChance, onDoubt }: Watch): void {
  let hiddenAtMs: number | null = null
  globalThis.addEventListener('online', onChance)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') {
      hiddenAtMs = Date.now()
      return
    }
    const wasAwayMs = hiddenAtMs === null ? 0 : Date.now() - hiddenAtMs
    hiddenAtMs = null
    if (wasAwayMs > doubtAfterMs) onDoubt()
    else onChance()
  })
}
