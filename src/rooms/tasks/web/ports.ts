// What tasks need from sessions; app/web connects them.
import { createContext, useContext } from 'react'
import type { EntityStore } from '#platform/web/store/entity-store.ts'
import type { Grouping } from '#platform/web/store/grouping.ts'
import type { SessionCard } from '#rooms/sessions/contract.ts'

export type LaunchStart = {
  readonly prompt?: string
  readonly taskId?: string
  readonly label?: string
  readonly dependsOn?: readonly string[]
}

export type TaskPorts = {
  readonly sessions: EntityStore<SessionCard>
  /** Sessions by the task that they work on. */
  readonly links: Grouping
  readonly titleOfSession: (session: SessionCard) => string
  readonly hrefOfSession: (id: string) => string
  readonly openSession: (id: string) => void
  readonly openLaunch: (start: LaunchStart) => void
  /** Opens the panel that says why the task is in its lane. */
  readonly openWhy: (task: string) => void
}

export const TaskPortsContext = createContext<TaskPorts | null>(null)

export function useTaskPorts(): TaskPorts {
  const ports = useContext(TaskPortsContext)
  if (ports === null) throw new Error('tasks are shown without their ports')
  return ports
}
