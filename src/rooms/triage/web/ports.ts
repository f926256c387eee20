// What triage needs from tasks; app/web connects them.
import { createContext, useContext, type ComponentType, type ReactNode } from 'react'
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

/** Carries the ports to every component of the room. */
export const TriagePortsContext = createContext<TriagePorts | null>(null)

/** Throws outside the ports' provider. */
export function useTriagePorts(): TriagePorts {
  const ports = useContext(TriagePortsContext)
  if (ports === null) throw new Error('triage is shown without its ports')
  return ports
}
