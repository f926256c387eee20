// Networks that come back, and lids that open.
import { secondMs } from '#base/time.ts'

export type MachineWatch = {
  /** A connection that failed may succeed now. */
  readonly onChance: () => void
  /** A connection that seems to live may have died unnoticed. */
  readonly onDoubt: () => void
}

/** A page that was hidden for this long may have slept through the end of its socket. */
const doubtAfterMs = 30 * secondMs

/** Watches until the answer is called. */
export function watchTheMachine({ onChance, onDoubt }: MachineWatch): () => void {
  let hiddenAtMs: number | null = null
  const onVisibility = (): void => {
    if (document.visibilityState === 'hidden') {
      hiddenAtMs = Date.now()
      return
    }
    const wasAwayMs = hiddenAtMs === null ? 0 : Date.now() - hiddenAtMs
    hiddenAtMs = null
    if (wasAwayMs > doubtAfterMs) onDoubt()
    else onChance()
  }
  globalThis.addEventListener('online', onChance)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    globalThis.removeEventListener('online', onChance)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}
