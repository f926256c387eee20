// How high cards are: measured once they were drawn, guessed before.
import type { BoardIndex } from '../places/board-index.ts'
import { readKey, type CardKey } from '../../core/keys.ts'

/** Usual heights in pixels, without the gap; a waiting session shows its actions. */
const usualTask = 64
const usualSession = 104
const usualWaiting = 136

const measured = new Map<CardKey, number>()
let measuredAtWidth = 0

export function heightOf(index: BoardIndex, key: CardKey): number {
  const known = measured.get(key)
  if (known !== undefined) return known
  if (readKey(key).kind === 'task') return usualTask
  return index.stateOf(key) === 'awaiting_review' ? usualWaiting : usualSession
}

export function isMeasured(key: CardKey): boolean {
  return measured.has(key)
}

/** Whether the height is news. */
export function noteHeight(index: BoardIndex, key: CardKey, height: number): boolean {
  const isNews = heightOf(index, key) !== height
  measured.set(key, height)
  return isNews
}

/** Texts wrap differently in columns of another width, so what was measured is forgotten. */
export function noteWidth(width: number): boolean {
  if (width === measuredAtWidth) return false
  measuredAtWidth = width
  measured.clear()
  return true
}
