// What tasks need from sessions; app/web connects them.
import { createPorts } from '#platform/web/ports.ts'
import type { EntityStore } from '#platform/web/store/entity-store.ts'
import type { Grouping } from '#platform/web/store/grouping.ts'
import type { ValueStore } from '#platform/web/store/value-store.ts'
import type { SessionCard } from '#rooms/sessions/contract.ts'
import type { LaunchStart } from '#rooms/sessions/web/contract.ts'

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
  readonly openLaunch: (start: LaunchStart) => void
  /** Opens the panel that says why the task is in its lane. */
  readonly openWhy: (task: string) => void
}

/** The ports of tasks. */
export const [TaskPortsContext, useTaskPorts] = createPorts<TaskPorts>('tasks are')
