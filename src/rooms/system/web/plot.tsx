// A small line of what was in the last two minutes, its last value beside its name.
import type { ReactNode } from 'react'
import { areaOf, percent, pointsOf } from '../core/history.ts'

type Props = { readonly name: string; readonly shares: readonly number[] }

const box = { width: 120, height: 32 } as const

export function Plot({ name, shares }: Props): ReactNode {
  const last = shares.at(-1)
  const now = last === undefined ? '…' : percent(last)
  const most = shares.length === 0 ? 'nothing measured yet' : `now ${now}, at most ${percent(Math.max(...shares))}`
  return (
    <figure className="plot">
      <figcaption>
        <span className="meta">{name}</span>
        <b>{now}</b>
      </figcaption>
      <svg
        role="img"
        aria-label={`${name} of the last two minutes: ${most}`}
        viewBox={`0 0 ${box.width} ${box.height}`}
        preserveAspectRatio="none"
      >
        <polygon points={areaOf(shares, box)} />
        <polyline points={pointsOf(shares, box)} fill="none" vectorEffect="non-scaling-stroke" />
      </svg>
    </figure>
  )
}
