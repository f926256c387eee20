// What built-in strands need from the service that they are part of.
import type { Clock } from '#platform/server/clock.ts'
import type { Config } from '#platform/server/config/config.ts'
import type { Environment } from '#platform/server/config/environment.ts'

export type StrandNeeds = {
  readonly home: string
  /** HOME of the person. */
  readonly userHome: string
  readonly store: Config['store']
  /** Deletes the rows of nodes that were silent for a day, and answers how many; null without PostgreSQL. */
  readonly forgetGone: (() => Promise<number>) | null
  /** Environment of the programs that they start. */
  readonly env: Environment
  readonly clock: Clock
}
