// Everything about one task, in a panel beside the board.
import { Plus } from 'lucide-react'
import { Fragment, useCallback, useState, type KeyboardEvent, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { closePanel } from '#platform/web/shell/panel-url.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { CopyButton } from '#platform/web/ui/copy-button.tsx'
import { Drawer } from '#platform/web/ui/drawer.tsx'
import { Dot, StateWord } from '#platform/web/ui/dot.tsx'
import { Empty } from '#platform/web/ui/empty.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { readTask } from '../../api.ts'
import type { TaskCard } from '../../contract.ts'
import { changeTask } from '../actions.ts'
import { TaskLink } from '../card/task-link.tsx'
import { useTaskPorts } from '../ports.ts'
import { useTask } from '../task-store.ts'
import { ChainView } from './chain-view.tsx'
import { Children } from './children.tsx'
import { Description } from './description.tsx'
import { LinkedSessions } from './linked-sessions.tsx'
import { TaskFacts } from './task-facts.tsx'
import { TaskHistory } from './task-history.tsx'
import { TaskMore } from './task-more.tsx'
import './task-drawer.css'

type Props = { readonly id: string; readonly isLoaded: boolean }

export function TaskDrawer({ id, isLoaded }: Props): ReactNode {
  const task = useTask(id)
  if (task !== null) return <OpenDrawer task={task} />
  return (
    <Drawer name="Task" head={<span className="id push-end">{id}</span>} onClose={closePanel}>
      {isLoaded ? (
        <Empty title="This task is gone">It was deleted, or it never stood on this board.</Empty>
      ) : (
        <Skeleton lines={5} />
      )}
    </Drawer>
  )
}

function OpenDrawer({ task }: { readonly task: TaskCard }): ReactNode {
  const { openLaunch } = useTaskPorts()
  const load = useCallback(() => call(readTask, { params: { id: task.id } }), [task.id])
  // Asked again with each change, which may be one of the description.
  const [query, reload] = useQuery(load, task.updated_at)
  const text = query.kind === 'ready' && query.value.task.id === task.id ? query.value.task.description : null
  const launch = () => {
    const prompt = [task.title, text ?? ''].filter((part) => part.trim() !== '').join('\n\n')
    openLaunch({ taskId: task.id, label: task.title, prompt })
  }
  return (
    <Drawer
      name={`Task ${task.title}`}
      onClose={closePanel}
      head={<Head task={task} />}
      foot={
        <>
          <Button look="primary" icon={Plus} label="Launch agent on this" onClick={launch} />
          <TaskMore task={task} />
        </>
      }
    >
      <Fragment key={task.id}>
        <Title task={task} />
        <Standing task={task} />
        {query.kind === 'refused' ? <ProblemView problem={query.problem} onRetry={reload} /> : null}
        {text === null && query.kind !== 'refused' ? <Skeleton lines={3} /> : null}
        {text === null ? null : <Description task={task} text={text} onSaved={reload} />}
        <Children task={task} />
        <LinkedSessions task={task} />
        <ChainView task={task.id} />
        <TaskFacts task={task} />
        <TaskHistory task={task} />
      </Fragment>
    </Drawer>
  )
}

function Head({ task }: { readonly task: TaskCard }): ReactNode {
  return (
    <>
      <span className="badge">{task.type}</span>
      <span className="id cut" title={task.id}>
        {task.id}
      </span>
      <CopyButton text={task.id} name="task id" />
      <span className="push" />
    </>
  )
}

/** The title is a field that looks like a title until it is touched. */
function Title({ task }: { readonly task: TaskCard }): ReactNode {
  const [draft, setDraft] = useState<string | null>(null)
  const save = () => {
    const title = draft?.trim() ?? ''
    setDraft(null)
    if (title !== '' && title !== task.title) void changeTask(task, { title }, 'Not renamed')
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      event.currentTarget.blur()
    } else if (event.key === 'Escape' && draft !== null) {
      event.stopPropagation()
      setDraft(null)
    }
  }
  return (
    <h2 className="detail-title">
      <textarea
        className="title-field"
        rows={1}
        aria-label="Title"
        value={draft ?? task.title}
        onChange={(event) => setDraft(event.target.value.replaceAll('\n', ' '))}
        onKeyDown={onKeyDown}
        onBlur={save}
      />
    </h2>
  )
}

function Standing({ task }: { readonly task: TaskCard }): ReactNode {
  const { openWhy } = useTaskPorts()
  const above = useTask(task.parent ?? '')
  return (
    <div className="detail-meta">
      <Dot state={task.status} isMute />
      <StateWord state={task.status} />
      <span className="badge" data-priority={task.priority}>
        {task.priority}
      </span>
      {task.current_lane === null ? null : (
        <button type="button" className="badge" title="Why here?" onClick={() => openWhy(task.id)}>
          {task.current_lane.toUpperCase()}
          <span className="sr">, why here?</span>
        </button>
      )}
      {above === null ? null : (
        <span className="meta cut">
          in <TaskLink id={above.id}>{above.title}</TaskLink>
        </span>
      )}
    </div>
  )
}
