// Browsers that take pushes: in memory, and in a table.
import type { Database } from '#platform/server/db/open-database.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
import type { SubscribeRequest, Subscription } from '../contract.ts'

/** A subscription with what is needed to encrypt for it. */
export type KeptSubscription = {
  readonly id: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly label: string
  /** The login that made it; null for the access token itself. */
  readonly loginId: string | null
  readonly createdAt: string
}

/** More browsers than anybody has. */
export const mostSubscriptions = 50

export interface Subscriptions {
  all(): readonly KeptSubscription[]
  get(id: string): KeptSubscription | null
  /** Rejects with `StorageError`, and then nothing changed. */
  add(subscription: KeptSubscription): Promise<void>
  /** False for one that is not there. Rejects as above. */
  remove(ids: readonly string[]): Promise<boolean>
}

/** Of browsers that subscribed at this service: they take what is signed with its key, and no other. */
export async function openSubscriptions({
  read,
  commits,
  others: { node },
}: Pick<Database, 'read' | 'commits' | 'others'>): Promise<Subscriptions> {
  const rows = await read
    .selectFrom('push_subscriptions')
    .selectAll()
    .where((is) => is.or([is('node', 'is', null), is('node', '=', node)]))
    .orderBy('created_at')
    .execute()
  const kept = new Map(rows.map((row) => [row.id, fromRow(row)]))
  return {
    all: () => [...kept.values()],
    get: (id) => kept.get(id) ?? null,
    async add(added) {
      const { id, endpoint, p256dh, auth, label, loginId, createdAt } = added
      await commits.write({
        *script() {
          // By the row and not by what is in memory: it may have subscribed a moment ago, or elsewhere.
          yield* removeEndpoint.run(endpoint)
          yield* insertRow.run(id, endpoint, p256dh, auth, label, loginId, createdAt, node)
        },
        committed() {
          for (const one of kept.values()) if (one.endpoint === endpoint) kept.delete(one.id)
          kept.set(id, added)
        },
      })
    },
    async remove(ids) {
      const known = ids.filter((id) => kept.has(id))
      if (known.length === 0) return false
      await commits.write({
        script: () => removeRows(known),
        committed: () => known.forEach((id) => kept.delete(id)),
      })
      return true
    },
  }
}

const removeRow = statement('DELETE FROM push_subscriptions WHERE id = ?')
const removeEndpoint = statement('DELETE FROM push_subscriptions WHERE endpoint = ?')
const insertRow = statement(
  `INSERT INTO push_subscriptions (id, endpoint, p256dh, auth, label, login_id, created_at, node)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
)

function* removeRows(ids: readonly string[]): Script {
  for (const id of ids) yield* removeRow.run(id)
}

type Row = {
  readonly id: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly label: string
  readonly login_id: string | null
  readonly created_at: string
}

function fromRow({ login_id: loginId, created_at: createdAt, ...row }: Row): KeptSubscription {
  return { ...row, loginId, createdAt }
}

/** As it is told: its address and its keys stay here. */
export function toSubscription(
  { id, label, endpoint, createdAt, loginId }: KeptSubscription,
  asker: string | null,
): Subscription {
  return { id, label, service: URL.parse(endpoint)?.host ?? '', created_at: createdAt, is_own: loginId === asker }
}

/** The same endpoint with other keys is the same browser. */
export function subscriptionOf(
  request: SubscribeRequest,
  made: Pick<KeptSubscription, 'id' | 'loginId' | 'createdAt' | 'label'>,
): KeptSubscription {
  const { endpoint, keys, label = made.label } = request
  return { ...made, label, endpoint, p256dh: keys.p256dh, auth: keys.auth }
}
