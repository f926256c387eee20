// Drags cards by pointer: mouse and pen from 5 px on, a finger after a long press, so that it can still scroll. Where
// pointer events never come (assistive programs, old browsers), HTML5 drag-and-drop does the same.
import { secondMs } from '#base/time.ts'
import {
  atRest,
  longPressMs,
  nextPhase,
  scrollSpeed,
  type DragInput,
  type DragPhase,
  type Point,
  touchSlopPx,
} from './drag.ts'
import './drag.css'
import { hoverOf, type DragParts, type Hover } from './drag-parts.ts'
import { liftCard, type LiftedCard } from './lifted-card.ts'
import { listenForNativeDrag } from './native-drag.ts'

/**
 * What carries `data-key` inside `host` can be dragged until the returned function is called. The part of it that is
 * seen to move carries `data-card`; lists that scroll under a drag carry `data-scroller`.
 */
export function listenForDrags<T>(host: HTMLElement, parts: DragParts<T>): () => void {
  const drag = new PointerDrag(host, parts)
  const stopPointer = drag.listen()
  const stopNative = listenForNativeDrag(host, { ...parts, isTaken: () => drag.isPressed() })
  return () => {
    stopPointer()
    stopNative()
  }
}

type Held = { readonly key: string; readonly item: HTMLElement; readonly pointerId: number }

class PointerDrag<T> {
  readonly #host: HTMLElement
  readonly #parts: DragParts<T>
  #phase: DragPhase = atRest
  #held: Held | null = null
  #lifted: LiftedCard | null = null
  #hover: Hover<T> | null = null
  #timer: ReturnType<typeof setTimeout> | null = null
  #lastFrameMs = 0

  constructor(host: HTMLElement, parts: DragParts<T>) {
    this.#host = host
    this.#parts = parts
  }

  readonly isPressed = (): boolean => this.#phase.kind !== 'rest'

  listen(): () => void {
    const controller = new AbortController()
    const { signal } = controller
    this.#host.addEventListener('pointerdown', this.#onDown, { signal })
    document.addEventListener('pointermove', this.#onMove, { signal })
    document.addEventListener('pointerup', this.#onUp, { signal })
    document.addEventListener('pointercancel', () => this.#step({ kind: 'cancel' }), { signal })
    document.addEventListener('keydown', this.#onKey, { signal, capture: true })
    document.addEventListener('visibilitychange', () => this.#step({ kind: 'cancel' }), { signal })
    this.#host.addEventListener('contextmenu', this.#onContextMenu, { signal })
    // Not passive: it keeps the browser from scrolling under a card that a finger drags.
    this.#host.addEventListener('touchmove', this.#onTouchMove, { signal, passive: false })
    return () => {
      this.#step({ kind: 'cancel' })
      controller.abort()
    }
  }

  readonly #onDown = (event: PointerEvent): void => {
    const item = event.button === 0 && event.isPrimary ? itemUnder(event.target) : null
    if (item === null) return this.#step({ kind: 'cancel' })
    this.#held = { key: item.dataset.key ?? '', item, pointerId: event.pointerId }
    const isTouch = event.pointerType === 'touch'
    this.#step({ kind: 'down', at: pointOf(event), isTouch })
    if (isTouch) this.#timer = setTimeout(() => this.#step({ kind: 'held' }), longPressMs)
  }

  readonly #onMove = (event: PointerEvent): void => {
    if (event.pointerId !== this.#held?.pointerId) return
    this.#step({ kind: 'move', at: pointOf(event) })
  }

  readonly #onUp = (event: PointerEvent): void => {
    if (event.pointerId !== this.#held?.pointerId) return
    if (this.#phase.kind === 'dragging') {
      swallowClick()
      const [key, spot] = [this.#held.key, this.#hover?.end(pointOf(event)) ?? null]
      const isPress = event.pointerType === 'touch' && isNear(this.#phase.from, pointOf(event))
      this.#step({ kind: 'up' })
      if (isPress && this.#parts.press !== undefined) this.#parts.press(key)
      else this.#parts.drop(key, spot?.target ?? null)
    } else this.#step({ kind: 'up' })
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || this.#phase.kind !== 'dragging') return
    event.preventDefault()
    event.stopPropagation()
    // The button is still down: the click to swallow comes when it goes up.
    document.addEventListener('pointerup', swallowClick, { once: true })
    this.#step({ kind: 'cancel' })
  }

  /** A long press would open the link's menu. */
  readonly #onContextMenu = (event: Event): void => {
    const isTouch = this.#phase.kind === 'pressed' ? this.#phase.isTouch : this.#phase.kind === 'dragging'
    if (isTouch) event.preventDefault()
  }

  readonly #onTouchMove = (event: TouchEvent): void => {
    if (this.#phase.kind === 'dragging' && event.cancelable) event.preventDefault()
  }

  #step(input: DragInput): void {
    const before = this.#phase
    const after = nextPhase(before, input)
    this.#phase = after
    if (after.kind === 'dragging') {
      if (before.kind !== 'dragging') this.#begin(after.from)
      this.#follow(after.at)
    }
    if (after.kind === 'rest' && before.kind !== 'rest') this.#end()
  }

  #begin(from: Point): void {
    if (this.#held === null) return
    const { key, item, pointerId } = this.#held
    if (this.#timer !== null) clearTimeout(this.#timer)
    getSelection()?.removeAllRanges()
    this.#lifted = liftCard(item, from)
    this.#hover = hoverOf(this.#parts, key)
    try {
      this.#host.setPointerCapture(pointerId)
    } catch (error) {
      // The pointer went up in the same moment: its `pointerup` ends the drag.
      if (!(error instanceof DOMException)) throw error
    }
    this.#lastFrameMs = performance.now()
    requestAnimationFrame(this.#scroll)
  }

  #follow(at: Point): void {
    this.#lifted?.moveTo(at)
    const key = this.#held?.key
    const spot = this.#hover?.see(at, performance.now()) ?? null
    if (key === undefined) return
    const outlook = spot === null ? null : this.#parts.outlook(key, spot.target)
    this.#lifted?.showTarget(spot === null || outlook === null ? null : { ...spot, outlook })
  }

  /** Once a frame: lists scroll while the card is held near one of their edges, and a rest is noticed. */
  readonly #scroll = (nowMs: number): void => {
    if (this.#phase.kind !== 'dragging') return
    const { at } = this.#phase
    const seconds = Math.max(0, nowMs - this.#lastFrameMs) / secondMs
    this.#lastFrameMs = nowMs
    const list = scrollerAt(at)
    if (list !== null) {
      const { top, bottom } = list.getBoundingClientRect()
      const way = scrollSpeed(at.y, top, bottom) * seconds
      if (way !== 0) list.scrollTop += way
    }
    this.#follow(at)
    requestAnimationFrame(this.#scroll)
  }

  #end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#lifted?.putDown()
    this.#lifted = null
    this.#hover = null
    const pointerId = this.#held?.pointerId
    this.#held = null
    if (pointerId !== undefined && this.#host.hasPointerCapture(pointerId)) this.#host.releasePointerCapture(pointerId)
  }
}

/** What is touched for its own sake does not drag the card. */
const ownControls = 'button, input, select, textarea, [contenteditable]'

function itemUnder(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element) || target.closest(ownControls) !== null) return null
  return target.closest<HTMLElement>('[data-key]')
}

function scrollerAt({ x, y }: Point): HTMLElement | null {
  const lists = [...document.querySelectorAll<HTMLElement>('[data-scroller]')]
  return (
    lists.find((list) => {
      const { left, right, top, bottom } = list.getBoundingClientRect()
      return x >= left && x < right && y >= top && y <= bottom
    }) ?? null
  )
}

/** The click that ends a drag opens nothing. It comes right after, or not at all. */
function swallowClick(): void {
  document.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => document.removeEventListener('click', swallow, { capture: true }), 0)
}

function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

function isNear(a: Point, b: Point): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) <= touchSlopPx
}

function pointOf({ clientX: x, clientY: y }: PointerEvent): Point {
  return { x, y }
}
