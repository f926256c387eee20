// What is seen of a drag: the lifted card, the gap it left, and what dropping would do.
import type { Point } from './drag.ts'
import { markLinkTarget } from './link-target.ts'
import type { Outlook, Spot } from './drag-parts.ts'

type Shown = Pick<Spot<unknown>, 'element' | 'coveredPx'> & { readonly outlook: Outlook }

export type LiftedCard = {
  readonly moveTo: (at: Point) => void
  /** Null over nothing. */
  readonly showTarget: (target: Shown | null) => void
  readonly putDown: () => void
}

/** Height of the box that tells what dropping does, in pixels. */
const hintHeight = 44
const inset = 8

export function liftCard(item: HTMLElement, from: Point): LiftedCard {
  const card = item.querySelector<HTMLElement>('[data-card]') ?? item
  const { left, top, width } = card.getBoundingClientRect()
  const ghost = card.cloneNode(true) as HTMLElement
  ghost.removeAttribute('data-card')
  ghost.classList.add('is-lifted')
  ghost.inert = true
  ghost.ariaHidden = 'true'
  Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` })
  const hint = document.createElement('div')
  hint.className = 'drop'
  hint.setAttribute('role', 'status')
  hint.hidden = true
  document.body.append(ghost, hint)
  document.body.classList.add('is-dragging')
  item.classList.add('is-gap')
  const mark = markLinkTarget()
  return {
    moveTo({ x, y }) {
      ghost.style.transform = `translate(${x - from.x}px, ${y - from.y}px)`
    },
    showTarget(target) {
      const isLink = target?.outlook.kind === 'link'
      mark(isLink ? target.element : null)
      hint.classList.toggle('is-link', isLink)
      // What is lifted would hide the card that is meant, and what is said of it.
      const isOnCard = target?.element.dataset.key !== undefined
      hint.classList.toggle('is-on-card', isOnCard)
      ghost.classList.toggle('is-on-card', isOnCard)
      hint.hidden = target === null || target.outlook.kind === 'stay'
      if (target === null || hint.hidden) return
      hint.textContent = target.outlook.text
      hint.classList.toggle('is-refused', target.outlook.kind === 'refused')
      Object.assign(hint.style, placeOf(target))
    },
    putDown() {
      mark(null)
      ghost.remove()
      hint.remove()
      document.body.classList.remove('is-dragging')
      item.classList.remove('is-gap')
    },
  }
}

/** At the top of what is seen of the target. */
function placeOf({ element, coveredPx }: Shown): Record<string, string> {
  const box = element.getBoundingClientRect()
  const view = element.closest('[data-scroller]')?.getBoundingClientRect()
  const top = Math.max(box.top, (view?.top ?? 0) + coveredPx)
  const height = Math.max(32, Math.min(hintHeight, box.height - inset))
  return {
    left: `${box.left + inset}px`,
    top: `${top + inset / 2}px`,
    width: `${box.width - 2 * inset}px`,
    height: `${height}px`,
  }
}
