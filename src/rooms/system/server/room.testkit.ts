// For tests: the system room over HTTP, in a home with a database, a tmux that says what the test wants, and time by hand.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { startTestServer } from '#platform/server/http/testing/test-server.ts'
import { keepTold } from '#platform/server/live/live-feed.testkit.ts'
import { silentLog } from '#platform/server/log/log.ts'
import type { TmuxListing } from '#platform/server/tmux/tmux.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import { sampleConfig } from '#testing/sample-config.testkit.ts'
import type { FindingTold } from '../contract.ts'
import { openSystemRoom } from './index.ts'

export type TestSystem = Awaited<ReturnType<typeof openTestSystem>>

/** `look` is what doctor sees. */
export async function openTestSystem(file: object = {}) {
  const home = await mkdtemp(join(tmpdir(), 'orrery-system-'))
  const time = new ManualTime('2026-11-22T18:50:21.000Z')
  const database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  const seen = {
    tmux: { kind: 'sessions', sessions: [] } as TmuxListing,
    tmuxAsked: 0,
    findings: [] as FindingTold[],
    looks: 0,
    viewers: 0,
  }
  const logged: string[] = []
  const say = (_: object | string, message?: string): void => void logged.push(message ?? '')
  const ground = {
    database,
    live: { ...keepTold(), viewers: () => seen.viewers },
    tmux: {
      version: async () => 'tmux 3.5a',
      async list() {
        seen.tmuxAsked += 1
        return seen.tmux
      },
    },
    address: { url: () => 'http://127.0.0.1:7420', hookPort: () => 7421 },
    environment: {},
    machine: { hostName: 'box', userName: 'ada' },
    clock: time,
    timers: time,
    log: { ...silentLog, info: say, error: say },
    version: '1.2.3',
    config: sampleConfig(home, file),
  }
  const room = openSystemRoom(ground, {
    mode: 'legacy',
    countSessions: () => ({ idle: 1, running: 2, awaiting_review: 3, completed: 4, failed: 5 }),
    nodes: async () => null,
    async look() {
      seen.looks += 1
      return seen.findings
    },
  })
  const server = await startTestServer({ mount: ({ api, metrics }) => room.mount?.(api, metrics) })
  return {
    home,
    time,
    seen,
    logged,
    ground,
    room,
    /** Writes a file of the home, and the folders above it. */
    async put(path: string, text: string) {
      await mkdir(dirname(join(home, path)), { recursive: true })
      await writeFile(join(home, path), text)
    },
    async ask(method: string, path: string, body?: object) {
      const answer = await server.send(method, path, { body })
      const bytes = Buffer.from(await answer.arrayBuffer())
      const isJson = answer.headers.get('content-type')?.includes('json') === true
      return {
        status: answer.status,
        headers: answer.headers,
        bytes,
        body: isJson ? JSON.parse(bytes.toString()) : null,
      }
    },
    async [Symbol.asyncDispose]() {
      await server.stop()
      await room[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      await rm(home, { recursive: true, force: true })
    },
  }
}
