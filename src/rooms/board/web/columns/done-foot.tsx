// What was done within a week, at the foot of Review: it has left the columns, and nobody has to search for it.
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useValue } from '#platform/web/store/value-store.ts'
import { formatCount } from '#platform/web/time/format.ts'
import type { CardsOfKind } from '../cards/kinds.ts'
import type { DoneCards } from '../contract.ts'
import { usePorts } from '../ports.ts'
import './done-foot.css'

export function DoneFoot(): ReactNode {
  const { kinds } = usePorts()
  return kinds.all.map((kind) =>
    kind.done === undefined ? null : <DoneOfKind key={kind.name} kind={kind} done={kind.done} />,
  )
}

type Props = { readonly kind: CardsOfKind; readonly done: DoneCards }

function DoneOfKind({ kind, done: { ids, Row } }: Props): ReactNode {
  const shown = useValue(ids)
  const [isOpen, setIsOpen] = useState(false)
  if (shown.length === 0) return null
  const Chevron = isOpen ? ChevronDown : ChevronUp
  return (
    <section className="done-foot" aria-label={`Done ${kind.plural}`}>
      {isOpen ? (
        <ul className="list">
          {shown.slice(0, mostShown).map((id) => (
            <Row key={id} id={id} />
          ))}
          {shown.length > mostShown ? (
            <li className="meta">and {formatCount(shown.length - mostShown)} more, found by searching</li>
          ) : null}
        </ul>
      ) : null}
      <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Chevron className="i" aria-hidden />
        {isOpen ? 'Hide done' : 'Show done'}
        <span className="meta">{formatCount(shown.length)} in 7 days</span>
      </button>
    </section>
  )
}

/** Longer lists are searched. */
const mostShown = 100
