// Looks from time to time which of the other services are heard.
import { secondMs, toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { NodesTold } from '#rooms/nodes/contract.ts'
import type { ForeignSessions } from './foreign-sessions.ts'

/** As the nodes room tells; null where this service is alone. Never rejects. */
export type TellNodes = () => Promise<NodesTold | null>

export type NodeWatchParts = {
  readonly told: TellNodes
  readonly foreign: Pick<ForeignSessions, 'hear' | 'nodes'>
  readonly timers: Pick<Timers, 'every'>
  readonly clock: Clock
}

const lookMs = 5 * secondMs

/** Begins at once; disposing waits for the look that is under way. */
export function watchNodes({ told, foreign, timers, clock }: NodeWatchParts): AsyncDisposable {
  let since: ReadonlyMap<string, string> = new Map()
  let looking: Promise<void> | null = null

  async function look(): Promise<void> {
    const nodes = await told()
    // While PostgreSQL is not there, nobody's silence means anything.
    if (nodes === null || nodes.as_of === null || nodes.problem !== null) return
    since = silentSince(foreign.nodes(), nodes, { before: since, now: toIso(clock.now()) })
    await foreign.hear(since)
  }

  const begin = (): void => void (looking ??= look().finally(() => (looking = null)))
  begin()
  const stop = timers.every(lookMs, begin)
  return {
    async [Symbol.asyncDispose]() {
      stop()
      await looking
    },
  }
}

type Moments = { readonly before: ReadonlyMap<string, string>; readonly now: string }

/** The moment stays what it was: ages that are counted anew each time differ by a millisecond. */
export function silentSince(
  names: readonly (string | null)[],
  { here, nodes }: Pick<NodesTold, 'here' | 'nodes'>,
  { before, now }: Moments,
): Map<string, string> {
  const since = new Map<string, string>()
  for (const name of names) {
    if (name === null || name === here) continue
    const node = nodes.find((each) => each.name === name)
    if (node?.standing === 'live') continue
    since.set(name, before.get(name) ?? node?.stopped_at ?? node?.last_heartbeat ?? now)
  }
  return since
}
