// The tables of notifications: what stands, where it was sent, and browsers that take pushes.
import type { Generated } from 'kysely'

export interface NotificationsTable {
  tag: string
  /** JSON of the notification as its room keeps it. */
  notification: string
}

export interface NotificationDeliveriesTable {
  seq: Generated<number>
  id: string
  tag: string
  event: string
  channel: string
  /** The subscription of a push; else empty. */
  target: string
  at: string
  state: string
  tries: number
  /** JSON: what was sent, and how it went. */
  delivery: string
  /** The service that sends it, among those that share the table; null where one has it for itself. */
  node: string | null
}

export interface PushSubscriptionsTable {
  id: string
  endpoint: string
  p256dh: string
  auth: string
  label: string
  /** The login that made it, and takes it along; null for the access token itself. */
  login_id: string | null
  created_at: string
  /** The service at whose page it was made, whose key alone the browser takes; null where one has the table for itself. */
  node: string | null
}
