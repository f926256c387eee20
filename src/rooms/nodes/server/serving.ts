// The side that is asked: takes rows of this node, some at a time, and writes what came of each, once.
import type { Client } from 'pg'
import { secondMs } from '#base/time.ts'
import { BrokenLink } from '#platform/server/db/postgres/failures.ts'
import type { Link } from '#platform/server/db/postgres/link.ts'
import type { Carry } from '#platform/server/http/forward/relay.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Timers } from '#platform/server/timers.ts'
import { createLooks } from './looks.ts'
import { endLeft, takeAsks, writeAnswer, type Server, type TakenAsk } from './postgres/ask-table.ts'
import { mostRunning, stopMs } from './relay-bounds.ts'
import { failedRelayed, leftText, toRelayed } from './relayed-text.ts'

export type ServingParts = {
  readonly link: Link
  readonly node: string
  /** Of this process. */
  readonly instance: string
  readonly carry: Carry
  readonly timers: Pick<Timers, 'after' | 'passedMs'>
  readonly log: Pick<Log, 'debug' | 'error'>
}

export interface Serving {
  /** Takes what is asked, if there is room. */
  look(): void
  /** Answers for a process of this name that is over. Rejects with what PostgreSQL says. */
  endLeft(client: Client): Promise<void>
  /** Takes nothing more, and waits some seconds for what runs. */
  stop(): Promise<void>
}

/** PostgreSQL's clock runs as ours, nearly. */
const clockSlackMs = 5 * secondMs

export function createServing(parts: ServingParts): Serving {
  const { node, instance, timers } = parts
  const running = new Map<string, Promise<void>>()
  /** Those of which no answer could be written, and until when: their rows look as if nobody had begun. */
  const unwritten = new Map<string, number>()
  let isOver = false

  function server(): Server {
    for (const [id, endMs] of unwritten) if (endMs < timers.passedMs()) unwritten.delete(id)
    const begun = [...running.keys(), ...unwritten.keys()]
    return { node, instance, begun, room: mostRunning - running.size }
  }

  const looks = createLooks({
    ...parts,
    async look(client) {
      const now = server()
      if (isOver || now.room <= 0) return
      for (const taken of await takeAsks(client, now)) begin(taken)
    },
  })

  function begin(taken: TakenAsk): void {
    const { id, leftMs } = taken
    if (running.has(id) || unwritten.has(id)) return
    const endMs = timers.passedMs() + leftMs + clockSlackMs
    const carry = async (): Promise<void> => {
      const isWritten = await carryOut(parts, taken)
      if (!isWritten) unwritten.set(id, endMs)
      running.delete(id)
      looks.again()
    }
    running.set(id, carry())
  }

  return {
    look: () => looks.again(),
    endLeft: (client) => endLeft(client, server(), leftText),
    async stop() {
      isOver = true
      await looks.ended()
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const cancel = timers.after(stopMs, resolve)
      await Promise.race([Promise.all(running.values()), late])
      cancel()
    },
  }
}

/** Never rejects. What can't be written before its time is over is thrown away; false then. */
async function carryOut(
  { carry, link, timers, log }: ServingParts,
  { id, request, leftMs }: TakenAsk,
): Promise<boolean> {
  const endMs = timers.passedMs() + leftMs
  const answer = await carry(request, leftMs).then(toRelayed, (error: unknown) => {
    log.error({ err: error }, 'what another node asked for failed')
    return failedRelayed
  })
  for (;;) {
    const waitMs = Math.min(endMs - timers.passedMs(), secondMs)
    if (waitMs <= 0 || link.isClosed()) return false
    const client = await link.client(waitMs)
    if (client === null) continue
    try {
      await writeAnswer(client, id, answer)
      return true
    } catch (error) {
      log.debug({ err: error }, 'an answer for another node could not be written')
      if (!(error instanceof BrokenLink)) return false
      link.drop(client)
    }
  }
}
