// What the inbox needs from others; app/ connects them.
import type { Cli } from '#platform/server/cli/cli.ts'
import type { SessionCard } from '#rooms/sessions/contract.ts'
import type { TaskCard } from '#rooms/tasks/contract.ts'
import type { Need, TellNeed } from '../contract.ts'

/** Where the needs of the inbox come from, one port for each room that has some. */
export type InboxPorts = {
  /** Null for one that needs nobody, as are all here. */
  readonly needOfSession: (session: SessionCard) => Need | null
  readonly needOfTask: (task: TaskCard) => Need | null
  /** Tells what of the strands needs a person, and from then on each change of it. */
  readonly tellStrandNeeds: (tell: TellNeed) => void
}

/** What the inbox prints and other rooms know. */
export type InboxCliPorts = {
  /** Asks where each session runs, in words by its id; null where that goes without saying. */
  readonly readPlaces: (cli: Cli) => Promise<(sessionId: string) => string | null>
}
