// The last runs of a strand as ticks: low succeeded, high failed or running, a stub was missed.
import type { ReactNode } from 'react'
import { lookOf } from '#platform/web/ui/dots.ts'
import type { Strand } from '../../contract.ts'
import { sayTicks } from '../strand-words.ts'

export function Ticks({ strand }: { readonly strand: Strand }): ReactNode {
  const words = sayTicks(strand)
  return (
    <span className="ticks" role="img" aria-label={words} title={words}>
      {strand.ticks.map(({ status, at, late }) => (
        <i key={at} data-tick={late && status === 'success' ? 'late' : status} data-tone={lookOf(status).tone} />
      ))}
    </span>
  )
}
