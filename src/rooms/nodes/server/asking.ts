// The side that asks: puts a row, waits for its answer, and takes it back when its time is over.
import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { err, type Result } from '#base/result.ts'
import { toIso } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import { BrokenLink } from '#platform/server/db/postgres/failures.ts'
import type { Link } from '#platform/server/db/postgres/link.ts'
import { storageRefusals } from '#platform/server/db/storage-error.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Timers } from '#platform/server/timers.ts'
import { nodeOffline } from '../core/offline-words.ts'
import { silentAfterMs, standingOf } from '../core/standing.ts'
import { createLooks } from './looks.ts'
import { clearAsks, putAsk, readAnswers, takeBack, type AskedNode } from './postgres/ask-table.ts'
import { backMs, mostHeld, mostRead, mostRequest, mostWaiting, tooLong, tooMany } from './relay-bounds.ts'
import { readRelayed } from './relayed-text.ts'

export type AskingSideParts = {
  readonly link: Link
  /** Of this process. */
  readonly instance: string
  readonly clock: Clock
  readonly timers: Pick<Timers, 'after' | 'passedMs'>
  readonly log: Pick<Log, 'debug'>
}

export interface AskingSide {
  ask(node: string, request: string, limitMs: number): Promise<Result<string, Refusal>>
  /** Reads what was answered, if anything is waited for. */
  look(): void
  /** Deletes the rows of what was heard. Rejects with what PostgreSQL says. */
  clear(client: Client): Promise<void>
  /** How many are waited for. */
  count(): number
  /** Whoever waits is told that nothing is known. */
  end(): Promise<void>
}

type Asked = {
  readonly id: string
  readonly node: string
  readonly request: string
  readonly limitMs: number
  readonly endMs: number
}

export function createAsking(parts: AskingSideParts): AskingSide {
  return new AskingNode(parts)
}

class AskingNode implements AskingSide {
  readonly #parts: AskingSideParts
  /** By id: called with the answer, or with null once its time is over. */
  readonly #waiting = new Map<string, (answer: string | null) => void>()
  readonly #heard = new Set<string>()
  readonly #looks
  #held = 0

  constructor(parts: AskingSideParts) {
    this.#parts = parts
    this.#looks = createLooks({ ...parts, look: (client) => this.#read(client) })
  }

  async ask(node: string, request: string, limitMs: number): Promise<Result<string, Refusal>> {
    if (request.length > mostRequest) return err(tooLong)
    if (this.#waiting.size >= mostWaiting || this.#held + request.length > mostHeld) return err(tooMany)
    const id = randomUUID()
    const { timers } = this.#parts
    const { promise, resolve } = Promise.withResolvers<string | null>()
    const stop = timers.after(limitMs, () => resolve(null))
    this.#waiting.set(id, resolve)
    this.#held += request.length
    try {
      const refusal = await this.#put({ id, node, request, limitMs, endMs: timers.passedMs() + limitMs })
      if (refusal !== null) return err(refusal)
      const answer = await promise
      return answer === null ? await this.#giveUp(id, node, limitMs) : readRelayed(node, answer)
    } finally {
      stop()
      this.#held -= request.length
      this.#waiting.delete(id)
      this.#heard.add(id)
    }
  }

  look(): void {
    if (this.#waiting.size > 0) this.#looks.again()
  }

  async clear(client: Client): Promise<void> {
    const heard = [...this.#heard]
    await clearAsks(client, heard)
    for (const id of heard) this.#heard.delete(id)
  }

  count(): number {
    return this.#waiting.size
  }

  async end(): Promise<void> {
    for (const tell of this.#waiting.values()) tell(null)
    await this.#looks.ended()
  }

  /** Null once it is there. Over a connection that broke it is put once more, under its id. */
  async #put({ endMs, limitMs, ...asked }: Asked): Promise<Refusal | null> {
    const { link, instance, timers, log } = this.#parts
    let mayBeThere = false
    for (;;) {
      const leftMs = endMs - timers.passedMs()
      const client = leftMs > 0 ? await link.client(leftMs) : null
      if (client === null) {
        return mayBeThere ? nodeOffline(asked.node, { kind: 'unfinished', limitMs }) : storageRefusals.remote
      }
      try {
        const node = await putAsk(client, { ...asked, asker: instance, leftMs, silentAfterMs })
        return this.#judge(asked.node, node)
      } catch (error) {
        log.debug({ err: error }, 'another node could not be asked')
        if (!(error instanceof BrokenLink)) return storageRefusals.failed
        mayBeThere = true
        link.drop(client)
      }
    }
  }

  #judge(name: string, node: AskedNode | null): Refusal | null {
    if (node === null) return nodeOffline(name, { kind: 'gone', since: null })
    if (standingOf(node) === 'live') return null
    const agoMs = node.stoppedMs ?? node.silentMs
    return nodeOffline(name, { kind: 'gone', since: toIso(Math.round(this.#parts.clock.now() - agoMs)) })
  }

  async #read(client: Client): Promise<void> {
    const answers = await readAnswers(client, [...this.#waiting.keys()], mostRead)
    for (const { id, answer } of answers) {
      this.#waiting.get(id)?.(answer)
      this.#waiting.delete(id)
    }
    if (answers.length === mostRead) this.#looks.again()
  }

  /** Its time is over. What comes as late as this is taken after all. */
  async #giveUp(id: string, node: string, limitMs: number): Promise<Result<string, Refusal>> {
    const { link, timers, log } = this.#parts
    const { promise: late, resolve } = Promise.withResolvers<null>()
    const stop = timers.after(backMs, () => resolve(null))
    const take = async () => {
      const client = await link.client(backMs)
      return client === null ? null : await takeBack(client, id)
    }
    const taken = take().catch((error: unknown) => {
      log.debug({ err: error }, 'what was asked of another node could not be taken back')
      return null
    })
    const back = await Promise.race([taken, late])
    stop()
    if (back !== null && back.answer !== null) return readRelayed(node, back.answer)
    const isUnbegun = back !== null && !back.wasBegun
    return err(nodeOffline(node, { kind: isUnbegun ? 'unbegun' : 'unfinished', limitMs }))
  }
}
