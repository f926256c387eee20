// For tests: the room over a real database in a temporary home, with strands from memory, behind a real server.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { mountRoom } from '#platform/server/house/house.ts'
import { startTestServer } from '#platform/server/http/testing/test-server.ts'
import { countFrom } from '#platform/server/live/live-feed.testkit.ts'
import { silentLog } from '#platform/server/log/log.ts'
import type { LoadError } from '../contract.ts'
import { createFlow, type FlowRoomOptions } from './create-flow.ts'
import type { LoadedStrand, StrandSource } from './loaded-strand.ts'

/** What the next load answers; a test changes it between reloads. */
export type Memory = {
  strands: readonly LoadedStrand[]
  errors: readonly LoadError[]
  unread: ReadonlyMap<string, LoadError>
}

export type RoomOptions = Partial<Pick<FlowRoomOptions, 'setJobEnabled' | 'clock' | 'retentionDays' | 'log'>> & {
  readonly home?: string
  /** What is asked for strands that another room would have brought. */
  readonly brought?: FlowRoomOptions['strands']
  /** What the first load answers, in the place of the strands. */
  readonly memory?: Memory
}

export type Room = Awaited<ReturnType<typeof openRoom>>

/** `home`: one to open again. The room is started, and its answers are checked against their schemas. */
export async function openRoom(strands: readonly LoadedStrand[], options: RoomOptions = {}) {
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'orrery-flow-')))
  const memory: Memory = options.memory ?? { strands, errors: [], unread: new Map() }
  const source: StrandSource = { load: async () => memory, async [Symbol.asyncDispose]() {} }
  const database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  const flow = createFlow({
    home,
    database,
    source,
    setJobEnabled: options.setJobEnabled ?? null,
    hosts: ['here'],
    capabilities: () => [],
    retentionDays: options.retentionDays ?? (() => 30),
    ...(options.brought === undefined ? {} : { strands: options.brought }),
    frames: countFrom(0),
    clock: options.clock ?? { now: () => Date.now() },
    log: options.log ?? silentLog,
    loadPlugins: async () => [],
    webhooks: () => ({}),
    nameOf: (principal) => principal?.kind ?? 'nobody',
  })
  const server = await startTestServer({ mount: (http) => mountRoom(http, flow) })
  await flow.start()
  await flow.started
  return {
    flow,
    memory,
    home,
    database,
    url: server.url,
    async ask(method: string, path: string, body?: unknown) {
      const response = await server.send(method, path, { body })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: readBody(isJson ? text : 'null'),
      }
    },
    /** Ends the room and keeps its home. */
    async close() {
      await server.stop()
      await flow[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
    async [Symbol.asyncDispose]() {
      await this.close()
      await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    },
  }
}

/** Each route has its own form; a test reads the fields of the one that it asked. */
// oxlint-disable-next-line typescript/no-explicit-any
const readBody = (text: string): any => JSON.parse(text)
