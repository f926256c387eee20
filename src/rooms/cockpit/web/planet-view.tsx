// A planet in its place, with the ships around it.
import { memo, type CSSProperties, type ReactNode } from 'react'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import type { SkyLabels } from '../core/places.ts'
import type { PlanetPlace } from '../core/sky.ts'
import { Called } from './called.tsx'
import { PlanetDisc } from './planet-disc.tsx'
import { Ships } from './ship-view.tsx'
import { usePlanet, type Planet } from './use-planet.ts'
import { nameOfPlanet } from './words.ts'

/** A disc that is smaller has no room for its number. */
const leastForNumber = 26

type PlanetProps = { readonly place: PlanetPlace; readonly labels: SkyLabels }

/** Renders again when its machine or its place changes, and for nothing else. */
export const PlanetView = memo(
  function PlanetView({ place: { id, x, y, r, words, ships }, labels }: PlanetProps): ReactNode {
    const planet = usePlanet(id)
    if (planet === null) return null
    const { label, face, open } = planet
    const [longest] = ships.waiting
    const count = ships.waiting.length + ships.idle.length + ships.circling.length + ships.more
    return (
      <li className="planet-place" style={{ left: x, top: y }} data-device={id} data-words={words}>
        <button
          type="button"
          className="planet-button"
          style={{ width: 2 * r + 2, height: 2 * r + 2 }}
          aria-label={nameOfPlanet(label, face, count)}
          onClick={open}
        >
          <PlanetDisc face={face} r={r} hasNumber={r >= leastForNumber} />
        </button>
        <span className="planet-words" style={fromEdge(r)} aria-hidden>
          <b className="cut">{label}</b>
          {longest === undefined ? null : <Called id={longest.id} />}
          {labels === 'full' ? <Numbers planet={planet} /> : null}
        </span>
        <Ships places={ships} label={label} onMore={open} />
      </li>
    )
  },
  // A layout makes new places that are often equal.
  (before, after) => JSON.stringify(before) === JSON.stringify(after),
)

/** Of a planet's words: from where they are placed. */
export const fromEdge = (r: number): CSSProperties & Record<'--r', string> => ({ '--r': `${r}px` })

/** Its button says the same to readers. */
function Numbers({ planet }: { readonly planet: Planet }): ReactNode {
  const { heard, isLocal, tags } = planet
  const { memory, awaySince, said, standing } = planet.face
  return (
    <>
      {memory === null ? null : <span>{memory}</span>}
      <span>
        {awaySince === null ? (
          isLocal ? (
            'this machine'
          ) : heard === null ? (
            standing === 'online' ? (
              'not heard yet'
            ) : (
              said.toLowerCase()
            )
          ) : (
            <RelativeTime since={heard} />
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
