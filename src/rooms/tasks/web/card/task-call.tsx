// A blocked task, as an entry of the 'needs you' strip.
import { memo, type ReactNode } from 'react'
import { formatShort } from '#platform/web/time/format.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { useTask } from '../task-store.ts'
import { TaskLink } from './task-link.tsx'

export const TaskCall = memo(function TaskCall({ id }: { readonly id: string }): ReactNode {
  const task = useTask(id)
  if (task === null) return null
  return (
    <TaskLink id={id}>
      <Dot state={task.status} />
      <span className="cut">{task.title}</span>
      <span className="meta cut">{['Blocked', task.project].filter((part) => part !== null).join(', ')}</span>
      <RelativeTime since={task.status_since} format={formatShort} />
    </TaskLink>
  )
})
