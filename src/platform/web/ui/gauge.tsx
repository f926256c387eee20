// A number of a machine in a list of facts: its bar, and the number in words.
import type { ReactNode } from 'react'
import type { Measured } from '#base/machine-numbers.ts'
import { Bar } from './bar.tsx'
import './gauge.css'

type FactProps = {
  readonly name: string
  /** Null while it is not known. */
  readonly told: Measured | null
  /** What is said then. */
  readonly unknown: string
  readonly look: 'free' | 'busy'
}

/** A line of a list of facts. */
export function GaugeFact({ name, told, unknown, look }: FactProps): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {told === null ? (
          <span className="meta">{unknown}</span>
        ) : (
          <Gauge part={told.part} look={look} words={told.words} />
        )}
      </dd>
    </>
  )
}

type Props = { readonly part: number; readonly look: 'free' | 'busy'; readonly words: string }

/** The bar is as wide as its place lets it be. */
export function Gauge({ part, look, words }: Props): ReactNode {
  return (
    <span className="row gauge">
      <Bar part={part} className={look} />
      {words}
    </span>
  )
}
