// Looks again and again as long as there is something to see, one look at a time.
import type { Client } from 'pg'
import type { Log } from '#platform/server/log/log.ts'
import { BrokenLink } from '#platform/server/db/postgres/failures.ts'
import type { Link } from '#platform/server/db/postgres/link.ts'

export type LookParts = {
  readonly link: Link
  readonly log: Pick<Log, 'debug'>
  readonly look: (client: Client) => Promise<void>
}

export interface Looks {
  /** Something may have happened since the look that is under way, if one is. Never throws. */
  again(): void
  /** Resolves once no look is under way. */
  ended(): Promise<void>
}

/** Where there is no connection there is nothing to see: whoever makes one asks for the next look. */
export function createLooks({ link, log, look }: LookParts): Looks {
  let isBehind = false
  let looking: Promise<void> | null = null

  async function run(): Promise<void> {
    while (isBehind) {
      isBehind = false
      const client = link.isUp() ? await link.client(0) : null
      if (client === null) return
      try {
        await look(client)
      } catch (error) {
        log.debug({ err: error }, 'what nodes ask each other could not be read')
        if (error instanceof BrokenLink) link.drop(client)
        return
      }
    }
  }

  return {
    again() {
      isBehind = true
      looking ??= run().finally(() => (looking = null))
    },
    async ended() {
      await looking
    },
  }
}
