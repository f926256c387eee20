// The queue of writes on PostgreSQL: what arrives while one commit is under way is the next one. It says the same as group-commit.ts.
import type { Client } from 'pg'
import { scriptOf, type GroupCommit, type Write } from '../group-commit.ts'
import type { News } from '../news.ts'
import type { SlicedWrite } from '../sliced-write.ts'
import { BehindError, StorageError, type StorageTrouble } from '../storage-error.ts'
import { runScriptThere } from './ask.ts'
import { answered, BrokenLink, isToRetry, notTakenThere } from './failures.ts'
import type { Link } from './link.ts'
import { lastOf, noteIn, type CommitMark } from './mark.ts'

/** A server that starts anew is waited for so long; then what waits is refused. */
const patienceMs = 2000
/** Nodes that are in each other's way do not stay so. */
const mostTries = 5

type Promised<W> = { readonly write: W; readonly resolve: () => void; readonly reject: (reason: unknown) => void }
type Waiting = Promised<Write>

/** What is written in a transaction; answers what other nodes have to know of it. */
type Work = (client: Client) => Promise<readonly News[]>

export type CommitsParts = {
  readonly link: Link
  readonly mark: CommitMark
  /** Told the outcome of each commit: null for one that went through. */
  readonly onOutcome: (trouble: StorageTrouble | null) => void
}

export interface PostgresCommits extends GroupCommit {
  /** Resolves when all that waits is committed or refused. */
  flush(): Promise<void>
}

export function createPostgresCommits(parts: CommitsParts): PostgresCommits {
  return new PostgresQueue(parts)
}

class PostgresQueue implements PostgresCommits {
  readonly #parts: CommitsParts
  #waiting: Waiting[] = []
  readonly #long: Promised<SlicedWrite>[] = []
  #running: Promise<void> | null = null
  #count = 0

  constructor(parts: CommitsParts) {
    this.#parts = parts
  }

  count(): number {
    return this.#count
  }

  write(write: Write): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ write, resolve, reject })
      this.#run()
    })
  }

  writeInSlices(write: SlicedWrite): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#long.push({ write, resolve, reject })
      this.#run()
    })
  }

  async flush(): Promise<void> {
    while (this.#running !== null) await this.#running
  }

  #run(): void {
    this.#running ??= this.#work().finally(() => {
      this.#running = null
      if (this.#waiting.length + this.#long.length > 0) this.#run()
    })
  }

  /** Never rejects. */
  async #work(): Promise<void> {
    // What one turn of the event loop asks is one commit.
    await nextTurn()
    while (this.#waiting.length + this.#long.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      if (batch.length > 0) await this.#commitAll(batch)
      else await this.#commitLong()
    }
  }

  async #commitAll(batch: readonly Waiting[]): Promise<void> {
    let last = 0
    const failure = await this.#transact(async (client) => {
      for (const [place, { write }] of batch.entries()) {
        last = place
        await runScriptThere({ client }, scriptOf(write))
      }
      return batch.flatMap(({ write }) => write.news?.() ?? [])
    })
    if (failure instanceof BehindError) {
      const rest = this.#refuseFrom(batch, last, failure)
      if (rest.length > 0) await this.#commitAll(rest)
      return
    }
    if (failure === null) {
      for (const { write } of batch) write.committed?.()
      for (const { resolve } of batch) resolve()
      return
    }
    // What came meanwhile was changed in memory on top of what is taken back now.
    refuse([...batch, ...this.#waiting.splice(0)], failure)
  }

  /** One that is behind, and what its room planned after it; answers what is to be committed without them. */
  #refuseFrom(batch: readonly Waiting[], place: number, failure: BehindError): Waiting[] {
    const room = batch[place]?.write.plannedOn
    const isRefused = (each: Waiting, at: number): boolean =>
      at === place || (at > place && room !== undefined && each.write.plannedOn === room)
    const all = [...batch, ...this.#waiting]
    const stays = all.map((each, at) => !isRefused(each, at))
    this.#waiting = this.#waiting.filter((_, at) => stays[batch.length + at])
    refuse(
      all.filter((_, at) => !stays[at]),
      failure,
    )
    return batch.filter((_, at) => stays[at])
  }

  async #commitLong(): Promise<void> {
    const next = this.#long.shift()
    if (next === undefined) return
    const { write } = next
    const { signal } = write
    const failure = await this.#transact(async (client) => {
      signal?.throwIfAborted()
      await runScriptThere({ client, signal }, scriptOf(write))
      signal?.throwIfAborted()
      return write.news?.() ?? []
    })
    if (failure !== null) return refuse([next], signal?.aborted === true ? signal.reason : failure)
    write.committed?.()
    next.resolve()
  }

  /** One transaction; null once it is known to be committed. */
  async #transact(work: Work): Promise<StorageError | null> {
    const failure = await this.#attempt(work, 1)
    // Who is behind has no trouble with the database.
    if (!(failure instanceof BehindError)) this.#parts.onOutcome(failure?.trouble ?? null)
    if (failure === null) this.#count += 1
    return failure
  }

  async #attempt(work: Work, tries: number): Promise<StorageError | null> {
    const { link, mark } = this.#parts
    const client = await link.client(patienceMs)
    if (client === null) return new StorageError('PostgreSQL can not be reached.', { trouble: 'remote' })
    mark.number += 1
    try {
      await answered(client.query('BEGIN'))
      const news = await work(client)
      await noteIn(client, mark, news)
    } catch (error) {
      await giveUp(link, client, error)
      if (isToRetry(error) && tries < mostTries) return await this.#attempt(work, tries + 1)
      return notTakenThere(error)
    }
    try {
      await answered(client.query('COMMIT'))
      return null
    } catch (error) {
      await giveUp(link, client, error)
      return (await wasCommitted(link, mark)) ? null : notTakenThere(error)
    }
  }
}

/**
 * Nobody is told anything before it is known, so this waits as long as PostgreSQL is away. What the old connection began may
 * still be under way there.
 */
async function wasCommitted(link: Link, mark: CommitMark): Promise<boolean> {
  for (;;) {
    const client = await link.client(patienceMs)
    if (client === null) {
      if (link.isClosed()) return false
      continue
    }
    try {
      return (await lastOf(client, mark)) === mark.number
    } catch (error) {
      await giveUp(link, client, error)
    }
  }
}

/** Leaves a connection that can be used, or none. */
async function giveUp(link: Link, client: Client, error: unknown): Promise<void> {
  if (error instanceof BrokenLink) return link.drop(client)
  try {
    await client.query('ROLLBACK')
  } catch {
    // What can't even be rolled back is broken.
    link.drop(client)
  }
}

function refuse(promised: readonly Promised<Pick<Write, 'undo'>>[], reason: unknown): void {
  for (const { write } of promised.toReversed()) write.undo?.()
  for (const { reject } of promised) reject(reason)
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
