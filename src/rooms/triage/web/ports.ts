// What triage needs from tasks; app/web connects them.
import type { ComponentType, ReactNode } from 'react'
import { createPorts } from '#platform/web/ports.ts'
import type { EntityStore } from '#platform/web/store/entity-store.ts'
import type { TaskCard } from '#rooms/tasks/contract.ts'

/** What app/web hands to the pages of triage. */
export type TriagePorts = {
  readonly tasks: EntityStore<TaskCard>
  /** A task's name as a link to its panel. */
  readonly TaskLink: ComponentType<{ readonly id: string; readonly className?: string; readonly children: ReactNode }>
  readonly openTask: (id: string) => void
  readonly openNewTask: () => void
  readonly openLaunch: (start: { readonly taskId: string }) => void
}

/** The ports of triage. */
export const [TriagePortsContext, useTriagePorts] = createPorts<TriagePorts>('triage is')
