// What stands right below a task, with how much of it is done.
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { Bar } from '#platform/web/ui/bar.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import type { TaskCard } from '../../contract.ts'
import { TaskLink } from '../card/task-link.tsx'
import { openNewTask } from '../new-task-state.ts'
import { tasks } from '../task-store.ts'

/** Longer lists are read on the board. */
const mostShown = 60

export function Children({ task }: { readonly task: TaskCard }): ReactNode {
  if (task.type === 'task') return null
  const { done, total } = task.progress
  const more = task.children.length - mostShown
  return (
    <section>
      <h3>
        Children{' '}
        <span className="meta">
          {done}/{total} done
        </span>
        {total === 0 ? null : <Bar part={done / total} className="push" />}
        <Button
          look="quiet"
          isSmall
          icon={Plus}
          className={total === 0 ? 'push' : ''}
          aria-label="Add a task below"
          onClick={() => openNewTask({ parent: task.id })}
        />
      </h3>
      <ul className="list">
        {task.children.slice(0, mostShown).map((id) => (
          <Child key={id} id={id} />
        ))}
      </ul>
      {more > 0 ? <p className="meta">and {more} more</p> : null}
    </section>
  )
}

function Child({ id }: { readonly id: string }): ReactNode {
  const child = useEntity(tasks, id)
  if (child === null) return null
  return (
    <li>
      <Dot state={child.status} />
      <TaskLink id={id} className={child.status === 'done' ? 'cut soft' : 'cut'}>
        {child.title}
      </TaskLink>
      <span className="push meta">
        {child.progress.total > 0 ? `${child.progress.done}/${child.progress.total}` : child.type}
      </span>
    </li>
  )
}
