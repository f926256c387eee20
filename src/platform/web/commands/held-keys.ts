// Keys that are pressed while something that opens over the page is on its way: they are meant for it, and reach it in their
// order once it is there.
import { createValue } from '../store/value-store.ts'

/** How many such parts are on their way. */
export const partsOnTheirWay = createValue(0)

const others = ['Enter', 'Escape', 'Backspace', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End']
let held: string[] = []
let isPressing = false

/** Whether some wait to be pressed. */
export const isHolding = (): boolean => held.length > 0 && !isPressing

/** Whether the key was kept for what is on its way; or has come and was not given those before it. */
export function holdKey({ key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | HeldModifier>): boolean {
  if (isPressing || (partsOnTheirWay.get() === 0 && held.length === 0)) return false
  if (ctrlKey || metaKey || altKey) return false
  if (key.length !== 1 && !others.includes(key)) return false
  held.push(key)
  return true
}

type HeldModifier = 'ctrlKey' | 'metaKey' | 'altKey'

/** It did not come: what was meant for it is nothing to the page below. */
export function dropHeldKeys(): void {
  held = []
}

type Later = (next: () => void) => unknown

/** Presses what was held, each where the one before it led: the page gets its turn in between. */
export function pressHeldKeys(press: (key: string) => void, later: Later = setTimeout): void {
  const [key] = held
  if (key === undefined || partsOnTheirWay.get() > 0) return
  isPressing = true
  try {
    press(key)
  } finally {
    isPressing = false
    held.shift()
  }
  later(() => pressHeldKeys(press, later))
}
