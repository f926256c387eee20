// The tables of the vault, and what of them is in memory.
import type { Database } from '#platform/server/db/open-database.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
import { credentialSchema, type Credential, type Vault } from '../contract.ts'

type Recovery = NonNullable<Vault['recovery']>

export interface VaultStore {
  recovery(): Recovery | null
  /** In the order of their names. */
  all(): readonly Credential[]
  get(id: string): Credential | null
  /** Resolves once it is committed. Each rejects with `StorageError`; then nothing has changed. */
  setRecovery(recovery: Recovery): Promise<void>
  /** All of them in one commit. */
  save(credentials: readonly Credential[]): Promise<void>
  remove(id: string): Promise<void>
}

export async function loadVaultStore({ read, commits }: Database): Promise<VaultStore> {
  const rows = await read.selectFrom('vault_credentials').selectAll().execute()
  const parsed = rows.map(({ credential }) => credentialSchema.parse(JSON.parse(credential)))
  const credentials = new Map(parsed.map((credential) => [credential.id, credential]))
  const kept = await read.selectFrom('vault_recovery').select(['recipient', 'created_at']).executeTakeFirst()
  let recovery: Recovery | null = kept ?? null
  return {
    recovery: () => recovery,
    all: () => [...credentials.values()].toSorted((one, other) => one.name.localeCompare(other.name)),
    get: (id) => credentials.get(id) ?? null,
    setRecovery: (given) =>
      commits.write({
        *script() {
          yield* putRecovery.run(given.recipient, given.created_at)
        },
        committed: () => void (recovery = given),
      }),
    save: (changed) =>
      commits.write({
        script: () => putAll(changed),
        committed: () => changed.forEach((credential) => credentials.set(credential.id, credential)),
      }),
    remove: (id) =>
      commits.write({
        *script() {
          yield* remove.run(id)
        },
        committed: () => void credentials.delete(id),
      }),
  }
}

const putRecovery = statement(
  `INSERT INTO vault_recovery (id, recipient, created_at) VALUES (1, ?, ?)
   ON CONFLICT (id) DO UPDATE SET recipient = excluded.recipient, created_at = excluded.created_at`,
)
const put = statement(
  `INSERT INTO vault_credentials (id, credential) VALUES (?, ?)
   ON CONFLICT (id) DO UPDATE SET credential = excluded.credential`,
)
const remove = statement('DELETE FROM vault_credentials WHERE id = ?')

function* putAll(credentials: readonly Credential[]): Script {
  for (const credential of credentials) yield* put.run(credential.id, JSON.stringify(credential))
}
