// A machine as a planet: its ring tells the free memory, its disc the load, its halo how it stands.
import type { CSSProperties, ReactNode } from 'react'
import type { DeviceFace } from '#rooms/devices/web/contract.ts'
import './planet-disc.css'

type Props = { readonly face: DeviceFace; readonly r: number; readonly hasNumber: boolean }

/** `r` is where its halo is. */
export function PlanetDisc({ face: { standing, tone, free, load, loadWords }, r, hasNumber }: Props): ReactNode {
  const style: CSSProperties & Record<'--load', number> = { '--load': load ?? 0 }
  const ring = r - 7
  const at = { cx: r + 1, cy: r + 1 }
  return (
    <svg
      className="disc-of"
      width={2 * r + 2}
      height={2 * r + 2}
      data-standing={standing}
      data-tone={tone}
      style={style}
      aria-hidden
    >
      <circle className="void" {...at} r={r} />
      <circle className="disc" {...at} r={Math.max(4, r - 14)} />
      <circle className="track" {...at} r={ring} />
      {free === null ? null : (
        <circle
          className="room"
          {...at}
          r={ring}
          pathLength="100"
          strokeDasharray={`${free * 100} 100`}
          transform={`rotate(-90 ${r + 1} ${r + 1})`}
        />
      )}
      <circle className="halo" {...at} r={r} />
      {hasNumber && loadWords !== null ? (
        <text className={(load ?? 0) > 0.55 ? 'on-light' : undefined} x={r + 1} y={r + 5}>
          {loadWords}
        </text>
      ) : null}
    </svg>
  )
}
