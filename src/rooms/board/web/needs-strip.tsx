// Who needs a person, above the columns, the longest wait first.
import type { ReactNode } from 'react'
import { useValue } from '#platform/web/store/value-store.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { usePorts } from './ports.ts'

/** What fits beside each other and can still be read. */
const mostShown = 4

export function NeedsStrip(): ReactNode {
  const { index, SessionCall } = usePorts()
  const needs = useValue(index.needs)
  if (needs.length === 0) return null
  const more = needs.length - mostShown
  return (
    <section className="needs" id="needs" aria-label="Needs you">
      <h2>
        <span className="count">{formatCount(needs.length)}</span>
        {needs.length === 1 ? 'needs you' : 'need you'}
      </h2>
      <ol>
        {needs.slice(0, mostShown).map((id) => (
          <li key={id}>
            <SessionCall id={id} />
          </li>
        ))}
      </ol>
      {more > 0 ? <span className="more meta wide">and {formatCount(more)} more</span> : null}
    </section>
  )
}
