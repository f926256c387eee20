// What tasks draw over every page: the panel of the address and the dialog for a new one, each loaded when first opened.
import { ListPlus } from 'lucide-react'
import { lazy, useLayoutEffect, type ReactNode } from 'react'
import { useCommands, type Command } from '#platform/web/commands/registry.ts'
import { usePanel } from '#platform/web/shell/panel-url.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { LazyHost } from '#platform/web/ui/lazy-host.tsx'
import { newTaskStart, openNewTask } from './new-task-state.ts'
import { useTaskPorts } from './ports.ts'
import { shownTask } from './task-url.ts'

const TaskDrawer = lazy(() => import('./detail/task-drawer.tsx').then(({ TaskDrawer }) => ({ default: TaskDrawer })))
const NewTaskDialog = lazy(() =>
  import('./new/new-task-dialog.tsx').then(({ NewTaskDialog }) => ({ default: NewTaskDialog })),
)

export function TasksHost(): ReactNode {
  const isLoaded = useValue(useTaskPorts().isLoaded)
  useCommands(commands)
  const openId = usePanel('task')
  useLayoutEffect(() => shownTask.set(openId), [openId])
  const start = useValue(newTaskStart)
  return (
    <>
      <LazyHost>{openId === null ? null : <TaskDrawer id={openId} isLoaded={isLoaded} />}</LazyHost>
      <LazyHost>{start === null ? null : <NewTaskDialog start={start} />}</LazyHost>
    </>
  )
}

const commands: readonly Command[] = [
  { id: 'task.new', title: 'New task', group: 'Board', keys: 't', icon: ListPlus, run: () => openNewTask() },
]
