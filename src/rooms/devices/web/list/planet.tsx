// A device as a planet: its ring tells the free memory, its disc the load, its halo how it stands.
import type { CSSProperties, ReactNode } from 'react'
import type { Device } from '../../contract.ts'
import { loadOf, memoryOf } from '#base/machine-numbers.ts'
import { standingOf } from '../../core/standing.ts'
import { looks } from '../face.ts'
import './planet.css'

/** Drawn beside its numbers in words. */
export function Planet({ device }: { readonly device: Device }): ReactNode {
  const standing = standingOf(device)
  const isAway = ['offline', 'outdated', 'revoked'].includes(standing)
  const [memory, load] = isAway ? [null, null] : [memoryOf(device), loadOf(device)]
  const style = { '--load': load?.part ?? 0 } as CSSProperties
  return (
    <svg
      className="planet"
      viewBox="0 0 44 44"
      data-standing={standing}
      data-tone={looks[standing].tone}
      style={style}
      aria-hidden
    >
      <circle className="disc" cx="22" cy="22" r="11" />
      <circle className="track" cx="22" cy="22" r="15.5" />
      {memory === null ? null : (
        <circle
          className="room"
          cx="22"
          cy="22"
          r="15.5"
          pathLength="100"
          strokeDasharray={`${memory.part * 100} 100`}
          transform="rotate(-90 22 22)"
        />
      )}
      <circle className="halo" cx="22" cy="22" r="20.5" />
    </svg>
  )
}
