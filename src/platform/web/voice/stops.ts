// What ends listening beside its button: Escape, going elsewhere in the page, a tab that nobody sees.
import type { RefObject } from 'react'

/** Until the answer is called. `parts` belong together: going from one to the other is no leaving. */
export function stopsOf(parts: readonly RefObject<HTMLElement | null>[], stop: () => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // It ends what is being said, and not the dialog around it.
    event.preventDefault()
    event.stopImmediatePropagation()
    stop()
  }
  const onLeave = () => {
    // A question of the browser's, as for the microphone, takes the focus from the whole page.
    const isHere = parts.some(({ current }) => current === document.activeElement)
    if (document.hasFocus() && !isHere) stop()
  }
  globalThis.addEventListener('keydown', onKey, { capture: true, signal })
  document.addEventListener('focusin', onLeave, { signal })
  document.addEventListener('focusout', () => setTimeout(() => signal.aborted || onLeave()), { signal })
  document.addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? stop() : undefined), {
    signal,
  })
  return () => listening.abort()
}
