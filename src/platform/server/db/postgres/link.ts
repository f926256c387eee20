// The one connection to PostgreSQL that writes: made anew when it broke, and never trusted after a silence.
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { secondMs } from '#base/time.ts'
import type { Log } from '../../log/log.ts'
import { ourTypes } from './values.ts'

/**
 * Where a machine sleeps or a process stands still amid a transaction, PostgreSQL ends it after this: its locks, that of the row
 * which numbers all commits among them, would hold every other node up until somebody came.
 */
const standstillMs = 15 * secondMs
/** A peer whose network is gone is found out within half a minute, and not after PostgreSQL's two hours. */
const soonFound = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

/** A server that says nothing for this long is gone, as far as whoever waits for a write is concerned. */
const silenceMs = 10 * secondMs
const connectLimitMs = 5 * secondMs
const firstRetryMs = 50
const lastRetryMs = secondMs

export type LinkParts = {
  readonly url: string
  /** How it is called in pg_stat_activity. */
  readonly name: string
  readonly log: Pick<Log, 'warn' | 'debug'>
  /** Runs on each new connection before anybody has it. */
  readonly prepare?: (client: Client) => Promise<void>
}

/** Where our tables are, and how we are called: of every connection of the stores. */
export function connectionOf({ url, name }: Pick<LinkParts, 'url' | 'name'>) {
  return {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: connectLimitMs,
    query_timeout: silenceMs,
    keepAlive: true,
    options: `-c search_path=orrery -c timezone=UTC -c idle_in_transaction_session_timeout=${standstillMs} ${soonFound}`,
    types: ourTypes,
  }
}

export interface Link extends AsyncDisposable {
  /** The connection, as soon as there is one; null when there was none within so many milliseconds. */
  client(withinMs: number): Promise<Client | null>
  /** To be told when a connection is broken, or no one knows what it holds: the next is made at once. */
  drop(client: Client): void
  isUp(): boolean
  isClosed(): boolean
}

/** Connects at once, and again and again. */
export function openLink(parts: LinkParts): Link {
  return new WriterLink(parts)
}

class WriterLink implements Link {
  readonly #parts: LinkParts
  #present: Client | null = null
  #isClosed = false
  #coming: Promise<void>
  readonly #ending = new AbortController()

  constructor(parts: LinkParts) {
    this.#parts = parts
    this.#coming = this.#connect()
  }

  isUp(): boolean {
    return this.#present !== null
  }

  isClosed(): boolean {
    return this.#isClosed
  }

  async client(withinMs: number): Promise<Client | null> {
    if (this.#present !== null || this.#isClosed) return this.#present
    const done = new AbortController()
    await Promise.race([this.#coming, waitUnless(done.signal, withinMs)])
    done.abort()
    return this.#present
  }

  drop(client: Client): void {
    breakOff(client)
    if (this.#present !== client) return
    this.#present = null
    this.#coming = this.#connect()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    this.#ending.abort()
    await this.#coming
    const last = this.#present
    this.#present = null
    await last?.end().catch(() => {
      // It broke while it was closed.
    })
  }

  /** Never rejects; resolves with a connection, or when the link is closed. */
  async #connect(): Promise<void> {
    let retryMs = firstRetryMs
    let isTold = false
    while (!this.#isClosed) {
      try {
        this.#present = await this.#open()
        if (isTold) this.#parts.log.warn({}, 'PostgreSQL can be used again')
        return
      } catch (error) {
        if (!isTold) this.#parts.log.warn({ err: error }, 'PostgreSQL can not be used')
        isTold = true
      }
      await waitUnless(this.#ending.signal, retryMs)
      retryMs = Math.min(2 * retryMs, lastRetryMs)
    }
  }

  async #open(): Promise<Client> {
    const client = new Client(connectionOf(this.#parts))
    client.on('error', (error) => this.#parts.log.debug({ err: error }, 'the connection that writes broke'))
    client.once('end', () => this.drop(client))
    try {
      await client.connect()
      await this.#parts.prepare?.(client)
      return client
    } catch (error) {
      breakOff(client)
      throw error
    }
  }
}

/** Resolves early once the signal is aborted. */
async function waitUnless(signal: AbortSignal, ms: number): Promise<void> {
  try {
    await wait(ms, undefined, { signal })
  } catch {
    // Nobody waits for it any more.
  }
}

/** A connection whose server is silent would wait for it to say goodbye. */
function breakOff(client: Client): void {
  client.end().catch(() => {
    // It is gone already.
  })
}
