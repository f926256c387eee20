// What the pages of streams need of other rooms; app/web connects them.
import { createPorts } from '#platform/web/ports.ts'
import type { EntityStore } from '#platform/web/store/entity-store.ts'
import type { ValueStore } from '#platform/web/store/value-store.ts'
import type { SessionCard } from '#rooms/sessions/contract.ts'
import type { OpenRecordedScreen } from '#rooms/terminal/web/contract.ts'

/** Sessions, and the emulator that draws what they wrote. */
export type StreamPagePorts = {
  readonly sessions: EntityStore<SessionCard>
  /** Whether the sessions were told once: before that, absence means nothing. */
  readonly isLoaded: ValueStore<boolean>
  readonly titleOf: (session: Pick<SessionCard, 'label' | 'tmux_session' | 'prompt'>) => string
  readonly hrefOfSession: (id: string) => string
  /** Fetched when a replay opens: the emulator is larger than the rest of the page. */
  readonly loadScreen: () => Promise<OpenRecordedScreen>
}

/** The ports of the pages of streams. */
export const [StreamsPortsContext, useStreamsPorts] = createPorts<StreamPagePorts>('a replay is')
