// What approvals need from sessions; app/web connects them.
import type { ComponentType } from 'react'
import { createPorts } from '#platform/web/ports.ts'
import type { EntityStore } from '#platform/web/store/entity-store.ts'
import type { SessionCard } from '#rooms/sessions/contract.ts'

/** Who asks, as the page of an approval shows it. */
export type ApprovalPorts = {
  readonly sessions: EntityStore<SessionCard>
  readonly openSession: (id: string) => void
  readonly hrefOfSession: (id: string) => string
  /** The device that a session runs on; draws nothing where that goes without saying. */
  readonly SessionPlace: ComponentType<{ readonly id: string }>
}

/** The ports of approvals. */
export const [ApprovalPortsContext, useApprovalPorts] = createPorts<ApprovalPorts>('approvals are')
