// What can be done with the selected cards at once: a bar of their kind.
import type { ReactNode } from 'react'
import { useValue } from '#platform/web/store/value-store.ts'
import { LazyHost } from '#platform/web/ui/lazy-host.tsx'
import { usePorts } from '../ports.ts'
import { clearSelection, selection } from './selection.ts'

export function SelectionBar(): ReactNode {
  const { kinds } = usePorts()
  const picked = useValue(selection)
  if (picked.size === 0) return null
  const cards = [...picked].flatMap((key) => kinds.of(key) ?? [])
  return kinds.all.map((kind) => {
    const ids = cards.flatMap((card) => (card.kind === kind && kind.factsOf(card.id) !== null ? [card.id] : []))
    const { Bulk, name } = kind
    const isPicked = cards.some((card) => card.kind === kind)
    if (Bulk === undefined || !isPicked) return null
    return (
      <LazyHost key={name}>
        <Bulk ids={ids} onDone={clearSelection} />
      </LazyHost>
    )
  })
}
