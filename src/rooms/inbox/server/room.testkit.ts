// For tests: the inbox over a real database in a temporary home, with sessions and tasks that a test tells of by hand.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LiveChange } from '#platform/live-kind.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { mountRoom } from '#platform/server/house/house.ts'
import { startTestServer } from '#platform/server/http/testing/test-server.ts'
import { createKinds, type Publish } from '#platform/server/live/kinds.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { liveApprovals } from '#rooms/approvals/api.ts'
import type { ApprovalCard } from '#rooms/approvals/contract.ts'
import { liveSessions } from '#rooms/sessions/api.ts'
import type { SessionCard } from '#rooms/sessions/contract.ts'
import { liveTasks } from '#rooms/tasks/api.ts'
import type { TaskCard } from '#rooms/tasks/contract.ts'
import { ManualTime } from '../../../testing/manual-time.testkit.ts'
import { sampleItem } from '../core/sample-item.testkit.ts'
import type { InboxAnswer, InboxItem, MarkAnswer, MarkRequest, Need, TellNeed } from '../contract.ts'
import { openInboxRoom } from './index.ts'

/** The need that a sample stands for: failed sessions, and blocked tasks. */
export function sampleNeed(fields: Partial<Need> = {}): Need {
  const { id: _id, mark: _mark, asks_until: _until, ...need } = sampleItem({ id: 'session:s', ...fields })
  return need
}

/** `home`: one to open again. `sessions` and `tasks` are there at the start. */
export async function openRoom(
  given: {
    readonly home?: string
    readonly time?: ManualTime
    readonly sessions?: readonly SessionCard[]
    readonly tasks?: readonly TaskCard[]
    readonly needOfSession?: (session: SessionCard) => Need | null
    readonly needOfTask?: (task: TaskCard) => Need | null
  } = {},
) {
  const home = given.home ?? (await mkdtemp(join(tmpdir(), 'orrery-inbox-')))
  const time = given.time ?? new ManualTime('2026-11-20T10:00:00.000Z')
  const database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  const told: LiveChange<InboxItem>[] = []
  const kinds = createKinds({
    path: '/ws/state',
    publish(changes) {
      for (const change of changes)
        if ('op' in change && change.kind === 'inbox') told.push(change as LiveChange<InboxItem>)
    },
  })
  const sessions: Publish<SessionCard> = kinds.offer(liveSessions, { all: () => given.sessions ?? [] }).publish
  const tasks: Publish<TaskCard> = kinds.offer(liveTasks, { all: () => given.tasks ?? [] }).publish
  const approvals: Publish<ApprovalCard> = kinds.offer(liveApprovals, {}).publish
  let tellStrand: TellNeed = () => {}
  const live = { ...kinds, viewers: () => 0, watchers: () => 0 }
  const inbox = await openInboxRoom(
    { database, live, clock: time, timers: time, log: silentLog },
    {
      needOfSession: given.needOfSession ?? (() => null),
      needOfTask: given.needOfTask ?? (() => null),
      tellStrandNeeds: (tell) => (tellStrand = tell),
    },
  )
  const server = await startTestServer({ mount: (http) => mountRoom(http, inbox) })
  const ask = async (path: string, body?: unknown) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(`${server.url}${path}`, body === undefined ? {} : init)
    const answer: unknown = await response.json()
    return { status: response.status, body: answer }
  }
  return {
    home,
    time,
    /** What viewers heard of the inbox. */
    told,
    sessions,
    tasks,
    approvals,
    tell: (id: string, need: Need | null) => tellStrand(id, need),
    ask,
    read: async (query = '') => (await ask(`/api/inbox${query}`)).body as InboxAnswer,
    mark: async (request: MarkRequest) => {
      const { status, body } = await ask('/api/inbox/marks', request)
      return { status, body: body as MarkAnswer & { readonly error: string; readonly reason: string } }
    },
    /** Ends the room and keeps its home. */
    async close() {
      await server.stop()
      await inbox[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
    async remove() {
      await this.close()
      await rm(home, { recursive: true })
    },
  }
}
