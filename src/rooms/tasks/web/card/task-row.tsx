// A task as a row of a list.
import { memo, type ReactNode } from 'react'
import { formatDuration } from '#base/duration.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { wordsForState } from '#platform/web/ui/dots.ts'
import { useTask } from '../task-store.ts'
import { TaskLink } from './task-link.tsx'

export const TaskRow = memo(function TaskRow({ id }: { readonly id: string }): ReactNode {
  const task = useTask(id)
  if (task === null) return null
  return (
    <li>
      <Dot state={task.status} isMute />
      <TaskLink id={id} className="cut">
        {task.title}
      </TaskLink>
      <span className="meta cut">
        {wordsForState(task.status)} <RelativeTime since={task.status_since} format={formatDuration} />
        {task.project === null ? null : `, ${task.project}`}
      </span>
      <span className="end">
        <span className="badge" data-priority={task.priority}>
          {task.priority}
        </span>
      </span>
    </li>
  )
})
