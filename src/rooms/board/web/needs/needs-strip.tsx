// Who needs a person, above the columns, the longest wait first.
import type { ReactNode } from 'react'
import { useValue } from '#platform/web/store/value-store.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { useNarrow } from '#platform/web/ui/use-narrow.ts'
import { useFilterFields } from '../filter/board-url.ts'
import { usePorts } from '../ports.ts'
import { useRoomFor } from './use-room-for.ts'

/** What can still be read: a title, and how long it has waited. */
const eachPx = 288
/** On a phone they stand in a row that is pushed by a finger, and before the strip was measured. */
const usuallyShown = 4

export function NeedsStrip(): ReactNode {
  const { kinds, index } = usePorts()
  const { filter, set } = useFilterFields()
  const needs = useValue(index.needs)
  const { measure, count } = useRoomFor(eachPx)
  const isNarrow = useNarrow()
  if (needs.length === 0) return null
  const mostShown = isNarrow || count === null ? usuallyShown : Math.max(1, count)
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
      <ol ref={measure}>
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
