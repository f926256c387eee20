// Looks from time to time which of the other services are heard.
import { secondMs, toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { NodesTold, ServiceNode } from '#rooms/nodes/contract.ts'
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
  let ahead: ReadonlyMap<string, number> = new Map()
  let looking: Promise<void> | null = null

  async function look(): Promise<void> {
    const nodes = await told()
    // While PostgreSQL is not there, nobody's silence means anything.
    if (nodes === null || nodes.as_of === null || nodes.problem !== null) return
    since = silentSince(foreign.nodes(), nodes, { before: since, now: toIso(clock.now()) })
    ahead = clocksAhead(nodes.nodes, ahead)
    await foreign.hear(since, ahead)
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

/** Clocks that a time service keeps, and what a slow answer adds, are nearer than this. */
const sameClockMs = 5 * secondMs
/** What was measured anew each few seconds differs by the time of an answer, and no card is to move for that. */
const steadyMs = 2 * secondMs

/** How far the clocks of nodes are ahead of ours, by name; those that are not named agree with it. */
export function clocksAhead(
  nodes: readonly Pick<ServiceNode, 'name' | 'clock_ahead_ms'>[],
  before: ReadonlyMap<string, number>,
): Map<string, number> {
  const ahead = new Map<string, number>()
  for (const { name, clock_ahead_ms: ms } of nodes) {
    const known = before.get(name)
    if (known !== undefined && Math.abs(known - ms) < steadyMs) ahead.set(name, known)
    else if (Math.abs(ms) >= sameClockMs) ahead.set(name, ms)
  }
  return ahead
}
