// A task that is done, as a line at the foot of Review, with the way back.
import { Undo2 } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { lazyAct } from '#platform/web/lazy/lazy-act.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { useTask } from '../task-store.ts'
import { TaskLink } from './task-link.tsx'

const changeTask = lazyAct(
  () => import('../actions.ts'),
  ({ changeTask }) => changeTask,
)

export const DoneRow = memo(function DoneRow({ id }: { readonly id: string }): ReactNode {
  const task = useTask(id)
  if (task === null || task.done_at === null) return null
  return (
    <li>
      <Dot state={task.status} />
      <TaskLink id={id} className="cut">
        {task.title}
      </TaskLink>
      <RelativeTime since={task.done_at} className="meta push" />
      <Button
        isSmall
        look="quiet"
        icon={Undo2}
        title="Open it again"
        aria-label={`Open again: ${task.title}`}
        onClick={() => void changeTask(task, { status: 'review' }, 'Not opened again')}
      />
    </li>
  )
})
