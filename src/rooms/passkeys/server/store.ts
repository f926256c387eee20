// The table of passkeys.
import type { Database } from '#platform/server/db/open-database.ts'
import { statement, type Cell, type Statement } from '#platform/server/db/script.ts'
import type { Passkey } from '../contract.ts'

/** A passkey with what is told to nobody. */
export type KeptPasskey = Passkey & {
  /** As its authenticator calls it, in base64url. */
  readonly credentialId: string
  /** In COSE. */
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly counter: number
}

export type PasskeyStore = ReturnType<typeof createPasskeyStore>

type StoreDatabase = Pick<Database, 'read' | 'commits'>

export function createPasskeyStore({ read, commits }: StoreDatabase) {
  const rows = read.selectFrom('passkeys').selectAll().orderBy('seq')
  const firstWhere = async (column: 'id' | 'credential_id', value: string): Promise<KeptPasskey | null> => {
    const row = await rows.where(column, '=', value).executeTakeFirst()
    return row === undefined ? null : toKept(row)
  }
  return {
    all: async (): Promise<KeptPasskey[]> => (await rows.execute()).map(toKept),
    find: (id: string) => firstWhere('id', id),
    findByCredential: (credentialId: string) => firstWhere('credential_id', credentialId),
    async holder(): Promise<string> {
      const { handle } = await read.selectFrom('passkey_holder').select('handle').executeTakeFirstOrThrow()
      return Buffer.from(handle).toString('base64url')
    },
    ...writesOf(commits),
  }
}

const insert = statement(
  `INSERT INTO passkeys (id, credential_id, name, host, public_key, counter, is_synced, created_at)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
)
const rename = statement('UPDATE passkeys SET name = ? WHERE id = ?')
const remove = statement('DELETE FROM passkeys WHERE id = ?')
const use = statement(
  'UPDATE passkeys SET counter = ?1, last_used_at = ?2 WHERE id = ?3 AND (counter < ?1 OR CAST(?1 AS BIGINT) = 0)',
)

/** Each is one commit; false where there was nothing to change. They reject with `StorageError`. */
function writesOf(commits: StoreDatabase['commits']) {
  async function write(wanted: Statement, cells: readonly Cell[]): Promise<boolean> {
    let changes = 0
    await commits.write({
      *script() {
        changes = yield* wanted.run(...cells)
      },
    })
    return changes > 0
  }
  return {
    /** False for a credential that is kept already. */
    add: ({ id, credentialId, name, host, publicKey, counter, is_synced: isSynced, created_at: at }: KeptPasskey) =>
      write(insert, [id, credentialId, name, host, publicKey, counter, isSynced ? 1 : 0, at]),
    rename: (id: string, name: string) => write(rename, [name, id]),
    remove: (id: string) => write(remove, [id]),
    /** False where it was removed meanwhile, or another signature counted further: of two at once one wins. */
    used: ({ id, counter, last_used_at: at }: KeptPasskey) => write(use, [counter, at, id]),
  }
}

type Row = {
  readonly id: string
  readonly credential_id: string
  readonly name: string
  readonly host: string
  readonly public_key: Uint8Array
  readonly counter: number
  readonly is_synced: number
  readonly created_at: string
  readonly last_used_at: string | null
}

function toKept({ id, name, host, counter, created_at, last_used_at, ...row }: Row): KeptPasskey {
  return {
    id,
    name,
    host,
    counter,
    created_at,
    last_used_at,
    is_synced: row.is_synced === 1,
    credentialId: row.credential_id,
    publicKey: new Uint8Array(row.public_key),
  }
}

export function toPasskey({ id, name, host, is_synced, created_at, last_used_at }: KeptPasskey): Passkey {
  return { id, name, host, is_synced, created_at, last_used_at }
}
