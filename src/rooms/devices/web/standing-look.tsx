// How a device stands, drawn: a plain disc while it is there, a half moon while it is silent, a ring with a slash once it is off.
import type { ReactNode } from 'react'
import type { DeviceStanding } from '../core/standing.ts'
import { looks } from './face.ts'
import '#platform/web/ui/dot.css'

type Props = { readonly standing: DeviceStanding }

/** Its word stands beside it. */
export function StandingDot({ standing }: Props): ReactNode {
  return (
    <svg className="dot" data-tone={looks[standing].tone} viewBox="0 0 14 14" aria-hidden>
      {shapes[standing]}
    </svg>
  )
}

export function StandingLabel({ standing }: Props): ReactNode {
  return (
    <span className="row">
      <StandingDot standing={standing} />
      <span className="state" data-tone={looks[standing].tone}>
        {looks[standing].said}
      </span>
    </span>
  )
}

const ring = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 }
const slashed = (
  <>
    <circle cx="7" cy="7" r="4.75" {...ring} />
    <path d="m4 10 6-6" {...ring} strokeLinecap="round" />
  </>
)
const half = (
  <>
    <circle cx="7" cy="7" r="5" {...ring} />
    <path d="M7 2a5 5 0 0 0 0 10z" fill="currentColor" />
  </>
)
const shapes: Readonly<Record<DeviceStanding, ReactNode>> = {
  online: <circle cx="7" cy="7" r="4" fill="currentColor" />,
  outdated: half,
  unreachable: half,
  offline: slashed,
  revoked: slashed,
}
