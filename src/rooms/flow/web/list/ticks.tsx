// The last runs of a strand as ticks: low succeeded, high failed, runs or was not ok, a stub was missed or is not set up.
import type { ReactNode } from 'react'
import { lookOf } from '#platform/web/ui/dots.ts'
import type { Strand } from '../../contract.ts'
import { outcomeOf } from '../../core/caveat.ts'
import { sayTicks } from '../strand-words.ts'
import './ticks.css'

export function Ticks({ strand }: { readonly strand: Strand }): ReactNode {
  const words = sayTicks(strand)
  return (
    <span className="ticks" role="img" aria-label={words} title={words}>
      {strand.ticks.map((tick) => {
        const outcome = outcomeOf(tick)
        const shape = tick.late && outcome === 'success' ? 'late' : outcome
        return <i key={tick.at} data-tick={shape} data-tone={lookOf(outcome).tone} />
      })}
    </span>
  )
}
