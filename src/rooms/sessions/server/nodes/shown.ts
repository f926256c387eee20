// All sessions that are shown: those of this service, and those of others on the same PostgreSQL.
import { err, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Session } from '../../contract.ts'
import type { SessionsContext } from '../context.ts'

type Shown = Pick<SessionsContext, 'registry' | 'foreign'>

export function shownSession({ registry, foreign }: Shown, id: string): Session | null {
  return registry.get(id)?.session ?? foreign.get(id)
}

export function shownSessions({ registry, foreign }: Shown): Session[] {
  const own = registry.all().map(({ session }) => session)
  return [...own, ...foreign.all()]
}

export function countShown({ registry, foreign }: Shown): number {
  return registry.size + foreign.size()
}

/** The other service that alone may act on a session, on the board or past; null for one of ours, and for an unknown one. */
export async function nodeThere(
  { registry, foreign, past, events }: Pick<SessionsContext, 'registry' | 'foreign' | 'past' | 'events'>,
  id: string,
): Promise<string | null> {
  if (events.node === null || registry.get(id) !== null) return null
  const node = foreign.nodeOf(id) ?? (await past.find(id))?.node ?? null
  return node === events.node ? null : node
}

/** Acts on a session of ours alone; refuses with `node_offline` what is for another service to do. */
export async function ifOurs<T>(
  context: Pick<SessionsContext, 'registry' | 'foreign' | 'past' | 'events'>,
  id: string,
  act: () => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> {
  const node = await nodeThere(context, id)
  return node === null ? act() : err(elsewhere(node, context.foreign.get(id)?.node?.unreachable_since ?? null))
}

function elsewhere(node: string, since: string | null): Refusal {
  return {
    error: 'node_offline',
    reason:
      since === null
        ? `The session belongs to the node ${node}, and what is asked has to be asked there.`
        : `The session belongs to the node ${node}, which is unreachable since ${since}.`,
    hint:
      since === null
        ? `Open the page of ${node}; where it is: orrery system`
        : `Start the service of ${node} anew; what it says: orrery system`,
  }
}
