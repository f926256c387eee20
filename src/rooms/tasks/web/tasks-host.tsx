// What tasks draw over every page: the panel of the address and the dialog for a new one, each loaded when first opened.
import { ListPlus } from 'lucide-react'
import { useLayoutEffect, type ReactNode } from 'react'
import { lazyOverlay } from '#platform/web/lazy/lazy-part.tsx'
import { useCommands, type Command } from '#platform/web/commands/registry.ts'
import { usePanel } from '#platform/web/shell/panel-url.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { newTaskStart, openNewTask } from './new-task-state.ts'
import { useTaskPorts } from './ports.ts'
import { shownTask } from './task-url.ts'

const TaskDrawer = lazyOverlay(() => import('./detail/task-drawer.tsx').then(({ TaskDrawer }) => TaskDrawer))
const NewTaskDialog = lazyOverlay(() => import('./new/new-task-dialog.tsx').then(({ NewTaskDialog }) => NewTaskDialog))

export function TasksHost(): ReactNode {
  const isLoaded = useValue(useTaskPorts().isLoaded)
  useCommands(commands, 'everywhere')
  const openId = usePanel('task')
  useLayoutEffect(() => shownTask.set(openId), [openId])
  const start = useValue(newTaskStart)
  return (
    <>
      {openId === null ? null : <TaskDrawer id={openId} isLoaded={isLoaded} />}
      {start === null ? null : <NewTaskDialog start={start} />}
    </>
  )
}

const commands: readonly Command[] = [
  { id: 'task.new', title: 'New task', group: 'Board', keys: 't', icon: ListPlus, run: () => openNewTask() },
]
