// What triage needs from tasks; app/web connects them.
import { createContext, useContext, type ComponentType, type ReactNode } from 'react'
import type { EntityStore } from '#platform/web/store/entity-store.ts'
import type { TaskCard } from '#rooms/tasks/contract.ts'

export type TriagePorts = {
  readonly tasks: EntityStore<TaskCard>
  /** A task's name as a link to its panel. */
  readonly TaskLink: ComponentType<{ readonly id: string; readonly className?: string; readonly children: ReactNode }>
  readonly openTask: (id: string) => void
  readonly openNewTask: () => void
  readonly openLaunch: (start: { readonly taskId: string }) => void
}

export const TriagePortsContext = createContext<TriagePorts | null>(null)

export function useTriagePorts(): TriagePorts {
  const ports = useContext(TriagePortsContext)
  if (ports === null) throw new Error('triage is shown without its ports')
  return ports
}
