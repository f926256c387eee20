// What sessions need from tasks; app/web connects them.
import { createContext, useContext, type ComponentType, type ReactNode } from 'react'
import type { TaskCard } from '#rooms/tasks/contract.ts'

export type SessionPorts = {
  /** The tasks that a text finds, the best first. */
  readonly findTasks: (search: { readonly query: string; readonly most: number }) => readonly TaskCard[]
  readonly taskOf: (id: string) => TaskCard | null
  /** Hears when the task begins to look different, until the returned function is called. */
  readonly onTask: (id: string, listener: () => void) => () => void
  /** A link to a task's panel. */
  readonly TaskLink: ComponentType<{ readonly id: string; readonly children: ReactNode }>
}

export const SessionPortsContext = createContext<SessionPorts | null>(null)

export function useSessionPorts(): SessionPorts {
  const ports = useContext(SessionPortsContext)
  if (ports === null) throw new Error('sessions are shown without their ports')
  return ports
}
