// What sessions need from tasks and approvals; app/web connects them.
import type { ComponentType, ReactNode } from 'react'
import { createPorts } from '#platform/web/ports.ts'
import type { Grouping } from '#platform/web/store/grouping.ts'
import type { TaskCard } from '#rooms/tasks/contract.ts'

/** Tasks as sessions show them. */
export type SessionPorts = {
  /** The tasks that a text finds, the best first. */
  readonly findTasks: (search: { readonly query: string; readonly most: number }) => readonly TaskCard[]
  readonly taskOf: (id: string) => TaskCard | null
  /** Hears when the task begins to look different, until the returned function is called. */
  readonly onTask: (id: string, listener: () => void) => () => void
  /** A link to a task's panel. */
  readonly TaskLink: ComponentType<{ readonly id: string; readonly children: ReactNode }>
  /** What waits for an answer of a person, by the session that asks. */
  readonly asks: Grouping
  /** What a session asks, with its answers; `children` where nothing waits for one. */
  readonly Asks: ComponentType<{
    readonly session: string
    readonly place: 'card' | 'panel'
    readonly children: ReactNode
  }>
  /** The address of a session's replay; null where there are none. */
  readonly hrefOfReplay: ((id: string) => string) | null
}

/** The ports of sessions. */
export const [SessionPortsContext, useSessionPorts] = createPorts<SessionPorts>('sessions are')
