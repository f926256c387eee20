// The sculpture: places by numbers from the pure layout, drawn anew only when they are others.
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import type { SkySize } from '../core/places.ts'
import { layoutSky, type GroupPlace, type Sky } from '../core/sky.ts'
import { Bubble } from './bubble.tsx'
import { fromEdge, PlanetView } from './planet-view.tsx'
import { Docked } from './ship-view.tsx'
import { standingWords } from './words.ts'
import type { SkyFacts } from './use-sky.ts'
import './sculpture.css'

type Props = { readonly facts: SkyFacts; readonly onList: () => void }

export function Sculpture({ facts, onList }: Props): ReactNode {
  const [size, setSize] = useState<SkySize | null>(null)
  const measure = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const sky = useMemo(() => (size === null ? null : layoutSky(facts.devices, facts.ships, size)), [facts, size])
  return (
    <div className="sculpture" ref={measure} data-labels={sky?.labels}>
      {sky === null ? null : <Drawn sky={sky} facts={facts} onList={onList} />}
    </div>
  )
}

type DrawnProps = Props & { readonly sky: Sky }

function Drawn({ sky: { center, orbits, planets, groups, adrift, labels }, facts, onList }: DrawnProps): ReactNode {
  return (
    <>
      <svg className="orbits" aria-hidden>
        {orbits.map(({ rx, ry }) => (
          <ellipse key={rx} cx={center.x} cy={center.y} rx={rx} ry={ry} />
        ))}
      </svg>
      <div className="middle" style={{ left: center.x, top: center.y }}>
        <Bubble facts={facts} />
        {adrift.length === 0 ? null : (
          <ul className="adrift" aria-label="On no machine yet">
            {adrift.slice(0, mostAdrift).map((id) => (
              <li key={id}>
                <Docked id={id} turn={-90} />
              </li>
            ))}
            {adrift.length <= mostAdrift ? null : <li className="meta">and {adrift.length - mostAdrift} more</li>}
          </ul>
        )}
      </div>
      <ul className="planets" aria-label="Devices">
        {planets.map((place) => (
          <PlanetView key={place.id} place={place} labels={labels} />
        ))}
        {groups.map((group) => (
          <Group key={group.standing} group={group} onList={onList} />
        ))}
      </ul>
    </>
  )
}

const mostAdrift = 5

type GroupProps = { readonly group: GroupPlace; readonly onList: () => void }

/** Machines that have no room of their own: the list names each. */
function Group({ group: { standing, ids, x, y, r, words }, onList }: GroupProps): ReactNode {
  return (
    <li className="planet-place" style={{ left: x, top: y }} data-words={words}>
      <button type="button" className="planet-button group" style={{ width: 2 * r, height: 2 * r }} onClick={onList}>
        {ids.length}
        <span className="sr"> more {standingWords(standing)}, show the list</span>
      </button>
      <span className="planet-words" style={fromEdge(r)} aria-hidden>
        <b>{`${ids.length} more ${standingWords(standing)}`}</b>
      </span>
    </li>
  )
}
