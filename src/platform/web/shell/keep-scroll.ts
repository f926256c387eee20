// A list that is scrolled as it was: where it stood is found again once its rows are there, and kept from then on.
import { secondMs } from '#base/time.ts'

export type KeptScroll = {
  /** Where it stood, in pixels; 0 for a list that is new. */
  readonly top: number
  /** Called with the place at which it came to rest. */
  readonly keep: (top: number) => void
}

/** What grows later than this was not there before. */
const patienceMs = 10 * secondMs
/** By any of these a person says where the list is to be. */
const ofPerson = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to the kept place, again whenever the content has grown, until it is reached or a person scrolls: rows come in
 * several turns, and a list that is too short yet goes only so far. Nothing is kept meanwhile. Ends with the function.
 */
export function keepScroll(element: HTMLElement, { top, keep }: KeptScroll): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let isRestoring = true
  const settle = (): void => {
    isRestoring = false
    sizes.disconnect()
    rows.disconnect()
    clearTimeout(timer)
  }
  const restore = (): void => {
    if (!isRestoring) return
    element.scrollTo({ top })
    if (Math.abs(element.scrollTop - top) <= 1) settle()
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
  element.addEventListener('scrollend', () => isRestoring || keep(element.scrollTop), { signal })
  restore()
  return () => {
    settle()
    controller.abort()
  }
}
