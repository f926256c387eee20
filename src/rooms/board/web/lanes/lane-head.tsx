// The head of a swimlane: the epic, how much of it is done, and what it holds when it is folded.
import { ChevronRight, PanelRight, Plus } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { Bar } from '#platform/web/ui/bar.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { wordsForState } from '#platform/web/ui/dots.ts'
import type { TaskCard } from '#rooms/tasks/contract.ts'
import { columns } from '../../core/columns.ts'
import { ungrouped } from '../../core/lanes.ts'
import type { CardState, Lane } from '../places/board-index.ts'
import { toggleLane } from './collapsed-lanes.ts'
import { usePorts } from '../ports.ts'

type Props = { readonly lane: Lane; readonly headId: string; readonly isOpen: boolean }

/** Renders again when its epic changes or the cards of its lane do. */
export const LaneHead = memo(function LaneHead({ lane, headId, isOpen }: Props): ReactNode {
  const { tasks } = usePorts()
  const { id } = lane
  const epic = useEntity(tasks, id)
  const count = columns.reduce((sum, column) => sum + lane[column.id].length, 0)
  const title = id === ungrouped ? 'Ungrouped' : (epic?.title ?? id)
  return (
    <header className="lane-head">
      <h3 id={headId}>
        <button type="button" aria-expanded={isOpen} onClick={() => toggleLane(id)}>
          <ChevronRight className="i" aria-hidden />
          <span className="cut">{title}</span>
        </button>
      </h3>
      {epic === null ? <span className="meta">{formatCount(count)} without an epic</span> : <Progress epic={epic} />}
      {isOpen ? <span className="push" /> : <Tally lane={lane} />}
      {epic === null ? null : <EpicEnd epic={epic} />}
    </header>
  )
})

function Progress({ epic }: { readonly epic: TaskCard }): ReactNode {
  const { done, total } = epic.progress
  return (
    <>
      <Bar part={total === 0 ? 0 : done / total} />
      <span className="meta">
        {formatCount(done)}/{formatCount(total)} done
      </span>
    </>
  )
}

function EpicEnd({ epic }: { readonly epic: TaskCard }): ReactNode {
  const { openTask, openNewTask } = usePorts()
  const place = epic.project ?? epic.source_repo
  return (
    <>
      <Button
        look="quiet"
        isSmall
        icon={Plus}
        className="lane-act"
        aria-label={`Add to ${epic.title}`}
        onClick={() => openNewTask({ parent: epic.id })}
      />
      <Button
        look="quiet"
        isSmall
        icon={PanelRight}
        className="lane-act"
        aria-label={`Open ${epic.title}`}
        onClick={() => openTask(epic.id)}
      />
      {place === null ? null : <span className="meta proj">{place}</span>}
      <span className={`badge ${epic.priority.toLowerCase()}`}>{epic.priority}</span>
    </>
  )
}

/** What a folded lane holds, by state in the order of the columns. */
function Tally({ lane }: { readonly lane: Lane }): ReactNode {
  const { index } = usePorts()
  const counts = new Map<CardState, number>()
  for (const column of columns) {
    for (const key of lane[column.id]) {
      const state = index.stateOf(key)
      if (state !== null) counts.set(state, (counts.get(state) ?? 0) + 1)
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
