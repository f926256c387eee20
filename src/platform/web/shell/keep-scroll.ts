// A list that is scrolled as it was: where it stood is found again once its rows are there, and kept from then on.
import { secondMs } from '#base/time.ts'

export type KeptScroll = {
  /** Where it stood, in pixels; 0 for a list that is new. */
  readonly top: number
  /** Called with the place at which it came to rest. */
  readonly keep: (top: number) => void
}

/** What grows later than this was not there before. On a busy machine rows are long in coming. */
const patienceMs = 60 * secondMs
/** A place that was reached holds once no size has changed for so long. */
const quietMs = secondMs
/** By any of these a person says where the list is to be. */
const ofPerson = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to the kept place, again whenever a size has changed, until it is reached and nothing moves any more, or a person
 * scrolls: rows come in several turns, and a list that is too short yet goes only so far. What was reached may be lost again
 * meanwhile: rows that give way to lower ones push the list up, and higher ones above it make the browser scroll on. Nothing
 * is kept before the end but a place to which somebody scrolled. Ends with the function.
 */
export function keepScroll(element: HTMLElement, { top, keep }: KeptScroll): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let isRestoring = true
  let quiet: ReturnType<typeof setTimeout> | undefined
  const isThere = (): boolean => Math.abs(element.scrollTop - top) <= 1
  const settle = (): void => {
    isRestoring = false
    sizes.disconnect()
    rows.disconnect()
    clearTimeout(timer)
    clearTimeout(quiet)
  }
  const restore = (): void => {
    if (!isRestoring) return
    element.scrollTo({ top })
    clearTimeout(quiet)
    quiet = isThere() ? setTimeout(settle, quietMs) : undefined
  }
  const rest = (): void => {
    // Away from a place that was reached, while no size has changed: somebody scrolled without any of our events.
    if (quiet !== undefined && !isThere()) settle()
    if (!isRestoring) keep(element.scrollTop)
  }
  const sizes = new ResizeObserver(restore)
  const watchRows = (): void => {
    sizes.disconnect()
    for (const child of element.children) sizes.observe(child)
  }
  const rows = new MutationObserver(() => {
    watchRows()
    restore()
  })
  const timer = setTimeout(settle, patienceMs)
  rows.observe(element, { childList: true })
  watchRows()
  for (const name of ofPerson) element.addEventListener(name, settle, { signal, passive: true })
  element.addEventListener('scrollend', rest, { signal })
  restore()
  return () => {
    settle()
    controller.abort()
  }
}
