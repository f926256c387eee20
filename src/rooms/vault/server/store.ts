// The tables of the vault, and what of them is in memory. Where several services share them, each has what the others changed.
import { createReadOthers } from '#platform/server/db/read-others.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
import { BehindError } from '#platform/server/db/storage-error.ts'
import type { Log } from '#platform/server/log/log.ts'
import { credentialSchema, type Credential, type Vault } from '../contract.ts'
import { keptOf, shownHere, type MachinesHere } from '../core/machines.ts'

type Recovery = NonNullable<Vault['recovery']>

/** Its readers have the ids by which this service knows them. */
export interface VaultStore {
  recovery(): Recovery | null
  /** In the order of their names. */
  all(): readonly Credential[]
  get(id: string): Credential | null
  /**
   * Resolves once it is committed. Each rejects with `StorageError`; then nothing has changed. With `BehindError` where another
   * service changed what this one has not read yet.
   */
  setRecovery(recovery: Recovery): Promise<void>
  /** All of them in one commit. */
  save(credentials: readonly Credential[]): Promise<void>
  remove(id: string): Promise<void>
  /** Reads what there is now. */
  reread(): Promise<void>
}

type StoreParts = {
  readonly database: Pick<Database, 'read' | 'commits' | 'others'>
  readonly log: Pick<Log, 'warn'>
  readonly idOf: MachinesHere['idOf']
}

/** The room of the news; all of it is read anew, of which there is little. */
const news = () => [{ room: 'vault', ids: ['all'] }]

export async function loadVaultStore(parts: StoreParts): Promise<VaultStore> {
  const { database, log } = parts
  const store = new KeptVault(parts)
  const read = createReadOthers({ log, what: 'what another node changed in the vault' })
  const reread = () => read(() => store.reread())
  database.others.follow('vault', { hear: reread, missed: reread })
  await store.reread()
  return store
}

class KeptVault implements VaultStore {
  readonly #database: StoreParts['database']
  readonly #here: MachinesHere
  /** As they are kept. */
  #credentials = new Map<string, Credential>()
  #recovery: Recovery | null = null
  #commits = 0

  constructor({ database, idOf }: StoreParts) {
    this.#database = database
    this.#here = { node: database.others.node, idOf }
  }

  recovery(): Recovery | null {
    return this.#recovery
  }

  all(): readonly Credential[] {
    const all = [...this.#credentials.values()].map((each) => shownHere(each, this.#here))
    return all.toSorted((one, other) => one.name.localeCompare(other.name))
  }

  get(id: string): Credential | null {
    const credential = this.#credentials.get(id)
    return credential === undefined ? null : shownHere(credential, this.#here)
  }

  setRecovery(given: Recovery): Promise<void> {
    return this.#write([], {
      *script() {
        yield* putRecovery.run(given.recipient, given.created_at)
      },
      committed: () => (this.#recovery = given),
    })
  }

  save(changed: readonly Credential[]): Promise<void> {
    const kept = changed.map((each) => keptOf(each, this.#credentials.get(each.id) ?? null, this.#here))
    return this.#write(
      kept.map(({ id }) => id),
      {
        script: () => putAll(kept),
        committed: () => kept.forEach((credential) => this.#credentials.set(credential.id, credential)),
      },
    )
  }

  remove(id: string): Promise<void> {
    return this.#write([], {
      *script() {
        yield* remove.run(id)
      },
      committed: () => this.#credentials.delete(id),
    })
  }

  async reread(): Promise<void> {
    const { read } = this.#database
    for (;;) {
      const before = this.#commits
      const rows = await read.selectFrom('vault_credentials').selectAll().execute()
      const kept = await read.selectFrom('vault_recovery').select(['recipient', 'created_at']).executeTakeFirst()
      // What was read while something was committed here may lack it.
      if (before !== this.#commits) continue
      this.#credentials = new Map(rows.map(({ id, credential }) => [id, readCredential(credential)]))
      this.#recovery = kept ?? null
      return
    }
  }

  #write(ids: readonly string[], write: { readonly script: () => Script; readonly committed: () => unknown }) {
    const { commits, others } = this.#database
    const known = new Map([...this.#credentials].map(([id, { revision }]) => [id, revision]))
    return commits.write({
      *script() {
        if (others.node !== null) yield* beAsKnown(known, ids)
        yield* write.script()
      },
      committed: () => {
        this.#commits += 1
        write.committed()
      },
      news,
    })
  }
}

const readCredential = (text: string): Credential => credentialSchema.parse(JSON.parse(text))

const putRecovery = statement(
  `INSERT INTO vault_recovery (id, recipient, created_at) VALUES (1, ?, ?)
   ON CONFLICT (id) DO UPDATE SET recipient = excluded.recipient, created_at = excluded.created_at`,
)
const put = statement(
  `INSERT INTO vault_credentials (id, credential) VALUES (?, ?)
   ON CONFLICT (id) DO UPDATE SET credential = excluded.credential`,
)
const remove = statement('DELETE FROM vault_credentials WHERE id = ?')
const findIds = statement<{ readonly id: string }>('SELECT id FROM vault_credentials')
const find = statement<{ readonly credential: string }>('SELECT credential FROM vault_credentials WHERE id = ?')
const takeTurn = statement("SELECT pg_advisory_xact_lock(hashtext('orrery'), hashtext('vault'))")

function* putAll(credentials: readonly Credential[]): Script {
  for (const credential of credentials) yield* put.run(credential.id, JSON.stringify(credential))
}

/** Services take turns; who was planning on what another one has changed since is behind. `known`: revisions by id. */
function* beAsKnown(known: ReadonlyMap<string, number>, ids: readonly string[]): Script {
  yield* takeTurn.all()
  const isNews = (yield* findIds.all()).some(({ id }) => !known.has(id))
  if (isNews) throw new BehindError(ids)
  for (const id of ids) {
    const row = yield* find.first(id)
    const revision = row === undefined ? undefined : readCredential(row.credential).revision
    if (revision !== known.get(id)) throw new BehindError([id])
  }
}
