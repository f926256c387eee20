// What the inbox needs from other rooms; app/web connects them.
import type { ComponentType } from 'react'
import { createPorts } from '#platform/web/ports.ts'

/** Where its subjects are shown, and what can be done to them. */
export type InboxPagePorts = {
  readonly openSession: (id: string) => void
  readonly hrefOfSession: (id: string) => string
  readonly openTask: (id: string) => void
  readonly hrefOfRun: (strandId: string, runId: string) => string
  readonly hrefOfStrand: (strandId: string) => string
  /** The buttons of a session's card. */
  readonly SessionActions: ComponentType<{ readonly id: string }>
  /** The field for an answer; draws nothing for a session that takes none. */
  readonly SessionReply: ComponentType<{ readonly id: string }>
  /** The device that a session runs on; draws nothing where that goes without saying. */
  readonly SessionPlace: ComponentType<{ readonly id: string }>
  /** Leads to that field; draws nothing for a session that takes no text. */
  readonly ReplyButton: ComponentType<{ readonly id: string; readonly onReply: () => void }>
  readonly restartSessions: (ids: readonly string[]) => void
  readonly dismissSessions: (ids: readonly string[]) => void
  readonly retryRun: (runId: string, strandId: string) => void
  readonly runStrand: (strandId: string) => void
}

/** The ports of the inbox, set round the whole page since the count stands in its bars. */
export const [InboxPortsContext, useInboxPorts] = createPorts<InboxPagePorts>('the inbox is')
