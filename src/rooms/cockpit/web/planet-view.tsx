// A planet in its place, with the ships around it.
import { memo, type CSSProperties, type ReactNode } from 'react'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { useEntity } from '#platform/web/store/use-entity.ts'
import type { Device } from '#rooms/devices/contract.ts'
import type { DeviceFace } from '#rooms/devices/web/contract.ts'
import type { SkyLabels } from '../core/places.ts'
import type { PlanetPlace } from '../core/sky.ts'
import { Called } from './called.tsx'
import { PlanetDisc } from './planet-disc.tsx'
import { useCockpitPorts } from './ports.ts'
import { Ships } from './ship-view.tsx'
import { nameOfPlanet } from './words.ts'

/** A disc that is smaller has no room for its number. */
const leastForNumber = 26

type PlanetProps = { readonly place: PlanetPlace; readonly labels: SkyLabels }

/** Renders again when its device or its place changes, and for nothing else. */
export const PlanetView = memo(
  function PlanetView({ place: { id, x, y, r, words, ships }, labels }: PlanetProps): ReactNode {
    const { devices, faceOf, openDevice } = useCockpitPorts()
    const device = useEntity(devices, id)
    if (device === null) return null
    const face = faceOf(device)
    const [longest] = ships.waiting
    const count = ships.waiting.length + ships.idle.length + ships.circling.length + ships.more
    return (
      <li className="planet-place" style={{ left: x, top: y }} data-device={id} data-words={words}>
        <button
          type="button"
          className="planet-button"
          style={{ width: 2 * r + 2, height: 2 * r + 2 }}
          aria-label={nameOfPlanet(device.label, face, count)}
          onClick={() => openDevice(id)}
        >
          <PlanetDisc face={face} r={r} hasNumber={r >= leastForNumber} />
        </button>
        <span className="planet-words" style={fromEdge(r)} aria-hidden>
          <b className="cut">{device.label}</b>
          {longest === undefined ? null : <Called id={longest.id} />}
          {labels === 'full' ? <Numbers device={device} face={face} /> : null}
        </span>
        <Ships places={ships} device={device} />
      </li>
    )
  },
  // A layout makes new places that are often equal.
  (before, after) => JSON.stringify(before) === JSON.stringify(after),
)

/** Of a planet's words: from where they are placed. */
export const fromEdge = (r: number): CSSProperties & Record<'--r', string> => ({ '--r': `${r}px` })

type NumbersProps = { readonly device: Device; readonly face: DeviceFace }

/** Its button says the same to readers. */
function Numbers({ device, face: { memory, awaySince, said } }: NumbersProps): ReactNode {
  const tags = device.tags.length === 0 ? device.capabilities : device.tags
  return (
    <>
      {memory === null ? null : <span>{memory}</span>}
      <span>
        {awaySince === null ? (
          device.is_local ? (
            'this machine'
          ) : device.last_heartbeat === null ? (
            'not heard yet'
          ) : (
            <RelativeTime since={device.last_heartbeat} />
          )
        ) : (
          <>
            {said.toLowerCase()}, <RelativeTime since={awaySince} />
          </>
        )}
      </span>
      <span className="mono cut">{tags.slice(0, 2).join(' ')}</span>
    </>
  )
}
