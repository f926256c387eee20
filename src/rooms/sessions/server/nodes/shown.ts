// All sessions that are shown: those of this service, and those of others on the same PostgreSQL.
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
