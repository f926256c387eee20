// Takes those cards off the board that a column shows and that are over, in one go and with one Undo.
import type { ReactNode } from 'react'
import { useValue } from '#platform/web/store/value-store.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { wordsForState } from '#platform/web/ui/dots.ts'
import type { ColumnId } from '../../contract.ts'
import type { CardsOfKind } from '../cards/kinds.ts'
import type { Clearing } from '../contract.ts'
import { usePorts } from '../ports.ts'

/** Nothing where no kind has something to clear. */
export function ClearButtons({ column }: { readonly column: ColumnId }): ReactNode {
  const { kinds } = usePorts()
  return kinds.all.map((kind) =>
    kind.clearing?.column === column ? <ClearButton key={kind.name} kind={kind} clearing={kind.clearing} /> : null,
  )
}

type Props = { readonly kind: CardsOfKind; readonly clearing: Clearing }

function ClearButton({ kind, clearing: { column, state, icon, run } }: Props): ReactNode {
  const { kinds, index } = usePorts()
  const count = useValue(index.tallies[column])[state] ?? 0
  if (count === 0) return null
  const clear = () => {
    const cards = index.columns[column].get().flatMap((key) => kinds.of(key) ?? [])
    run(cards.filter((card) => card.kind === kind).map(({ id }) => id))
  }
  const title = `Clear ${formatCount(count)} ${wordsForState(state).toLowerCase()}`
  return <Button isSmall look="quiet" icon={icon} label="Clear" title={title} aria-label={title} onClick={clear} />
}
