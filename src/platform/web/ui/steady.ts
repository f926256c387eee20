// Keeps lists still while a person points at them: nothing moves under the pointer that is about to press.
import { useEffect, useState, type MouseEvent as ReactMouseEvent, type PointerEvent as ReactPointerEvent } from 'react'
import { secondMs } from '#base/time.ts'
import { createValue, useValue } from '../store/value-store.ts'
import { keepPlaces } from './keep-places.ts'

/** Whether somebody is about to press something. */
const isHeld = createValue(false)

/** How many lists hold news back; those who show one say so. */
export const heldBack = createValue(0)

/** Who points at one place for so long is not about to press. */
const restsAfterMs = 20 * secondMs
/** What a press does arrives within this time, and is shown at once. */
const pressedMs = 1500

const pressable = 'a, button, summary, input, textarea, li'

let timer: ReturnType<typeof setTimeout> | undefined
let freeUntil = 0

function letGo(): void {
  clearTimeout(timer)
  isHeld.set(false)
}

function hold({ target, timeStamp }: PointerEvent): void {
  if (timeStamp < freeUntil) return
  if (!(target instanceof Element) || target.closest(pressable) === null) return letGo()
  clearTimeout(timer)
  timer = setTimeout(letGo, restsAfterMs)
  isHeld.set(true)
}

function press({ timeStamp }: MouseEvent): void {
  freeUntil = timeStamp + pressedMs
  letGo()
}

const handlers = {
  onPointerMove: (event: ReactPointerEvent) => hold(event.nativeEvent),
  onPointerDown: (event: ReactPointerEvent) => hold(event.nativeEvent),
  onPointerLeave: letGo,
  onPointerCancel: letGo,
  onClick: (event: ReactMouseEvent) => press(event.nativeEvent),
} as const

/** What the element listens for whose lists are held while the pointer is on something that can be pressed. */
export function useHolding(): typeof handlers {
  useEffect(() => letGo, [])
  return handlers
}

/** The rows as they may be shown now: with their news, and in their old places while somebody points. */
export function useSteady<Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] {
  const held = useValue(isHeld)
  const [kept, setKept] = useState(rows)
  if (!held && !isSame(kept, rows)) setKept(rows)
  const shown = held ? keepPlaces(kept, rows, keyOf) : rows
  const waits = held && !isSame(shown.map(keyOf), rows.map(keyOf))
  useEffect(() => {
    if (!waits) return
    heldBack.set(heldBack.get() + 1)
    return () => heldBack.set(heldBack.get() - 1)
  }, [waits])
  return shown
}

function isSame<Row>(one: readonly Row[], other: readonly Row[]): boolean {
  return one.length === other.length && one.every((row, at) => row === other[at])
}
