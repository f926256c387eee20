// What tasks need from sessions; app/web connects them.
import { createContext, useContext } from 'react'
import type { EntityStore } from '#platform/web/store/entity-store.ts'
import type { Grouping } from '#platform/web/store/grouping.ts'
import type { ValueStore } from '#platform/web/store/value-store.ts'
import type { SessionCard } from '#rooms/sessions/contract.ts'

/** What the launch form is to begin with. */
export type LaunchWish = {
  readonly prompt?: string
  readonly taskId?: string
  readonly label?: string
  readonly dependsOn?: readonly string[]
}

/** What app/web hands to the pages of tasks. */
export type TaskPorts = {
  /** Whether the tasks were told once: before that, absence means nothing. */
  readonly isLoaded: ValueStore<boolean>
  readonly sessions: EntityStore<SessionCard>
  /** Sessions by the task that they work on. */
  readonly links: Grouping
  readonly titleOfSession: (session: SessionCard) => string
  readonly hrefOfSession: (id: string) => string
  readonly openSession: (id: string) => void
  readonly openLaunch: (start: LaunchWish) => void
  /** Opens the panel that says why the task is in its lane. */
  readonly openWhy: (task: string) => void
}

/** Carries the ports to every component of the room. */
export const TaskPortsContext = createContext<TaskPorts | null>(null)

/** Throws outside the ports' provider. */
export function useTaskPorts(): TaskPorts {
  const ports = useContext(TaskPortsContext)
  if (ports === null) throw new Error('tasks are shown without their ports')
  return ports
}
