// What the head of a swimlane shows of its epic: how much is done, and what can be done with it.
import { PanelRight, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '#platform/web/time/format.ts'
import { Bar } from '#platform/web/ui/bar.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { openNewTask } from '../new-task-state.ts'
import { useTask } from '../task-store.ts'
import { openTask } from '../task-url.ts'

type Props = { readonly id: string }

export function LaneProgress({ id }: Props): ReactNode {
  const epic = useTask(id)
  if (epic === null) return null
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

export function LaneEnd({ id }: Props): ReactNode {
  const epic = useTask(id)
  if (epic === null) return null
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
      <span className="badge" data-priority={epic.priority}>
        {epic.priority}
      </span>
    </>
  )
}
