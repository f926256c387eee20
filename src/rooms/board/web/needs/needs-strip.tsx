// Who needs a person, above the columns, the longest wait first.
import type { ReactNode } from 'react'
import { useValue } from '#platform/web/store/value-store.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { useFilterFields } from '../filter/board-url.ts'
import { usePorts } from '../ports.ts'

/** What fits beside each other and can still be read. */
const mostShown = 4

export function NeedsStrip(): ReactNode {
  const { kinds, index } = usePorts()
  const { filter, set } = useFilterFields()
  const needs = useValue(index.needs)
  if (needs.length === 0) return null
  const more = needs.length - mostShown
  return (
    <section className="needs" id="needs" aria-label="Needs you">
      <h2>
        <button
          type="button"
          aria-pressed={filter.needsOnly}
          title={filter.needsOnly ? 'Show all cards' : 'Show only these'}
          onClick={() => set('needs', filter.needsOnly ? '' : '1')}
        >
          <span className="count">{formatCount(needs.length)}</span>
          {needs.length === 1 ? 'needs you' : 'need you'}
        </button>
      </h2>
      <ol>
        {needs.slice(0, mostShown).map((key) => {
          const card = kinds.of(key)
          return card === null ? null : (
            <li key={key}>
              <card.kind.Call id={card.id} />
            </li>
          )
        })}
      </ol>
      {more > 0 ? <span className="more meta wide">and {formatCount(more)} more</span> : null}
    </section>
  )
}
