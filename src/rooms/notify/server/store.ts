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

export function createNotifyStore(read: Database['read']) {
  return { ...readsOf(read), ...writes, ...withinWrites }
}

function readsOf(read: Database['read']) {
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
    /** Those that a start has to know. */
    async unsettled(): Promise<NumberedDelivery[]> {
      return (await rows.where('state', 'in', ['queued', 'sending']).orderBy('seq').execute()).map(toNumbered)
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
  `INSERT INTO notification_deliveries (id, tag, event, channel, target, at, state, tries, delivery)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  { key: 'seq' },
)
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
const writes = {
  *keep(standing: StandingNotification): Script {
    yield* put.run(standing.tag, JSON.stringify(standing))
  },
  *forget(tag: string): Script {
    yield* remove.run(tag)
  },
  /** The answer is its place in the log. */
  *add(delivery: KeptDelivery): Script<number> {
    const { id, message, event, channel, subscription, at, state, tries } = delivery
    const [target, kept] = [subscription ?? '', JSON.stringify(delivery)]
    return yield* insert.insert(id, message.tag, event, channel, target, at, state, tries, kept)
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
}

type DeliveryRow = { readonly delivery: string }
const selectQueued = statement<DeliveryRow>(
  "SELECT delivery FROM notification_deliveries WHERE tag = ? AND state = 'queued' ORDER BY seq",
)
const selectReached = statement<DeliveryRow>(
  `SELECT delivery FROM notification_deliveries WHERE seq IN (
     SELECT max(seq) FROM notification_deliveries
     WHERE tag = ? AND event = 'told' AND state IN ('sending', 'delivered', 'unknown') AND seq > coalesce(
       (SELECT max(seq) FROM notification_deliveries WHERE tag = ? AND event = 'over'), 0)
     GROUP BY channel, target) ORDER BY seq`,
)

/** What is asked as a part of a script, since it decides what that writes. */
const withinWrites = {
  /** Those of a notification that wait for their first or next try. */
  *queuedOf(tag: string): Script<KeptDelivery[]> {
    return (yield* selectQueued.all(tag)).map(toDelivery)
  },
  /** Where it stands now: reached since it was over last. One of which nobody knows counts as there. */
  *reachedBy(tag: string): Script<Reached[]> {
    return (yield* selectReached.all(tag, tag)).map((row) => {
      const { channel, subscription, to } = toDelivery(row)
      return { channel, target: subscription ?? '', to }
    })
  },
}

function toDelivery({ delivery }: DeliveryRow): KeptDelivery {
  return keptDeliverySchema.parse(JSON.parse(delivery))
}

function toNumbered(row: DeliveryRow & { readonly seq: number }): NumberedDelivery {
  return { seq: row.seq, delivery: toDelivery(row) }
}
