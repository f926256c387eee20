// What is seen of a drag: the lifted card, the gap it left, and what dropping would do.
import type { Point } from '../../core/drag.ts'
import type { Outlook } from '../move-card.ts'

export type LiftedCard = {
  readonly moveTo: (at: Point) => void
  /** Null over nothing. */
  readonly showTarget: (target: { readonly element: HTMLElement; readonly outlook: Outlook } | null) => void
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
  let marked: HTMLElement | null = null
  const mark = (element: HTMLElement | null) => {
    marked?.classList.remove('is-link-target')
    element?.classList.add('is-link-target')
    marked = element
  }
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
      Object.assign(hint.style, placeOf(target.element))
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
function placeOf(element: HTMLElement): Record<string, string> {
  const box = element.getBoundingClientRect()
  const view = element.closest('[data-scroller]')?.getBoundingClientRect()
  const top = Math.max(box.top, (view?.top ?? 0) + (element.closest('.lanes') === null ? 0 : headHeight))
  const height = Math.max(32, Math.min(hintHeight, box.height - inset))
  return {
    left: `${box.left + inset}px`,
    top: `${top + inset / 2}px`,
    width: `${box.width - 2 * inset}px`,
    height: `${height}px`,
  }
}

/** Columns' heads and a lane's head stay on top while the board scrolls, in pixels. */
const headHeight = 72
