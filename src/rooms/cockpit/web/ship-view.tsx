// A session as a ship: a dart that circles while it runs, hollow and docked where it waits or rests.
import { memo, type CSSProperties, type ReactNode } from 'react'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { lookOf, wordsForState } from '#platform/web/ui/dots.ts'
import type { CirclingShip, ShipPlaces } from '../core/dock-ships.ts'
import { useCockpitPorts } from './ports.ts'

type ShipsProps = { readonly places: ShipPlaces; readonly label: string; readonly onMore: () => void }

export function Ships({ places, label, onMore }: ShipsProps): ReactNode {
  const { waiting, idle, circling, ring, more } = places
  const docked = [...waiting, ...idle]
  if (docked.length + circling.length + more === 0) return null
  return (
    <ul className="ships" aria-label={`Sessions on ${label}`}>
      {docked.map(({ id, x, y, turn }) => (
        <li key={id} style={{ left: x, top: y }}>
          <Docked id={id} turn={turn} />
        </li>
      ))}
      {circling.length === 0 ? null : (
        <li className="ring">
          <ul aria-label={`Running on ${label}`}>
            {circling.map((ship) => (
              <Circling key={ship.id} ship={ship} ring={ring} />
            ))}
          </ul>
        </li>
      )}
      {more === 0 ? null : (
        <li className="more-ships" style={{ left: Math.round(ring * 0.8), top: Math.round(ring * 0.8) }}>
          <button type="button" className="btn small" onClick={onMore}>
            +{more}
            <span className="sr"> more sessions on {label}</span>
          </button>
        </li>
      )}
    </ul>
  )
}

type CirclingProps = { readonly ship: CirclingShip; readonly ring: number }

function Circling({ ship: { id, angle }, ring }: CirclingProps): ReactNode {
  return (
    <li style={{ transform: `rotate(${angle}deg) translate(${ring}px) rotate(90deg)` }}>
      <Docked id={id} turn={0} />
    </li>
  )
}

type DockedProps = { readonly id: string; readonly turn: number }

/** Renders again when its session changes, and for nothing else. */
export const Docked = memo(function Docked({ id, turn }: DockedProps): ReactNode {
  const { sessions, titleOf, openSession } = useCockpitPorts()
  const session = useEntity(sessions, id)
  if (session === null) return null
  const { state } = session
  const title = titleOf(session)
  const style: CSSProperties & Record<'--turn', string> = { '--turn': `${turn}deg` }
  return (
    <button
      type="button"
      className="ship"
      data-tone={lookOf(state).tone}
      data-hollow={state === 'running' ? undefined : ''}
      aria-label={`${title}, ${wordsForState(state).toLowerCase()}`}
      title={title}
      style={style}
      onClick={() => openSession(id)}
    >
      <svg viewBox="-8 -8 16 16" aria-hidden>
        <path d="M-5-4.5 6 0-5 4.5-2.5 0z" />
      </svg>
    </button>
  )
})
