// HTML5 drag-and-drop, for those whose browser or program sends no pointer events.
import type { CardKey } from '../../core/keys.ts'
import { spotAt } from './areas.ts'
import type { DragParts } from './card-drag.ts'

const cardType = 'application/x-orrery-card'

type NativeParts = DragParts & {
  /** Whether a pointer holds the card already: then the browser's own drag stays out of it. */
  readonly isTaken: () => boolean
}

export function listenForNativeDrag(host: HTMLElement, parts: NativeParts): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let dragged: CardKey | null = null
  const take = (event: DragEvent) => {
    if (parts.isTaken()) return event.preventDefault()
    const item = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-key]') : null
    dragged = item?.dataset.key ?? null
    if (dragged !== null) event.dataTransfer?.setData(cardType, dragged)
  }
  const allow = (event: DragEvent) => {
    if (dragged === null && event.dataTransfer?.types.includes(cardType) !== true) return
    const spot = spotAt({ x: event.clientX, y: event.clientY })
    const isOpen = spot !== null && (dragged === null || parts.outlook(dragged, spot.target).kind !== 'stay')
    if (isOpen) event.preventDefault()
  }
  const drop = (event: DragEvent) => {
    const key = event.dataTransfer?.getData(cardType) || dragged
    const spot = spotAt({ x: event.clientX, y: event.clientY })
    dragged = null
    if (key === null || key === undefined || spot === null) return
    event.preventDefault()
    parts.drop(key, spot.target)
  }
  host.addEventListener('dragstart', take, { signal })
  host.addEventListener('dragover', allow, { signal })
  host.addEventListener('drop', drop, { signal })
  host.addEventListener('dragend', () => (dragged = null), { signal })
  return () => controller.abort()
}
