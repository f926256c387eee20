// Nodes in one process that ask each other over a PostgreSQL, and a node in a process of its own that a test kills.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { systemClock } from '#platform/server/clock.ts'
import type { Carry } from '#platform/server/http/forward/relay.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { systemTimers } from '#platform/server/timers.ts'
import { openRelay } from '#rooms/nodes/server/open-relay.ts'
import { createNodeTable } from '#rooms/nodes/server/postgres/node-table.ts'
import { createPresence } from '#rooms/nodes/server/presence.ts'

/** A node that carries out by `carry`; it is there once this resolves. */
export async function beginNode(url: string, node: string, carry: Carry) {
  const parts = { url, node, instance: randomUUID(), clock: systemClock, timers: systemTimers, log: silentLog }
  const machine = { free_ram: null, total_ram: null, load: null, cores: null }
  const facts = () => ({
    hostname: node,
    url: `http://${node}.example`,
    version: '1.0.0',
    capabilities: [],
    upMs: 1,
    machine,
  })
  const presence = createPresence({ ...parts, table: createNodeTable(parts), facts })
  const relay = openRelay(parts)
  await presence.told()
  presence.start()
  relay.serve(carry)
  relay.start()
  return {
    ...relay,
    async [Symbol.asyncDispose]() {
      await relay[Symbol.asyncDispose]()
      await presence.stop()
    },
  }
}

/** One that begins what it is asked and says no more of it: `begun` has what it began, one after the other. */
export async function beginChild(url: string, node: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'relay-child.ts'), url, node], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const begun: string[] = []
  const ready = Promise.withResolvers<void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line === 'ready') ready.resolve()
    else begun.push(line)
  })
  await Promise.race([ready.promise, once(child, 'exit').then(() => Promise.reject(new Error('the node ended')))])
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { begun, kill, [Symbol.asyncDispose]: kill }
}

export async function query<R extends object>(url: string, sql: string): Promise<R[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<R>(sql)).rows
  } finally {
    await client.end()
  }
}
