// The way from node to node: rows in the PostgreSQL that they share. A notice wakes, and each side looks each second anyway.
import type { Client } from 'pg'
import { openLink } from '#platform/server/db/postgres/link.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Carry, NodeRelay } from '#platform/server/http/forward/relay.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Timers } from '#platform/server/timers.ts'
import { createAsking } from './asking.ts'
import { asksChannel, makeAsks, readUrl } from './postgres/ask-table.ts'
import { clearMs, lookMs } from './relay-bounds.ts'
import { createServing, type Serving } from './serving.ts'

export type RelayParts = {
  /** `postgres://…` */
  readonly url: string
  readonly node: string
  /** Of this process, as in the row of this node. */
  readonly instance: string
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Pick<Log, 'warn' | 'debug' | 'error'>
}

export interface OpenRelay extends NodeRelay, AsyncDisposable {
  /** Begins to carry out what others ask of this node. */
  start(): void
  /** Carries out nothing more; what runs is answered. */
  stop(): Promise<void>
}

const patienceMs = 1000

export function openRelay(parts: RelayParts): OpenRelay {
  const { node, instance, timers, log } = parts
  let carry: Carry | null = null
  let serving: Serving | null = null
  const link = openLink({ ...parts, name: `orrery ${node} asks`, prepare })
  const asking = createAsking({ ...parts, link })

  async function prepare(client: Client): Promise<void> {
    await makeAsks(client)
    client.on('notification', ({ payload }) => {
      if (payload === instance) asking.look()
      if (payload === node) serving?.look()
    })
    await client.query(`LISTEN ${asksChannel}`)
  }

  const upkeep = async (): Promise<void> => {
    const client = link.isUp() ? await link.client(0) : null
    if (client === null) return
    try {
      await asking.clear(client)
      await serving?.endLeft(client)
    } catch (error) {
      log.debug({ err: error }, 'what nodes asked each other could not be cleared')
    }
  }
  const stops = [
    timers.every(lookMs, () => {
      asking.look()
      serving?.look()
    }),
    timers.every(clearMs, () => void upkeep()),
  ]
  const stop = async (): Promise<void> => {
    await serving?.stop()
    serving = null
  }
  return {
    here: node,
    ask: asking.ask.bind(asking),
    serve: (given) => (carry = given),
    async urlOf(name) {
      const client = await link.client(patienceMs)
      return client === null ? null : await readUrl(client, name).catch(() => null)
    },
    start() {
      if (carry !== null) serving = createServing({ ...parts, link, carry })
      serving?.look()
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
      for (const end of stops) end()
      await asking.end()
      await link[Symbol.asyncDispose]()
    },
  }
}
