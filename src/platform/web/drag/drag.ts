// A drag as a table of what can happen next: when a press becomes one, over which column it is, how fast edges scroll.

export type Point = { readonly x: number; readonly y: number }

export type DragPhase =
  | { readonly kind: 'rest' }
  | { readonly kind: 'pressed'; readonly from: Point; readonly isTouch: boolean }
  | { readonly kind: 'dragging'; readonly from: Point; readonly at: Point }

export type DragInput =
  | { readonly kind: 'down'; readonly at: Point; readonly isTouch: boolean }
  | { readonly kind: 'move'; readonly at: Point }
  /** The finger rested for `longPressMs`. */
  | { readonly kind: 'held' }
  | { readonly kind: 'up' }
  /** Esc, a second finger, or the browser took the pointer. */
  | { readonly kind: 'cancel' }

/** Less than this is a tap (specification, 'Limits'). */
export const dragThresholdPx = 5
/** A finger that moves earlier scrolls; as long as the systems' own long press. */
export const longPressMs = 400
/** A resting finger trembles. */
export const touchSlopPx = 10

export const atRest: DragPhase = { kind: 'rest' }

export function nextPhase(phase: DragPhase, input: DragInput): DragPhase {
  if (input.kind === 'up' || input.kind === 'cancel') return atRest
  switch (phase.kind) {
    case 'rest':
      return input.kind === 'down' ? { kind: 'pressed', from: input.at, isTouch: input.isTouch } : phase
    case 'pressed':
      return afterPress(phase, input)
    case 'dragging':
      if (input.kind === 'down') return atRest
      return input.kind === 'move' ? { ...phase, at: input.at } : phase
  }
}

type Pressed = Extract<DragPhase, { kind: 'pressed' }>

function afterPress(phase: Pressed, input: DragInput): DragPhase {
  if (input.kind === 'down') return atRest
  if (input.kind === 'held') return phase.isTouch ? { kind: 'dragging', from: phase.from, at: phase.from } : phase
  if (input.kind !== 'move') return phase
  const way = distance(phase.from, input.at)
  if (phase.isTouch) return way > touchSlopPx ? atRest : phase
  return way >= dragThresholdPx ? { kind: 'dragging', from: phase.from, at: input.at } : phase
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

export type Area<Id> = {
  readonly id: Id
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The area under a point; edges belong to the area that begins there. */
export function areaAt<Id>(areas: readonly Area<Id>[], { x, y }: Point): Id | null {
  const hit = areas.find(({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom)
  return hit?.id ?? null
}

/** How near to an edge scrolling begins, and how fast it is at the edge itself: pixels, and pixels a second. */
const edgePx = 56
const fastest = 1200

/** The speed to scroll with, in pixels a second: negative towards the beginning, 0 away from both edges. */
export function scrollSpeed(at: number, begin: number, end: number): number {
  const reach = Math.min(edgePx, (end - begin) / 3)
  if (reach <= 0) return 0
  const towardsBegin = Math.min(1, Math.max(0, (begin + reach - at) / reach))
  const towardsEnd = Math.min(1, Math.max(0, (at - (end - reach)) / reach))
  return (towardsEnd - towardsBegin) * fastest
}
