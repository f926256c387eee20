// Several nodes are one hub: the first tells the others which key devices know, its public half alone, and each start compares.
import { toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { statement } from '#platform/server/db/script.ts'
import type { OtherHub } from '../../core/keys/other-hub.ts'
import type { HubIdentityKey } from './hub-identity.ts'

const tell = statement(
  'INSERT INTO hub_identity (id, public_key, node, told_at) VALUES (1, ?, ?, ?) ON CONFLICT (id) DO NOTHING',
)
const told = statement<{ readonly public_key: string; readonly node: string }>(
  'SELECT public_key, node FROM hub_identity WHERE id = 1',
)

type Sharing = { readonly database: Pick<Database, 'commits' | 'others'>; readonly clock: Clock }

/** Null where this node has the key of all, or is alone. Rejects with `StorageError`. */
export async function agreeOnIdentity(
  { database: { commits, others }, clock }: Sharing,
  hub: Pick<HubIdentityKey, 'publicKey'>,
): Promise<OtherHub | null> {
  const { node } = others
  if (node === null) return null
  let other: OtherHub | null = null
  await commits.write({
    *script() {
      yield* tell.run(hub.publicKey, node, toIso(clock.now()))
      const first = yield* told.first()
      other = first === undefined || first.public_key === hub.publicKey ? null : { node: first.node, here: node }
    },
  })
  return other
}
