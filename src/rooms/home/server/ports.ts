// What Home needs from others; app/ connects them.
import type { Cli } from '#platform/server/cli/cli.ts'
import type { BringBlock, BringStep, HomeCounts, HomeLook } from '../contract.ts'

/** All that Home shows comes from other rooms: it names none of them. */
export type HomePorts = {
  /** In the order in which to read them. */
  readonly blocks: readonly BringBlock[]
  /** In the order in which to take them. */
  readonly steps: readonly BringStep[]
  readonly counts: () => HomeCounts
  /** Looks at the machine, which may take seconds. */
  readonly look: () => Promise<readonly HomeLook[]>
}

/** What Home prints and other rooms know. */
export type HomeCliPorts = {
  /** Asks where each session runs, in words by its id; null where that goes without saying. */
  readonly readPlaces: (cli: Cli) => Promise<(sessionId: string) => string | null>
}
