// HTML5 drag-and-drop, for those whose browser or program sends no pointer events.
import type { CardKey } from '../../core/keys.ts'
import { spotAt } from './areas.ts'
import type { DragParts } from './card-drag.ts'
import { Hover } from './hover.ts'

const cardType = 'application/x-orrery-card'

type NativeParts = DragParts & {
  /** Whether a pointer holds the card already: then the browser's own drag stays out of it. */
  readonly isTaken: () => boolean
}

export function listenForNativeDrag(host: HTMLElement, parts: NativeParts): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let dragged: CardKey | null = null
  let hover: Hover | null = null
  let marked: HTMLElement | null = null
  const mark = (element: HTMLElement | null) => {
    marked?.classList.remove('is-link-target')
    element?.classList.add('is-link-target')
    marked = element
  }
  const end = () => {
    mark(null)
    dragged = null
    hover = null
  }
  const take = (event: DragEvent) => {
    if (parts.isTaken()) return event.preventDefault()
    const item = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-key]') : null
    const key = item?.dataset.key ?? null
    dragged = key
    if (key === null) return
    hover = new Hover((onto) => parts.isLinkable(key, onto))
    event.dataTransfer?.setData(cardType, key)
  }
  const allow = (event: DragEvent) => {
    if (dragged === null && event.dataTransfer?.types.includes(cardType) !== true) return
    const at = { x: event.clientX, y: event.clientY }
    // The browser asks again and again while the pointer stands still.
    const spot = hover?.see(at, performance.now()) ?? spotAt(at)
    const outlook = spot === null || dragged === null ? null : parts.outlook(dragged, spot.target)
    mark(outlook?.kind === 'link' ? (spot?.element ?? null) : null)
    if (spot !== null && outlook?.kind !== 'stay') event.preventDefault()
  }
  const drop = (event: DragEvent) => {
    const key = event.dataTransfer?.getData(cardType) || dragged
    const at = { x: event.clientX, y: event.clientY }
    const spot = hover?.end(at) ?? spotAt(at)
    end()
    if (key === null || key === undefined || spot === null) return
    event.preventDefault()
    parts.drop(key, spot.target)
  }
  host.addEventListener('dragstart', take, { signal })
  host.addEventListener('dragover', allow, { signal })
  host.addEventListener('drop', drop, { signal })
  host.addEventListener('dragend', end, { signal })
  return () => {
    end()
    controller.abort()
  }
}
