// A swipe: one finger that goes sideways, quickly and far enough. Slower ones scroll, hold and drag.

type Point = { readonly x: number; readonly y: number; readonly atMs: number }

const leastPx = 56
const longestMs = 400

/** 1: what stands to the right is wanted, as by pulling it in. -1: what stands to the left. */
export function swipeOf(from: Point, to: Point): 1 | -1 | null {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  if (to.atMs - from.atMs > longestMs || Math.abs(dx) < leastPx || Math.abs(dx) < 2 * Math.abs(dy)) return null
  return dx < 0 ? 1 : -1
}

/** Where a finger does something else: text that scrolls sideways, fields, what says so by `touch-action`. */
const otherwise = 'input, textarea, select, pre, [data-swipe="off"]'

const pointOf = ({ clientX: x, clientY: y }: Touch, { timeStamp: atMs }: Event): Point => ({ x, y, atMs })

/** Until the answer is called. */
export function listenForSwipes(host: HTMLElement, onSwipe: (to: 1 | -1) => void): () => void {
  const listening = new AbortController()
  const options = { signal: listening.signal, passive: true }
  let from: Point | null = null
  host.addEventListener(
    'touchstart',
    (event) => {
      const [touch] = event.touches
      const isOther = event.target instanceof Element && event.target.closest(otherwise) !== null
      from = touch === undefined || event.touches.length > 1 || isOther ? null : pointOf(touch, event)
    },
    options,
  )
  host.addEventListener(
    'touchend',
    (event) => {
      const [touch] = event.changedTouches
      const to = from === null || touch === undefined ? null : swipeOf(from, pointOf(touch, event))
      from = null
      if (to !== null) onSwipe(to)
    },
    options,
  )
  host.addEventListener('touchcancel', () => (from = null), options)
  return () => listening.abort()
}
