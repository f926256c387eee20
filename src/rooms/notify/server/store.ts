// The tables of notifications: what stands, and what was sent where.
import type { DatabaseSync } from 'node:sqlite'
import type { Database } from '#platform/server/db/open-database.ts'
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

/** Called inside a transaction. */
const writes = {
  keep(db: DatabaseSync, standing: StandingNotification): void {
    db.prepare('INSERT OR REPLACE INTO notifications (tag, notification) VALUES (?, ?)').run(
      standing.tag,
      JSON.stringify(standing),
    )
  },
  forget(db: DatabaseSync, tag: string): void {
    db.prepare('DELETE FROM notifications WHERE tag = ?').run(tag)
  },
  /** The answer is its place in the log. */
  add(db: DatabaseSync, delivery: KeptDelivery): number {
    const { id, message, event, channel, subscription, at, state, tries } = delivery
    const added = db
      .prepare(
        `INSERT INTO notification_deliveries (id, tag, event, channel, target, at, state, tries, delivery)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(id, message.tag, event, channel, subscription ?? '', at, state, tries, JSON.stringify(delivery))
    return Number(added.lastInsertRowid)
  },
  /** False where it is not in `from` any more: then nothing is written. */
  move(db: DatabaseSync, from: DeliveryState, delivery: KeptDelivery): boolean {
    const { state, tries, id } = delivery
    const moved = db
      .prepare('UPDATE notification_deliveries SET state = ?, tries = ?, delivery = ? WHERE id = ? AND state = ?')
      .run(state, tries, JSON.stringify(delivery), id, from)
    return moved.changes === 1
  },
  /** What is past its time, and what is more than anybody reads. */
  removeOld(db: DatabaseSync, before: string, mostRows: number): void {
    db.prepare("DELETE FROM notification_deliveries WHERE at < ? AND state NOT IN ('queued', 'sending')").run(before)
    db.prepare(
      `DELETE FROM notification_deliveries WHERE state NOT IN ('queued', 'sending') AND seq <=
       (SELECT max(seq) FROM notification_deliveries) - ?`,
    ).run(mostRows)
  },
}

/** What is asked inside a transaction, since it decides what that writes. */
const withinWrites = {
  /** Those of a notification that wait for their first or next try. */
  queuedOf(db: DatabaseSync, tag: string): KeptDelivery[] {
    const found = db.prepare("SELECT delivery FROM notification_deliveries WHERE tag = ? AND state = 'queued'").all(tag)
    return found.map(({ delivery }) => keptDeliverySchema.parse(JSON.parse(String(delivery))))
  },
  /** Where it stands now: reached since it was over last. One of which nobody knows counts as there. */
  reachedBy(db: DatabaseSync, tag: string): Reached[] {
    const found = db
      .prepare(
        `SELECT channel, target, max(seq) AS last, delivery FROM notification_deliveries
         WHERE tag = ? AND event = 'told' AND state IN ('sending', 'delivered', 'unknown') AND seq > coalesce(
           (SELECT max(seq) FROM notification_deliveries WHERE tag = ? AND event = 'over'), 0)
         GROUP BY channel, target ORDER BY last`,
      )
      .all(tag, tag)
    return found.map(({ delivery }) => {
      const { channel, subscription, to } = keptDeliverySchema.parse(JSON.parse(String(delivery)))
      return { channel, target: subscription ?? '', to }
    })
  },
}

function toNumbered(row: { readonly seq: number; readonly delivery: string }): NumberedDelivery {
  return { seq: row.seq, delivery: keptDeliverySchema.parse(JSON.parse(row.delivery)) }
}
