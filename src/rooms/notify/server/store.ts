// The tables of notifications: what stands, and what was sent where.
import type { Database } from '#platform/server/db/open-database.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
import type { DeliveryState, NotifyTest } from '../contract.ts'
import { keptDeliverySchema, keptStandingSchema, type KeptDelivery } from '../contract/kept.ts'
import type { StandingNotification } from '../core/watch.ts'

type Channel = NotifyTest['channel']

/** Which deliveries, and from where on: the newest first. */
export type DeliveryPage = {
  readonly state: DeliveryState | null
  readonly channel: Channel | null
  readonly limit: number
  readonly from: number | null
}

/** A delivery, and its place in the log. */
export type NumberedDelivery = { readonly seq: number; readonly delivery: KeptDelivery }

/** A place that a notification reached. */
export type Reached = { readonly channel: Channel; readonly target: string; readonly to: string }

export type NotifyStore = ReturnType<typeof createNotifyStore>

/** `node`: the name of this service among those that share the tables; null where it has them for itself. */
export function createNotifyStore(read: Database['read'], node: string | null = null) {
  return { ...readsOf(read, node), ...writesOf(node), ...withinWrites(node) }
}

function readsOf(read: Database['read'], node: string | null) {
  const rows = read.selectFrom('notification_deliveries').select(['seq', 'delivery'])
  return {
    async standing(): Promise<StandingNotification[]> {
      const kept = await read.selectFrom('notifications').select('notification').execute()
      return kept.map(({ notification }) => keptStandingSchema.parse(JSON.parse(notification)))
    },
    async page({ state, channel, limit, from }: DeliveryPage): Promise<NumberedDelivery[]> {
      let query = rows.orderBy('seq', 'desc').limit(limit)
      if (state !== null) query = query.where('state', '=', state)
      if (channel !== null) query = query.where('channel', '=', channel)
      if (from !== null) query = query.where('seq', '<', from)
      return (await query.execute()).map(toNumbered)
    },
    async find(id: string): Promise<NumberedDelivery | null> {
      const row = await rows.where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : toNumbered(row)
    },
    /** Those of this service that a start has to know. */
    async unsettled(): Promise<NumberedDelivery[]> {
      const unsettled = rows
        .where('state', 'in', ['queued', 'sending'])
        .where((is) => is.or([is('node', 'is', null), is('node', '=', node)]))
        .orderBy('seq')
      return (await unsettled.execute()).map(toNumbered)
    },
    async lastOf(channel: Channel): Promise<KeptDelivery | null> {
      const row = await rows.where('channel', '=', channel).orderBy('seq', 'desc').limit(1).executeTakeFirst()
      return row === undefined ? null : toNumbered(row).delivery
    },
  }
}

const put = statement(
  'INSERT INTO notifications (tag, notification) VALUES (?, ?) ON CONFLICT (tag) DO UPDATE SET notification = excluded.notification',
)
const remove = statement('DELETE FROM notifications WHERE tag = ?')
const insert = statement(
  `INSERT INTO notification_deliveries (id, tag, event, channel, target, at, state, tries, delivery, node)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
)
const selectSeq = statement<{ readonly seq: number }>('SELECT seq FROM notification_deliveries WHERE id = ?')
const update = statement(
  'UPDATE notification_deliveries SET state = ?, tries = ?, delivery = ? WHERE id = ? AND state = ?',
)
const removeBefore = statement(
  "DELETE FROM notification_deliveries WHERE at < ? AND state NOT IN ('queued', 'sending')",
)
const removeBeyond = statement(
  `DELETE FROM notification_deliveries WHERE state NOT IN ('queued', 'sending') AND seq <=
     (SELECT max(seq) FROM notification_deliveries) - ?`,
)

/** Parts of a script. */
const writesOf = (node: string | null) => ({
  *keep(standing: StandingNotification): Script {
    yield* put.run(standing.tag, JSON.stringify(standing))
  },
  *forget(tag: string): Script {
    yield* remove.run(tag)
  },
  /** The answer is its place in the log; null where another service has one of that id, and sends it. */
  *add(delivery: KeptDelivery): Script<number | null> {
    const { id, message, event, channel, subscription, at, state, tries } = delivery
    const [target, kept] = [subscription ?? '', JSON.stringify(delivery)]
    const added = yield* insert.run(id, message.tag, event, channel, target, at, state, tries, kept, node)
    return added === 0 ? null : ((yield* selectSeq.first(id))?.seq ?? null)
  },
  /** False where it is not in `from` any more: then nothing is written. */
  *move(from: DeliveryState, delivery: KeptDelivery): Script<boolean> {
    const { state, tries, id } = delivery
    return (yield* update.run(state, tries, JSON.stringify(delivery), id, from)) === 1
  },
  /** What is past its time, and what is more than anybody reads. */
  *removeOld(before: string, mostRows: number): Script {
    yield* removeBefore.run(before)
    yield* removeBeyond.run(mostRows)
  },
})

type DeliveryRow = { readonly delivery: string }
const selectQueued = statement<DeliveryRow>(
  "SELECT delivery FROM notification_deliveries WHERE tag = ? AND state = 'queued' AND (node IS NULL OR node = ?) ORDER BY seq",
)
const selectReached = statement<DeliveryRow>(
  `SELECT delivery FROM notification_deliveries WHERE seq IN (
     SELECT max(seq) FROM notification_deliveries
     WHERE tag = ? AND (node IS NULL OR node = ?) AND event = 'told' AND state IN ('sending', 'delivered', 'unknown') AND seq >
       coalesce((SELECT max(seq) FROM notification_deliveries WHERE tag = ? AND (node IS NULL OR node = ?) AND event = 'over'), 0)
     GROUP BY channel, target) ORDER BY seq`,
)

/** What is asked as a part of a script, since it decides what that writes: of what this service sends. */
const withinWrites = (node: string | null) => ({
  /** Those of a notification that wait for their first or next try. */
  *queuedOf(tag: string): Script<KeptDelivery[]> {
    return (yield* selectQueued.all(tag, node)).map(toDelivery)
  },
  /** Where it stands now: reached since it was over last. One of which nobody knows counts as there. */
  *reachedBy(tag: string): Script<Reached[]> {
    return (yield* selectReached.all(tag, node, tag, node)).map((row) => {
      const { channel, subscription, to } = toDelivery(row)
      return { channel, target: subscription ?? '', to }
    })
  },
})

function toDelivery({ delivery }: DeliveryRow): KeptDelivery {
  return keptDeliverySchema.parse(JSON.parse(delivery))
}

function toNumbered(row: DeliveryRow & { readonly seq: number }): NumberedDelivery {
  return { seq: row.seq, delivery: toDelivery(row) }
}
