// The head of a swimlane: what heads it, how much of it is done, and what it holds when it is folded.
import { ChevronRight } from 'lucide-react'
import { memo, useCallback, useSyncExternalStore, type ReactNode } from 'react'
import { formatCount } from '#platform/web/time/format.ts'
import { Dot } from '#platform/web/ui/dot.tsx'
import { wordsForState } from '#platform/web/ui/dots.ts'
import { columns } from '../../core/columns.ts'
import { ungrouped } from '../../core/lanes.ts'
import type { CardKinds } from '../cards/kinds.ts'
import type { BoardLane } from '../places/board-index.ts'
import { usePorts } from '../ports.ts'
import { toggleLane } from './collapsed-lanes.ts'

type Props = { readonly lane: BoardLane; readonly headId: string; readonly isOpen: boolean }

/** Renders again when the cards of its lane change; what heads it is drawn by parts of the plan. */
export const LaneHead = memo(function LaneHead({ lane, headId, isOpen }: Props): ReactNode {
  const { plan } = usePorts().kinds
  const { id } = lane
  const count = columns.reduce((sum, column) => sum + lane[column.id].length, 0)
  const head = id === ungrouped ? null : plan
  return (
    <header className="lane-head">
      <h3 id={headId}>
        <button type="button" aria-expanded={isOpen} onClick={() => toggleLane(id)}>
          <ChevronRight className="i" aria-hidden />
          <span className="cut">{head === null ? 'Ungrouped' : <Title plan={head} id={id} />}</span>
        </button>
      </h3>
      {head === null ? (
        <span className="meta">{formatCount(count)} without an epic</span>
      ) : (
        <head.plan.LaneProgress id={id} />
      )}
      {isOpen ? <span className="push" /> : <Tally lane={lane} />}
      {head === null ? null : <head.plan.LaneEnd id={id} />}
    </header>
  )
})

type TitleProps = { readonly plan: NonNullable<CardKinds['plan']>; readonly id: string }

function Title({ plan, id }: TitleProps): ReactNode {
  const subscribe = useCallback((listener: () => void) => plan.subscribe(id, listener), [plan, id])
  return useSyncExternalStore(subscribe, () => plan.titleOf(id)) ?? id
}

/** What a folded lane holds, by state in the order of the columns. */
function Tally({ lane }: { readonly lane: BoardLane }): ReactNode {
  const { kinds } = usePorts()
  const counts = new Map<string, number>()
  for (const column of columns) {
    for (const key of lane[column.id]) {
      const state = kinds.factsOf(key)?.state
      if (state !== undefined) counts.set(state, (counts.get(state) ?? 0) + 1)
    }
  }
  return (
    <span className="tally meta push">
      {[...counts].map(([state, count]) => (
        <span key={state} title={wordsForState(state)}>
          <Dot state={state} />
          {formatCount(count)}
        </span>
      ))}
    </span>
  )
}
