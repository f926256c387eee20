// The cockpit as a list: on a phone, and for whoever likes rows better than planets.
import { memo, type ReactNode } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { wordsForState } from '#platform/web/ui/dots.ts'
import type { SkyShip } from '../core/facts.ts'
import { chooseDrawn } from '../core/choose-drawn.ts'
import { Bubble } from './bubble.tsx'
import { PlanetDisc } from './planet-disc.tsx'
import { useCockpitPorts } from './ports.ts'
import { Called } from './called.tsx'
import { usePlanet } from './use-planet.ts'
import type { SkyFacts } from './use-sky.ts'
import './stack.css'

const none: readonly SkyShip[] = []

export function Stack({ facts }: { readonly facts: SkyFacts }): ReactNode {
  const { devices, ships } = facts
  const { drawn } = chooseDrawn(devices, ships, devices.length)
  const known = new Set(devices.map(({ id }) => id))
  const ofDevice = Map.groupBy(ships, ({ deviceId }) => deviceId)
  const adrift = ships.filter(({ deviceId }) => deviceId === null || !known.has(deviceId))
  return (
    <div className="stack scroll" role="region" aria-label="Devices and sessions" tabIndex={0}>
      <Bubble facts={facts} />
      <ul className="planet-rows" aria-label="Devices">
        {drawn.map(({ id }) => (
          <PlanetRow key={id} id={id} ships={ofDevice.get(id) ?? none} />
        ))}
        {adrift.length === 0 ? null : (
          <li className="planet-row">
            <span />
            <b>On no machine yet</b>
            <ShipDots ships={adrift} onMore={() => navigate('/sessions?state=live')} />
          </li>
        )}
      </ul>
    </div>
  )
}

type RowProps = { readonly id: string; readonly ships: readonly SkyShip[] }

const PlanetRow = memo(
  function PlanetRow({ id, ships }: RowProps): ReactNode {
    const planet = usePlanet(id)
    if (planet === null) return null
    const { label, face, open } = planet
    const isThere = face.standing === 'online'
    const load = face.loadWords === null ? null : `load ${face.loadWords}`
    const words = [face.memory, load, isThere ? null : face.said.toLowerCase()]
    const [waiting] = ships.filter(({ state }) => state === 'waiting')
    return (
      <li className="planet-row" data-device={id}>
        <PlanetDisc face={face} r={20} hasNumber={false} />
        <div className="said">
          <button type="button" className="name" onClick={open}>
            {label}
          </button>
          <span className="meta">
            {words.filter((part) => part !== null).join(', ')}
            {isThere ? <span className="sr">, online</span> : null}
            {isThere || face.awaySince === null ? null : (
              <>
                , <RelativeTime since={face.awaySince} />
              </>
            )}
          </span>
          {waiting === undefined ? null : <Called id={waiting.id} />}
        </div>
        <ShipDots ships={ships} onMore={open} />
      </li>
    )
  },
  (before, after) => before.id === after.id && JSON.stringify(before.ships) === JSON.stringify(after.ships),
)

const mostDots = 8
const ranks: Readonly<Record<SkyShip['state'], number>> = { waiting: 0, running: 1, idle: 2 }

type DotsProps = {
  readonly ships: readonly SkyShip[]
  /** Shows those that have no room here. */
  readonly onMore: () => void
}

function ShipDots({ ships, onMore }: DotsProps): ReactNode {
  if (ships.length === 0) return <span className="meta none">none</span>
  const shown = ships.toSorted((one, other) => ranks[one.state] - ranks[other.state]).slice(0, mostDots)
  return (
    <ul className="ship-dots">
      {shown.map(({ id }) => (
        <ShipDot key={id} id={id} />
      ))}
      {ships.length > shown.length ? (
        <li>
          <button type="button" className="meta" aria-label={`${ships.length - shown.length} more`} onClick={onMore}>
            +{ships.length - shown.length}
          </button>
        </li>
      ) : null}
    </ul>
  )
}

function ShipDot({ id }: { readonly id: string }): ReactNode {
  const { sessions, titleOf, openSession } = useCockpitPorts()
  const session = useEntity(sessions, id)
  if (session === null) return null
  const title = titleOf(session)
  return (
    <li>
      <button
        type="button"
        aria-label={`${title}, ${wordsForState(session.state).toLowerCase()}`}
        title={title}
        onClick={() => openSession(id)}
      >
        <Dot state={session.state} isMute />
      </button>
    </li>
  )
}
