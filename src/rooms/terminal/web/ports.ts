// What the terminal page needs from the sessions room; app/ connects them.
import type { ComponentType } from 'react'
import { createPorts } from '#platform/web/ports.ts'
import type { EntityStore } from '#platform/web/store/entity-store.ts'
import type { ValueStore } from '#platform/web/store/value-store.ts'
import type { SessionCard } from '#rooms/sessions/contract.ts'

/** Sessions as the terminal page shows them. */
export type TerminalPorts = {
  readonly sessions: EntityStore<SessionCard>
  /** Whether the sessions were told once: before that, absence means nothing. */
  readonly isLoaded: ValueStore<boolean>
  readonly titleOf: (session: SessionCard) => string
  /** The address of a session's panel on the board. */
  readonly hrefOfSession: (id: string) => string
  /** Opens what a person needs to go on elsewhere: commands and a QR code. */
  readonly TransferButton: ComponentType<{ readonly session: SessionCard }>
  /** The left one of two panes, what a session did; null where there is none. */
  readonly Derived: ComponentType<{ readonly sessionId: string }> | null
  /** The address of a session's replay; null where there are none. */
  readonly hrefOfReplay: ((id: string) => string) | null
  readonly Action: ComponentType<{ readonly action: 'restart' | 'resume' | 'stop'; readonly session: SessionCard }>
}

/** The ports of the terminal page. */
export const [TerminalPortsContext, useTerminalPorts] = createPorts<TerminalPorts>('the terminal is')
