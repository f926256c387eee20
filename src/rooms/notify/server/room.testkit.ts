// For tests: the room over a real database in a temporary home, with time moved by hand, rooms that a test plays, and a real
// endpoint that decrypts what is sent.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ok } from '#base/result.ts'
import type { LiveChange } from '#platform/live-kind.ts'
import { openDatabase, type Database } from '#platform/server/db/open-database.ts'
import { mountRoom } from '#platform/server/house/house.ts'
import { startTestServer, testToken } from '#platform/server/http/testing/test-server.ts'
import { createKinds } from '#platform/server/live/kinds.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { liveApprovals } from '#rooms/approvals/api.ts'
import type { ApprovalCard } from '#rooms/approvals/contract.ts'
import { liveDevices } from '#rooms/devices/api.ts'
import { liveInbox } from '#rooms/inbox/api.ts'
import type { InboxItem } from '#rooms/inbox/contract.ts'
import { ManualTime } from '../../../testing/manual-time.testkit.ts'
import { sampleConfig } from '../../../testing/sample-config.testkit.ts'
import { startPushEndpoint } from '../../../testing/push-endpoint.testkit.ts'
import type { Delivery, ShownNotification, Subscription } from '../contract.ts'
import { openNotifyRoom } from './index.ts'

export const startAt = '2026-11-20T10:00:00.000Z'

/** A session that waits, since a moment ago. */
export function itemOf(id: string, fields: Partial<InboxItem> = {}): InboxItem {
  return {
    id: `session:${id}`,
    kind: 'needs_you',
    subject: { type: 'session', id },
    moment: startAt,
    since: startAt,
    title: `Agent ${id}`,
    text: 'Shall I push the secret branch?',
    cause: null,
    about: null,
    found_by: [],
    device_id: null,
    task_id: null,
    times: 1,
    again: null,
    mark: null,
    asks_until: null,
    ...fields,
  }
}

/** The endpoint of a file, whose certificate this process trusts from now on. */
export async function trustedEndpoint() {
  const endpoint = await startPushEndpoint()
  setDefaultCACertificates([...getCACertificates(), endpoint.certificate.cert])
  return endpoint
}

/** Whatever a route answers; a test names what it looks at. */
type Answered = Delivery & {
  readonly error: string
  readonly works: boolean
  readonly push_key: string
  readonly delivery: Delivery
  readonly deliveries: Delivery[]
  readonly subscription: Subscription
  readonly subscriptions: readonly Subscription[]
}

type Given = {
  /** One to open again. */
  readonly home?: string
  readonly time?: ManualTime
  /** What config.json holds under `notify`. */
  readonly notify?: object
  readonly items?: readonly InboxItem[]
  readonly tabs?: number
  /** Ends with the room; by default that of the home. */
  readonly database?: Database
}

export async function openRoom(given: Given = {}) {
  const home = given.home ?? (await mkdtemp(join(tmpdir(), 'orrery-notify-')))
  const time = given.time ?? new TimeAfterTurns(startAt)
  const database = given.database ?? openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  const shown: LiveChange<ShownNotification>[] = []
  const kinds = createKinds({
    path: '/ws/state',
    publish(changes) {
      for (const change of changes)
        if ('op' in change && change.kind === 'notification') shown.push(change as LiveChange<ShownNotification>)
    },
  })
  const items = kinds.offer(liveInbox, { all: () => given.items ?? [] })
  const approvals = kinds.offer(liveApprovals, {})
  kinds.offer(liveDevices, {})
  const config = sampleConfig(home, { notify: { privateTargets: ['localhost'], ...given.notify } })
  const running = new Set<string>()
  const pages: string[] = []
  const loginEnds: ((id: string) => void)[] = []
  const room = await openNotifyRoom(
    {
      database,
      live: { ...kinds, viewers: () => given.tabs ?? 0, watchers: () => 0 },
      pagesSeen: () => pages,
      address: { url: () => 'http://127.0.0.1:7420', hookPort: () => 0 },
      clock: time,
      timers: time,
      log: silentLog,
      config,
    },
    {
      mode: 'fabric',
      sessionOf: (id) => ({ harness: 'code-agent', isRunning: running.has(id) }),
      askOf: () => null,
      logins: {
        issueDecisionKey: async (loginId) => ok(`key of ${loginId}`),
        onEnded(listener) {
          loginEnds.push(listener)
          return () => {}
        },
      },
    },
  )
  const server = await startTestServer({ mount: (http) => mountRoom(http, room) })
  await room.start?.()
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${server.url}/api/notifications${path}`, {
      method,
      headers: {
        authorization: `Bearer ${testToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Answered }
  }
  const deliveries = async (query = ''): Promise<Delivery[]> =>
    (await call('GET', `/deliveries${query}`)).body.deliveries
  return {
    home,
    time,
    room,
    /** What open tabs heard. */
    shown,
    running,
    pages,
    call,
    deliveries,
    endLogin: (id: string) => loginEnds.forEach((listener) => listener(id)),
    tell: (...changed: readonly InboxItem[]) =>
      items.publish(changed.map((value) => ({ op: 'upsert', id: value.id, value }))),
    end: (...ids: readonly string[]) =>
      items.publish(ids.map((id) => ({ op: 'remove', id: `session:${id}`, value: null }))),
    approve: (value: ApprovalCard | null, id: string) =>
      approvals.publish([value === null ? { op: 'remove', id, value } : { op: 'upsert', id, value }]),
    /** Waits until the log has that many rows that are over, the newest first. */
    async settled(count: number): Promise<Delivery[]> {
      for (;;) {
        const all = await deliveries()
        const over = all.filter(({ state }) => state !== 'queued' && state !== 'sending')
        if (over.length >= count) return all
        await nextTurn()
      }
    },
    async until(isSo: (all: readonly Delivery[]) => boolean): Promise<Delivery[]> {
      for (;;) {
        const all = await deliveries()
        if (isSo(all)) return all
        await nextTurn()
      }
    },
    /** Ends the room and keeps its home. */
    async close() {
      await server.stop()
      const closing = room[Symbol.asyncDispose]()
      await time.pass(3000)
      await closing
      await database[Symbol.asyncDispose]()
    },
    async remove() {
      await this.close()
      await rm(home, { recursive: true })
    },
  }
}

/** What is told in a turn is heard at its end, before time passes. */
class TimeAfterTurns extends ManualTime {
  override async pass(ms: number): Promise<void> {
    await nextTurn()
    await super.pass(ms)
  }
}
