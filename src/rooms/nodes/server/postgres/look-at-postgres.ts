// Doctor's look at the PostgreSQL of DATABASE_URL, over one connection of its own. It changes nothing there.
import { once } from 'node:events'
import { Client, DatabaseError } from 'pg'
import { isLoopbackName } from '#platform/server/access/loopback.ts'
import { fail, ok, warn, type Finding } from '#platform/server/cli/doctor/finding.ts'
import { troublesOf, versionText, type PostgresSeen } from '../../core/postgres-look.ts'

/** Long for a server in the same house, short for a person who waits. */
const limitMs = 3000
/** A notice to the own connection comes with the answer that follows it. */
const noticeMs = 500

const name = 'postgres'

/** Looks once. Never rejects. */
export async function lookAtPostgres(url: string): Promise<Finding> {
  const client = new Client({
    connectionString: url,
    application_name: 'orrery doctor',
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  })
  client.on('error', () => {
    // Told by whatever is asked next.
  })
  try {
    await client.connect()
    const seen = await look(client, url)
    const [worst, ...others] = troublesOf(seen)
    if (worst === undefined) return ok(name, `PostgreSQL ${versionText(seen.version)}, ${nodesText(seen.nodes)}`)
    const hints = [worst.hint, ...others.map(({ says, hint }) => `And ${says}: ${hint}`)]
    return (worst.isBroken ? fail : warn)(name, worst.says, ...hints)
  } catch (error) {
    return fail(name, `it can not be used: ${reasonOf(error)}`, hintOf(error))
  } finally {
    await client.end().catch(() => {
      // It never was one.
    })
  }
}

const nodesText = (count: number): string => `${count} ${count === 1 ? 'node' : 'nodes'} on it`

async function look(client: Client, url: string): Promise<PostgresSeen> {
  const askedMs = Date.now()
  const { rows } = await client.query<{
    version: string
    encoding: string
    may_create: boolean
    encrypted: boolean | null
    connections: string
    now_ms: string
    nodes_table: string | null
  }>(facts)
  const [row] = rows
  if (row === undefined) throw new Error('it answers nothing')
  // The middle of the way there and back.
  const hereMs = (askedMs + Date.now()) / 2
  return {
    version: Number(row.version),
    encoding: row.encoding,
    mayCreate: row.may_create,
    isEncrypted: row.encrypted === true,
    isLoopback: isLocal(url),
    hearsNotices: await hearsNotices(client),
    connections: Number(row.connections),
    nodes: row.nodes_table === null ? 1 : Math.max(1, await countNodes(client)),
    aheadMs: hereMs - Number(row.now_ms),
  }
}

/** A socket's folder is of this machine, too. */
function isLocal(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  return host === '' || host.startsWith('/') || isLoopbackName(host.toLowerCase().replaceAll(/^\[|\]$/g, ''))
}

async function hearsNotices(client: Client): Promise<boolean> {
  const channel = `orrery_doctor_${process.pid}`
  await client.query(`LISTEN ${channel}`)
  const heard = once(client, 'notification', { signal: AbortSignal.timeout(noticeMs) }).then(
    () => true,
    () => false,
  )
  await client.query('SELECT pg_notify($1, $2)', [channel, ''])
  return await heard
}

async function countNodes(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    "SELECT count(*) AS count FROM orrery.nodes WHERE stopped_at IS NULL AND last_heartbeat > now() - interval '1 day'",
  )
  return Number(rows[0]?.count)
}

const facts = `SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding,
  has_database_privilege(current_database(), 'CREATE') AS may_create,
  (SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()) AS encrypted,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS connections,
  extract(epoch FROM clock_timestamp()) * 1000 AS now_ms, to_regclass('orrery.nodes') AS nodes_table`

function reasonOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'no answer'
}

function hintOf(error: unknown): string {
  return error instanceof DatabaseError
    ? 'Look at the user, the password and the name of the database in DATABASE_URL.'
    : 'Look whether it runs, and whether its port is reached from here: pg_isready -h <host> -p <port>'
}
