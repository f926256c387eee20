// The name of a node in PostgreSQL, which one process at a time may bear: a lock of a session, which ends with the process.
import type { Client } from 'pg'
import { secondMs } from '#base/time.ts'
import type { Log } from '#platform/server/log/log.ts'
import { createNews } from './news.ts'
import { untilDone } from './troubles.ts'

/** So often the connection that holds the name is asked whether it still does. */
const beatMs = 5 * secondMs
/** Where the network is cut, PostgreSQL itself finds out within 8 s, and gives the name away. */
const farEnd = 'SET tcp_keepalives_idle = 4; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 2'

export class NameTaken extends Error {
  override readonly name = 'NameTaken'
}

type Claim = {
  /** Rejects with `NameTaken` while another process bears the name. */
  readonly take: () => Promise<void>
  readonly give: () => Promise<void>
}

type NameParts = { readonly node: string; readonly log: Log; readonly isEnding: () => boolean }

export function createClaim(connect: () => Client, { node, log, isEnding }: NameParts): Claim {
  let holder: Client | null = null
  /** Of the session that held the name last: it is ours, although nothing may reach us through it. */
  let lastPid: number | null = null
  let beating: NodeJS.Timeout | null = null
  const isNews = createNews()

  async function attempt(): Promise<void> {
    const client = connect()
    client.on('error', ({ message }) => log.warn({ reason: message }, 'the connection that holds the name broke'))
    client.once('end', () => {
      if (holder === client) void retake()
    })
    try {
      await client.connect()
      await client.query(farEnd)
      const { rows } = await client.query<{ free: boolean; pid: number }>(
        "SELECT pg_try_advisory_lock(hashtext('orrery node'), hashtext($1)) AS free, pg_backend_pid() AS pid",
        [node],
      )
      if (rows[0]?.free !== true) throw new NameTaken(`Another service is the node ${node} of this PostgreSQL.`)
      holder = client
      lastPid = rows[0].pid
    } catch (error) {
      if (error instanceof NameTaken && lastPid !== null) await client.query(endSession, [lastPid]).catch(() => null)
      await client.end().catch(() => null)
      throw error
    }
  }

  /** PostgreSQL was started anew, or the network broke: what runs goes on, and the name is taken again. */
  async function retake(): Promise<void> {
    holder = null
    await untilDone(attempt, { isEnding, onFailure }).catch(() => null)
    if (isEnding()) await give()
  }

  function onFailure(error: unknown): void {
    const reason = error instanceof Error ? error.message : ''
    if (isNews(reason)) log.warn({ reason }, 'the name of this node is not taken again yet')
  }

  async function give(): Promise<void> {
    if (beating !== null) clearInterval(beating)
    const held = holder
    holder = null
    await held?.end()
  }

  return {
    async take() {
      await attempt()
      // One that is not answered ends the connection, and then the name is taken again.
      beating = beat(() => holder)
    },
    give,
  }
}

function beat(holder: () => Client | null): NodeJS.Timeout {
  let isAsking = false
  async function ask(): Promise<void> {
    if (isAsking) return
    isAsking = true
    await holder()
      ?.query('SELECT 1')
      .catch(() => null)
    isAsking = false
  }
  return setInterval(() => void ask(), beatMs).unref()
}

/** Only one that is still ours: numbers of sessions come again. */
const endSession = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE pid = $1 AND application_name = current_setting('application_name')`
