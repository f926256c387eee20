// What other nodes committed: read in the order of their commits, as soon as PostgreSQL tells of one, and each second anyway.
import type { Client } from 'pg'
import { z } from 'zod'
import { minuteMs, secondMs } from '#base/time.ts'
import type { Log } from '../../log/log.ts'
import type { Timers } from '../../timers.ts'
import type { News } from '../news.ts'
import { answered } from './failures.ts'
import { openLink, type Link, type LinkParts } from './link.ts'
import { changesChannel } from './mark.ts'

/** A notice may get lost with its connection. */
const lookMs = secondMs
/** Whoever was away for longer reads all there is. */
const keptMinutes = 10
const clearMs = 5 * minuteMs
/** Changes that are read in one go. */
const most = 500
const patienceMs = 5 * secondMs

export type OthersParts = Pick<LinkParts, 'url' | 'name'> & {
  /** Of our own commits, which are no news. */
  readonly writer: string
  readonly timers: Pick<Timers, 'every'>
  readonly log: Pick<Log, 'warn' | 'debug' | 'error'>
  /** What another node changed, in order: the next is told when this is done. Must not reject. */
  readonly hear: (news: readonly News[]) => Promise<void>
  /** So much was missed that it is not known any more what: all is to be read anew. Must not reject. */
  readonly missed: () => Promise<void>
}

export interface Others extends AsyncDisposable {
  /** The number of the last commit that was heard of. */
  number(): number
}

type Row = { readonly number: number; readonly writer: string; readonly news: string }

const newsSchema = z.array(z.strictObject({ room: z.string(), ids: z.array(z.string()) }))

/** Hears from now on. Rejects when PostgreSQL can't be asked. */
export async function followOthers(parts: OthersParts): Promise<Others> {
  const follower = new Follower(parts)
  try {
    await follower.begin()
    return follower
  } catch (error) {
    await follower[Symbol.asyncDispose]()
    throw error
  }
}

class Follower implements Others {
  readonly #parts: OthersParts
  readonly #link: Link
  #last: number | null = null
  #reading: Promise<void> | null = null
  /** Something may have been committed since the look that is under way, if one is. */
  #isBehind = false
  #stops: readonly (() => void)[] = []

  constructor(parts: OthersParts) {
    this.#parts = parts
    this.#link = openLink({ ...parts, name: `${parts.name} listens`, prepare: (client) => this.#prepare(client) })
  }

  number(): number {
    return this.#last ?? 0
  }

  async begin(): Promise<void> {
    const client = await this.#link.client(patienceMs)
    if (client === null) throw new Error('PostgreSQL can not be asked for what other nodes change')
    this.#last = await readNumber(client)
    const { timers } = this.#parts
    this.#stops = [timers.every(lookMs, () => this.#look()), timers.every(clearMs, () => void this.#clear())]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const stop of this.#stops) stop()
    await this.#reading
    await this.#link[Symbol.asyncDispose]()
  }

  async #prepare(client: Client): Promise<void> {
    client.on('notification', () => this.#look())
    await client.query(`LISTEN ${changesChannel}`)
    const number = await readNumber(client)
    if (this.#last === null || number >= this.#last) return
    // A database that was restored from a backup counts from there again.
    this.#last = number
    await this.#parts.missed()
  }

  #look(): void {
    this.#isBehind = true
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = null
      if (this.#isBehind && this.#link.isUp()) this.#look()
    })
  }

  /** Never rejects. */
  async #readAll(): Promise<void> {
    while (this.#isBehind) {
      this.#isBehind = false
      const client = await this.#link.client(patienceMs)
      if (client === null || this.#last === null) return
      try {
        const rows = await read<Row>(client, readChanges, [this.#last, most])
        if (rows.length === most) this.#isBehind = true
        await this.#take(rows, this.#last)
      } catch (error) {
        this.#parts.log.debug({ err: error }, 'what other nodes changed could not be read')
        this.#link.drop(client)
      }
    }
  }

  async #take(rows: readonly Row[], after: number): Promise<void> {
    const [first] = rows
    const end = rows.at(-1)
    if (first === undefined || end === undefined) return
    this.#last = end.number
    const { writer: ours, hear, missed } = this.#parts
    // What is missing was cleared before we came back.
    if (first.number !== after + 1) return await missed()
    const news = rows.filter(({ writer }) => writer !== ours).flatMap((row) => newsOf(row.news))
    if (news.length > 0) await hear(news)
  }

  async #clear(): Promise<void> {
    const client = await this.#link.client(0)
    if (client === null) return
    try {
      await read(client, clearOld, [])
    } catch (error) {
      this.#parts.log.debug({ err: error }, 'what other nodes changed long ago could not be cleared')
    }
  }
}

function newsOf(text: string): readonly News[] {
  const parsed = newsSchema.safeParse(JSON.parse(text))
  // A newer node may tell of what this one does not know.
  return parsed.success ? parsed.data : []
}

const readChanges = 'SELECT number, writer, news FROM orrery.changes WHERE number > $1 ORDER BY number LIMIT $2'
const clearOld = `DELETE FROM orrery.changes WHERE at < now() - interval '${keptMinutes} minutes'`

async function readNumber(client: Client): Promise<number> {
  const [row] = await read<{ number: number }>(client, 'SELECT number FROM orrery.feed', [])
  return row?.number ?? 0
}

async function read<R extends object>(client: Client, text: string, values: readonly unknown[]): Promise<R[]> {
  return (await answered(client.query<R>(text, [...values]))).rows
}
