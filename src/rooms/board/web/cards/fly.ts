// Shows where a card went when it changes its column: only what moved moves, once, and never under reduced motion.
import { secondMs } from '#base/time.ts'
import { watchMedia } from '#platform/web/ui/media.ts'
import { findCard } from './card-focus.ts'
import type { CardMove } from '../places/board-index.ts'

/** A storm of moves is told by the counts; motion would be noise. */
const mostFlights = 4

const lessMotion = watchMedia('(prefers-reduced-motion: reduce)')

/** Call it before the columns change; the flight begins once they have. */
export function flyCards(moves: readonly CardMove[]): void {
  if (moves.length > mostFlights || document.hidden || lessMotion.matches()) return
  // Asked while nothing waits to be laid out, so that it costs nothing.
  const flights = moves.flatMap(({ id }) => takeOff(id) ?? [])
  if (flights.length === 0) return
  const duration = moveMs()
  // Changes come right before the page is drawn. The cards heard of theirs before us, and are where they go to by then;
  // with the next frame they would be seen there before they fly.
  queueMicrotask(() => land(flights, duration))
}

type Flight = { readonly id: string; readonly from: DOMRect }

function takeOff(id: string): Flight | null {
  const from = findCard(id)?.getBoundingClientRect()
  return from === undefined || from.bottom < 0 || from.top > innerHeight ? null : { id, from }
}

/** All places are read before anything is written: the frame lays the page out once, and the flights change no layout. */
function land(flights: readonly Flight[], duration: number): void {
  const landings = flights.flatMap(({ id, from }) => {
    const card = findCard(id)
    const item = card?.closest('li')
    const to = card?.getBoundingClientRect()
    if (item === undefined || item === null || to === undefined) return []
    return [{ item, x: from.left - to.left, y: from.top - to.top }]
  })
  for (const { item, x, y } of landings) if (x !== 0 || y !== 0) fly(item, `${x}px ${y}px`, duration)
}

/** In parts of the time that it moves: how long a flight lasts in all. */
const wholeFlight = 4
/** A browser begins a flight a frame or two after it was told of it. */
const landsAfterMs = 20

/**
 * The item itself flies, beside the transform by which a list places it. A browser draws a page in every frame of the last
 * 40 ms of an animation, and once more after its end, so that a flight rests where it landed and is ended before that.
 */
function fly(item: HTMLElement, from: string, duration: number): void {
  item.classList.add('is-flying')
  const flight = item.animate(
    [
      { translate: from, easing: 'cubic-bezier(0.2, 0, 0, 1)' },
      { translate: '0 0', offset: 1 / wholeFlight },
      { translate: '0 0' },
    ],
    { duration: duration * wholeFlight },
  )
  setTimeout(() => {
    flight.cancel()
    item.classList.remove('is-flying')
  }, duration + landsAfterMs)
}

/** The token says how long a move lasts; a build may write it in seconds. */
function moveMs(): number {
  const token = getComputedStyle(document.documentElement).getPropertyValue('--move').trim()
  const amount = Number.parseFloat(token)
  return token.endsWith('ms') ? amount : amount * secondMs
}
