// The rows of nodes in PostgreSQL, over one connection that also holds the lock of this node's row. Loaded with DATABASE_URL alone.
import { Client } from 'pg'
import { z } from 'zod'
import { secondMs } from '#base/time.ts'
import { lockTables, unlockTables } from '#platform/server/db/lock-tables.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { NodeRow } from '../node-row.ts'
import type { NodeTable } from '../ports.ts'

const answerLimitMs = 5 * secondMs

export type NodeTableParts = {
  readonly url: string
  readonly node: string
  /** Of this process, an UUID: a row of it is ours, whoever holds the lock. */
  readonly instance: string
  readonly log: Log
}

/** A connection, whether the lock of this node's name is its own, and whether the table has the columns of this release. */
type Held = { readonly client: Client; isOwner: boolean; readonly hasMore: boolean }

/** Nothing is asked of PostgreSQL before the first heartbeat. */
export function createNodeTable(parts: NodeTableParts): NodeTable {
  const { node, instance } = parts
  const { ask, close } = createConnection(parts)
  /** Whether PostgreSQL ever heard of this process. */
  let isTold = false
  return {
    beat: (facts, nowMs) =>
      ask(async (present) => {
        present.isOwner ||= await takeLock(present.client, node)
        const { hostname, url, version, capabilities, upMs, machine } = facts
        const { client, isOwner, hasMore } = present
        const values = [node, instance, hostname, url, version, capabilities, upMs, isOwner]
        const more = hasMore ? [nowMs, ...machineColumns.map((name) => machine[name])] : []
        await client.query(writeOf(hasMore), [...values, ...more])
        isTold = true
        const { rows } = await client.query(readOf(hasMore), [instance])
        return rowsSchema.parse(rows)
      }),
    async leave() {
      if (!isTold) return
      await ask(({ client }) =>
        client.query('UPDATE orrery.nodes SET stopped_at = clock_timestamp() WHERE instance = $1', [instance]),
      )
    },
    forget: (afterMs) =>
      ask(async ({ client }) => {
        const { rowCount } = await client.query(
          "DELETE FROM orrery.nodes WHERE last_heartbeat <= clock_timestamp() - $1 * interval '1 ms'",
          [afterMs],
        )
        return rowCount ?? 0
      }),
    close,
  }
}

/** One connection, which the next question replaces when it broke or a question failed. */
function createConnection(parts: NodeTableParts) {
  let held: Promise<Held> | null = null

  function begin(): Promise<Held> {
    const own: Promise<Held> = connect(parts).then(({ client, hasMore }) => {
      client.once('end', () => {
        // One that broke while nobody used it is not asked once more.
        if (held === own) held = null
      })
      return { client, isOwner: false, hasMore }
    })
    return own
  }

  return {
    async ask<T>(work: (held: Held) => Promise<T>): Promise<T> {
      const own = (held ??= begin())
      try {
        return await work(await own)
      } catch (error) {
        if (held === own) held = null
        own
          .then(({ client }) => end(client))
          .catch(() => {
            // It never was one.
          })
        throw error
      }
    },
    async close(): Promise<void> {
      const last = held
      held = null
      try {
        await (await last)?.client.end()
      } catch (error) {
        parts.log.debug({ err: error }, 'the connection of this node’s presence was gone')
      }
    },
  }
}

async function connect({ url, node, log }: NodeTableParts): Promise<Pick<Held, 'client' | 'hasMore'>> {
  const client = new Client({
    connectionString: url,
    application_name: `orrery ${node} presence`,
    connectionTimeoutMillis: answerLimitMs,
    query_timeout: answerLimitMs,
    keepAlive: true,
  })
  client.on('error', (error) => log.debug({ err: error }, 'the connection of this node’s presence broke'))
  try {
    await client.connect()
    await client.query(soonUnlocked)
    await makeTable(client)
    return { client, hasMore: await addColumns(client, log) }
  } catch (error) {
    end(client)
    throw error
  }
}

/** A client whose server is silent waits for nothing: `end` breaks the connection then. */
function end(client: Client): void {
  client.end().catch(() => {
    // It broke before.
  })
}

async function makeTable(client: Client): Promise<void> {
  const { rows } = await client.query<{ found: string | null }>("SELECT to_regclass('orrery.nodes') AS found")
  // Whoever may write there need not have the right to make a schema.
  if ((rows[0]?.found ?? null) !== null) return
  await lockTables(client)
  await client.query(`${table} ${columnsToAdd}`)
  await unlockTables(client)
}

/** Whether the columns are there. A table that an earlier release made gets them from its owner, whose node comes first. */
async function addColumns(client: Client, log: Log): Promise<boolean> {
  const { rows } = await client.query<{ is_ours: boolean; columns: number }>(lookAtTable, [moreColumns])
  const [{ is_ours: isOurs, columns } = { is_ours: false, columns: 0 }] = rows
  if (columns === moreColumns.length) return true
  if (!isOurs) {
    log.debug('the table of nodes lacks columns of this release, and this user may not add them')
    return false
  }
  await lockTables(client)
  await client.query(columnsToAdd)
  await unlockTables(client)
  return true
}

async function takeLock(client: Client, node: string): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>(
    "SELECT pg_try_advisory_lock(hashtext('orrery presence'), hashtext($1)) AS free",
    [node],
  )
  return rows[0]?.free === true
}

/** A machine that lost its power leaves no lock behind for hours. */
const soonUnlocked = 'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;'

const table = `
  CREATE SCHEMA IF NOT EXISTS orrery;
  CREATE TABLE IF NOT EXISTS orrery.nodes (
    name text PRIMARY KEY,
    instance uuid NOT NULL,
    hostname text NOT NULL,
    url text,
    version text NOT NULL,
    capabilities text[] NOT NULL,
    started_at timestamptz NOT NULL,
    last_heartbeat timestamptz NOT NULL,
    stopped_at timestamptz
  );`

const machineColumns = ['free_ram', 'total_ram', 'load', 'cores'] as const
/** How far a node's clock is ahead of PostgreSQL's, in milliseconds. */
const aheadColumn = 'ahead_ms'
const epochAgo = ' - extract(epoch FROM clock_timestamp())::float8 * 1000'
/** What tables of earlier releases lack. */
const moreColumns = [aheadColumn, ...machineColumns]

/** Nothing that older nodes write is asked to know of them. */
const columnsToAdd = `ALTER TABLE orrery.nodes ${moreColumns
  .map((name) => `ADD COLUMN IF NOT EXISTS ${name} double precision`)
  .join(', ')}`

const lookAtTable = `
  SELECT pg_has_role(relowner, 'USAGE') AS is_ours, (SELECT count(*)::int FROM pg_attribute
    WHERE attrelid = pg_class.oid AND attname = ANY($1) AND NOT attisdropped) AS columns
  FROM pg_class WHERE oid = 'orrery.nodes'::regclass`

/** The row of another process is overwritten by the holder of the lock alone: its process is over. */
function writeOf(hasMore: boolean): string {
  const more = hasMore ? moreColumns : []
  return `
  INSERT INTO orrery.nodes AS n
    (${['name, instance, hostname, url, version, capabilities, started_at, last_heartbeat', ...more].join(', ')})
  VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() - $7 * interval '1 ms', clock_timestamp()${more
    .map((name, index) => `, $${9 + index}::float8${name === aheadColumn ? epochAgo : ''}`)
    .join('')})
  ON CONFLICT (name) DO UPDATE SET
    instance = excluded.instance, hostname = excluded.hostname, url = excluded.url, version = excluded.version,
    capabilities = excluded.capabilities, last_heartbeat = excluded.last_heartbeat, stopped_at = NULL,
    ${more.map((name) => `${name} = excluded.${name},`).join(' ')}
    started_at = CASE WHEN n.instance = excluded.instance THEN n.started_at ELSE excluded.started_at END
  WHERE $8 OR n.instance = excluded.instance`
}

function readOf(hasMore: boolean): string {
  const told = (name: string): string => (hasMore ? name : 'null::float8')
  const pairs = machineColumns.map((name) => `'${name}', ${told(name)}`).join(', ')
  return `
  SELECT name, hostname, url, version, capabilities, instance = $1 AS "isOurs", json_build_object(${pairs}) AS machine,
    ${told(aheadColumn)} AS "aheadMs",
    ${ageOf('started_at')} AS "upMs", ${ageOf('last_heartbeat')} AS "silentMs", ${ageOf('stopped_at')} AS "stoppedMs"
  FROM orrery.nodes ORDER BY name`
}

function ageOf(column: string): string {
  return `(extract(epoch FROM clock_timestamp() - ${column}) * 1000)::float8`
}

const numberOrNull = z.number().nonnegative().nullable().catch(null)
const machineSchema = z.object({
  free_ram: numberOrNull,
  total_ram: numberOrNull,
  load: numberOrNull,
  cores: numberOrNull,
})

/** Whoever may write there is trusted with strands, and not with what a link of the page leads to. */
const rowsSchema = z.array(
  z.object({
    name: z.string(),
    hostname: z.string(),
    url: z
      .url({ protocol: /^https?$/ })
      .nullable()
      .catch(null),
    version: z.string(),
    capabilities: z.array(z.string()),
    isOurs: z.boolean(),
    machine: machineSchema,
    upMs: z.number(),
    silentMs: z.number(),
    aheadMs: z.number().nullable(),
    stoppedMs: z.number().nullable(),
  }),
) satisfies z.ZodType<NodeRow[]>
