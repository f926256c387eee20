// HTML5 drag-and-drop, for those whose browser or program sends no pointer events.
import { hoverOf, type DragParts, type Hover } from './drag-parts.ts'
import { markLinkTarget } from './link-target.ts'

const cardType = 'application/x-orrery-card'

type NativeParts<T> = DragParts<T> & {
  /** Whether a pointer holds the card already: then the browser's own drag stays out of it. */
  readonly isTaken: () => boolean
}

export function listenForNativeDrag<T>(host: HTMLElement, parts: NativeParts<T>): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let dragged: string | null = null
  let hover: Hover<T> | null = null
  const mark = markLinkTarget()
  const end = () => {
    mark(null)
    dragged = null
    hover = null
  }
  const take = (event: DragEvent) => {
    if (parts.isTaken()) return event.preventDefault()
    const item = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-key]') : null
    dragged = item?.dataset.key ?? null
    if (dragged === null) return
    hover = hoverOf(parts, dragged)
    event.dataTransfer?.setData(cardType, dragged)
  }
  const allow = (event: DragEvent) => {
    if (dragged === null && event.dataTransfer?.types.includes(cardType) !== true) return
    const at = { x: event.clientX, y: event.clientY }
    // The browser asks again and again while the pointer stands still.
    const spot = hover === null ? parts.spotAt(at) : hover.see(at, performance.now())
    const outlook = spot === null || dragged === null ? null : parts.outlook(dragged, spot.target)
    mark(outlook?.kind === 'link' ? (spot?.element ?? null) : null)
    if (spot !== null && outlook?.kind !== 'stay') event.preventDefault()
  }
  const drop = (event: DragEvent) => {
    const key = event.dataTransfer?.getData(cardType) || dragged
    const at = { x: event.clientX, y: event.clientY }
    const spot = hover === null ? parts.spotAt(at) : hover.end(at)
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
