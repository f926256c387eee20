// A task on the board: what it is, where it belongs, how urgent it is, and who works on it.
import { CornerDownRight } from 'lucide-react'
import { memo, type MouseEvent, type ReactNode } from 'react'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { useSelection } from '#platform/web/store/value-store.ts'
import { formatDuration } from '#base/duration.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Dot, StateWord } from '#platform/web/ui/dot.tsx'
import { wordsForState } from '#platform/web/ui/dots.ts'
import type { TaskCard as Card } from '../../contract.ts'
import { tasks, useTask } from '../task-store.ts'
import { openTask, shownTask } from '../task-url.ts'
import { LinkedDots } from './linked-dots.tsx'
import { TaskLink } from './task-link.tsx'
import '#platform/web/ui/card-face.css'
import './task-card.css'

/** Renders again when its task or the story above it changes, and for nothing else. */
export const TaskCard = memo(function TaskCard({ id }: { readonly id: string }): ReactNode {
  const task = useTask(id)
  const isOpen = useSelection(shownTask, (shown) => shown === id)
  if (task === null) return null
  return (
    <article
      className="card card-face task"
      data-s={task.status}
      data-card={`task:${id}`}
      aria-current={isOpen ? 'true' : undefined}
      onClick={(event) => openUnlessBusy(event, id)}
    >
      {task.type === 'task' && task.parent !== null ? <Crumb parent={task.parent} /> : null}
      <h3 className="title">
        <Dot state={task.status} isMute />
        <TaskLink id={id} className="two-lines">
          {task.title}
        </TaskLink>
        <span className="sr">{wordsForState(task.status)}</span>
      </h3>
      <Foot task={task} />
    </article>
  )
})

/** The story above; the epic is the lane's head. */
function Crumb({ parent }: { readonly parent: string }): ReactNode {
  const story = useEntity(tasks, parent)
  if (story === null || story.type === 'epic') return null
  return (
    <p className="crumb">
      <CornerDownRight className="i" aria-hidden />
      <span className="cut">{story.title}</span>
    </p>
  )
}

function Foot({ task }: { readonly task: Card }): ReactNode {
  const { progress } = task
  const place = task.project ?? task.source_repo
  return (
    <div className="foot">
      {place === null ? null : <span className="cut">{place}</span>}
      {task.status === 'blocked' || task.status === 'review' ? (
        <StateWord state={task.status}>
          {' '}
          <RelativeTime since={task.status_since} format={formatDuration} />
        </StateWord>
      ) : null}
      <LinkedDots task={task.id} />
      <span className="push row">
        {progress.total > 0 ? (
          <span className="meta" title={`${progress.done} of ${progress.total} done`}>
            {progress.done}/{progress.total}
          </span>
        ) : null}
        <span className="badge plain">{task.type}</span>
        <span className="badge" data-priority={task.priority}>
          {task.priority}
        </span>
      </span>
    </div>
  )
}

/** The whole card opens the panel; its links and a text that is being selected keep the click to themselves. */
function openUnlessBusy(event: MouseEvent, id: string): void {
  const { target } = event
  if (event.defaultPrevented || event.shiftKey) return
  if (!(target instanceof Element) || target.closest('button, a') !== null) return
  if (getSelection()?.isCollapsed === false) return
  openTask(id)
}
