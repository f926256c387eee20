// Copies a service.db into PostgreSQL: all of it in one transaction, checked by counts before it is committed.
import type { DatabaseSync } from 'node:sqlite'
import { DatabaseError, type ClientBase } from 'pg'
import { lockTables, unlockTables } from '../../lock-tables.ts'
import { migratePostgres } from '../migrate-postgres.ts'
import { toSent, type Changed, type SentCell } from './convert.ts'
import { createDigest, digestThere } from './digest.ts'
import { countRows, type CopiedTable } from './plan-copy.ts'
import { filledOf, removeFirstRows } from './target.ts'

type Client = Pick<ClientBase, 'query'>

/** The target holds something, or does not hold in the end what was sent. */
export class CopyRefusedError extends Error {
  override readonly name = 'CopyRefusedError'
}

/** The answer was lost: all of it is there, or nothing. */
export class CommitUnknownError extends Error {
  override readonly name = 'CommitUnknownError'
}

export type CopyOptions = {
  /** Nobody else writes to it meanwhile. */
  readonly db: DatabaseSync
  readonly client: Client
  readonly tables: readonly CopiedTable[]
  /** Whose sessions and runs these are from then on, where several services share the tables. */
  readonly node: string
  /** Told after each batch. */
  readonly onRows: (table: CopiedTable, rows: number) => void
}

export type Copied = { readonly rows: ReadonlyMap<string, number>; readonly changed: Changed }

/**
 * Makes the tables where they are missing, and fills them, or leaves them as they are. Rejects with `CopyRefusedError` where
 * they hold rows, `UnfitValueError`, `NewerDatabaseError`, `CommitUnknownError`, or what PostgreSQL says.
 */
export async function copyHome(options: CopyOptions): Promise<Copied> {
  const { client, tables } = options
  await migratePostgres(client)
  // A service that starts meanwhile waits for it.
  await lockTables(client)
  try {
    await client.query('BEGIN')
    try {
      const copied = await fill(options)
      await commit(client)
      await client.query(`ANALYZE ${tables.map(({ name }) => `orrery.${name}`).join(', ')}`)
      return copied
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {
        // The connection broke, and the transaction ended with it.
      })
      throw error
    }
  } finally {
    await unlockTables(client).catch(() => {
      // The lock ended with the connection.
    })
  }
}

async function commit(client: Client): Promise<void> {
  try {
    await client.query('COMMIT')
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    throw new CommitUnknownError('the connection broke while it was committed', { cause: error })
  }
}

async function fill({ db, client, tables, node, onRows }: CopyOptions): Promise<Copied> {
  await client.query(`LOCK TABLE ${tables.map(({ name }) => `orrery.${name}`).join(', ')} IN SHARE ROW EXCLUSIVE MODE`)
  const filled = await filledOf(client, tables)
  if (filled.length > 0) throw new CopyRefusedError(`it holds rows already, in ${filled.join(', ')}`)
  await removeFirstRows(client)
  const changed: Changed = { textsWithNul: 0, roundedNumbers: 0 }
  const rows = new Map<string, number>()
  for (const table of tables) {
    const digest = createDigest(table)
    let count = 0
    for (const batch of batchesOf(db, table, { node, changed })) {
      await client.query(insertInto(table), batch)
      digest.add(batch)
      count += batch[0]?.length ?? 0
      onRows(table, count)
    }
    rows.set(table.name, count)
    await numberFrom(client, table)
    await check(db, client, { table, digest: digest.value() })
  }
  return { rows, changed }
}

/** Enough that the way there and back is no matter, and little enough to be held twice. */
const batchRows = 2000
const batchCharacters = 4 * 1024 * 1024

/** Values by column: each is one parameter. */
function* batchesOf(
  db: DatabaseSync,
  table: CopiedTable,
  { node, changed }: { readonly node: string; readonly changed: Changed },
): Generator<SentCell[][], void> {
  const { columns, name, leavesOut } = table
  const asked = columns.map((column) => `"${column.name}"`).join(', ')
  const where = leavesOut === null ? '' : ` WHERE NOT (${leavesOut})`
  const statement = db.prepare(`SELECT ${asked} FROM "${name}"${where}`)
  // Numbers above 2^53 stay whole.
  statement.setReadBigInts(true)
  let batch: SentCell[][] = columns.map(() => [])
  let [rows, characters] = [0, 0]
  for (const row of statement.iterate()) {
    for (const [at, column] of columns.entries()) {
      const value = row[column.name] ?? null
      // A home names none: it has its tables for itself.
      const isOurs = column.name === 'node' && (value === null || value === '')
      const sent = isOurs ? node : toSent(value, { table, column }, changed)
      if (typeof sent === 'string' || sent instanceof Buffer) characters += sent.length
      batch[at]?.push(sent)
    }
    rows += 1
    if (rows < batchRows && characters < batchCharacters) continue
    yield batch
    batch = columns.map(() => [])
    ;[rows, characters] = [0, 0]
  }
  if (rows > 0) yield batch
}

function insertInto({ name, columns }: CopiedTable): string {
  const names = columns.map((column) => `"${column.name}"`).join(', ')
  const values = columns.map(({ kind }, at) => `$${at + 1}::${kind}[]`).join(', ')
  return `INSERT INTO orrery.${name} (${names}) SELECT * FROM unnest(${values})`
}

/** The next row is numbered after the last of SQLite. Rooms that number rows themselves have no sequence. */
async function numberFrom(client: Client, { name, numbered }: CopiedTable): Promise<void> {
  if (numbered === null) return
  const { rows } = await client.query<{ sequence: string | null }>(
    'SELECT pg_get_serial_sequence($1, $2) AS sequence',
    [`orrery.${name}`, numbered.column],
  )
  if ((rows[0]?.sequence ?? null) === null) return
  await client.query(`ALTER TABLE orrery.${name} ALTER COLUMN "${numbered.column}" RESTART WITH ${numbered.last + 1}`)
}

type Checked = { readonly table: CopiedTable; readonly digest: string }

async function check(db: DatabaseSync, client: Client, { table, digest }: Checked): Promise<void> {
  const there = await digestThere(client, table)
  const here = countRows(db, table)
  if (here !== there.rows) throw new CopyRefusedError(`${table.name} has ${there.rows} rows there, and ${here} here`)
  if (there.digest !== digest) throw new CopyRefusedError(`${table.name} does not hold there what was sent`)
}
