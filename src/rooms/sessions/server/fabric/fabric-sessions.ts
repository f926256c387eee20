// What the devices room asks of sessions: to make one, to tell of its runs, to list and to cancel.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { PageOfSessions, DeviceNews, Session, SessionView } from '../../contract.ts'
import type { ByWhom } from '../../core/record.ts'
import { isTerminal } from '../../core/machine.ts'
import { listPage, readListCursor } from '../../core/list/list.ts'
import { isListed, type ListedWhere } from '../../core/list/place.ts'
import { badCursor } from '#platform/server/http/pages.ts'
import { unknownSession } from '../change/refusals.ts'
import type { SessionsContext } from '../context.ts'
import { stop } from '../end/stop.ts'
import type { LastLines } from '../output/last-lines.ts'
import { viewOf } from '../output/session-view.ts'
import type { Alongside } from '#platform/server/db/alongside.ts'
import type { DeviceOutput } from './device-output.ts'
import { shownSessions } from '../nodes/shown.ts'
import { nodesOfDevices, type NodesOfDevices } from '../nodes/devices-there.ts'
import { createElsewhere, type FabricCreation } from './create.ts'
import { adoptRun, tellOfRun, type Adoption, type TellRun } from './tell.ts'

export interface FabricSessions {
  /** Refuses `invalid_request` and what no device will do for; then there is no session. Rejects with `StorageError`. */
  create(creation: FabricCreation): Promise<Result<Session, Refusal>>
  /** False for what is not the present run of a session on the board; then nothing was written. Rejects with `StorageError`. */
  tell(run: TellRun, told: { readonly news: DeviceNews; readonly alongside: Alongside }): Promise<boolean>
  /** Makes a session of a run that nobody here knows. Rejects with `StorageError`. */
  adopt(adoption: Adoption): Promise<void>
  /** Where their output is kept. */
  readonly output: DeviceOutput
  find(id: string): Session | null
  /** The other services that share the database, as far as devices go; null where there are none. */
  readonly nodes: NodesOfDevices | null
  /** Whether the id is free: no session has it, and none had it that is still kept. */
  isFree(id: string): Promise<boolean>
  /** Of all nodes. */
  list(query: FabricListing): Promise<Result<PageOfSessions, Refusal>>
  read(id: string): Promise<Result<SessionView, Refusal>>
  /** As the board stops it; what ended already is answered as it is. */
  cancel(id: string, who: ByWhom): Promise<Result<Session, Refusal>>
}

export type FabricListing = ListedWhere & { readonly limit: number | null; readonly cursor: string | null }

export type FabricParts = {
  readonly context: SessionsContext
  readonly lines: Pick<LastLines, 'refresh' | 'of'>
  readonly output: DeviceOutput
}

export function fabricSessions({ context, lines, output }: FabricParts): FabricSessions {
  const find = (id: string): Session | null => context.registry.get(id)?.session ?? null
  return {
    create: (creation) => createElsewhere(context, creation),
    tell: (run, told) => tellOfRun(context, run, told),
    adopt: (adoption) => adoptRun(context, adoption),
    output,
    find,
    nodes: nodesOfDevices(context),
    isFree: async (id) => find(id) === null && context.foreign.get(id) === null && !(await context.past.ids()).has(id),
    async list({ limit, cursor, ...where }) {
      const after = cursor === null ? null : readListCursor(cursor)
      if (after === undefined) return err(badCursor)
      await lines.refresh()
      const wanted = shownSessions(context).filter((session) => isListed(session, where))
      const { sessions, next_cursor } = listPage(wanted, { limit, after })
      return ok({ sessions: sessions.map((session) => viewOf({ context, lines }, session)), next_cursor })
    },
    async read(id) {
      await lines.refresh()
      const session = find(id)
      return session === null ? err(unknownSession(id)) : ok(viewOf({ context, lines }, session))
    },
    async cancel(id, who) {
      const session = find(id)
      if (session !== null && isTerminal(session.state) && session.stopping === null) return ok(session)
      const stopped = await stop(context, id, { force: false, who })
      return stopped.ok ? ok(stopped.value.session) : stopped
    },
  }
}
