// What the terminal page needs from the sessions room; app/ connects them.
import { createContext, type ComponentType } from 'react'
import type { EntityStore } from '#platform/web/store/entity-store.ts'
import type { ValueStore } from '#platform/web/store/value-store.ts'
import type { SessionCard } from '#rooms/sessions/contract.ts'

export type TerminalPorts = {
  readonly sessions: EntityStore<SessionCard>
  /** Whether the sessions were told once: before that, absence means nothing. */
  readonly isLoaded: ValueStore<boolean>
  readonly titleOf: (session: SessionCard) => string
  /** The address of a session's panel on the board. */
  readonly hrefOfSession: (id: string) => string
  /** Opens what a person needs to go on elsewhere: commands and a QR code. */
  readonly TransferButton: ComponentType<{ readonly session: SessionCard }>
  readonly Action: ComponentType<{ readonly action: 'restart' | 'resume' | 'stop'; readonly session: SessionCard }>
}

export const TerminalPortsContext = createContext<TerminalPorts | null>(null)
