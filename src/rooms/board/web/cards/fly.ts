// Shows where a card went when it changes its column: only what moved moves, once, and never under reduced motion.
import { secondMs } from '#base/time.ts'
import { findCard } from './card-focus.ts'
import type { CardMove } from '../places/board-index.ts'

/** A storm of moves is told by the counts; motion would be noise. */
const mostFlights = 4

/** Call it before the columns change; the flight begins once they have. */
export function flyCards(moves: readonly CardMove[]): void {
  if (moves.length > mostFlights || document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const flights = moves.map(({ id }) => takeOff(id)).filter((flight) => flight !== null)
  if (flights.length > 0) requestAnimationFrame(() => flights.forEach(land))
}

type Flight = { readonly id: string; readonly from: DOMRect; readonly ghost: HTMLElement }

function takeOff(id: string): Flight | null {
  const card = findCard(id)
  if (card === null) return null
  const from = card.getBoundingClientRect()
  if (from.bottom < 0 || from.top > innerHeight) return null
  const ghost = card.cloneNode(true) as HTMLElement
  ghost.removeAttribute('data-card')
  ghost.classList.add('is-flying')
  ghost.inert = true
  ghost.ariaHidden = 'true'
  return { id, from, ghost }
}

function land({ id, from, ghost }: Flight): void {
  const card = findCard(id)
  const to = card?.getBoundingClientRect()
  if (card === null || to === undefined || (from.left === to.left && from.top === to.top)) return
  const duration = moveMs()
  Object.assign(ghost.style, { left: `${to.left}px`, top: `${to.top}px`, width: `${to.width}px` })
  document.body.append(ghost)
  const path = [{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)` }, { transform: 'none' }]
  card.animate([{ opacity: 0 }, { opacity: 0 }], { duration })
  const flight = ghost.animate(path, { duration, easing: 'cubic-bezier(0.2, 0, 0, 1)' })
  void flight.finished.finally(() => ghost.remove())
}

/** The token says how long a move lasts; a build may write it in seconds. */
function moveMs(): number {
  const token = getComputedStyle(document.documentElement).getPropertyValue('--move').trim()
  const amount = Number.parseFloat(token)
  return token.endsWith('ms') ? amount : amount * secondMs
}
