// For tests: tasks and triage over a real database in a temporary home, a scripted model server, and HTTP in front.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onBoth } from '#platform/server/db/both.testkit.ts'
import { openDatabase, type Database } from '#platform/server/db/open-database.ts'
import { startTestServer } from '#platform/server/http/testing/test-server.ts'
import { keepTold, type Told } from '#platform/server/live/live-feed.testkit.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { createChatModel } from '#platform/server/model/chat-model.ts'
import { systemTimers } from '#platform/server/timers.ts'
import type { ErrorBody } from '#platform/contract.ts'
import type { Task } from '#rooms/tasks/contract.ts'
import { sampleConfig } from '#testing/sample-config.testkit.ts'
import { startTriageModel } from '../../../../test/support/fake-triage-model.ts'
import { openTasksRoom } from '../../tasks/server/index.ts'
import { liveLanes } from '../api.ts'
import type { Brief, LanesAnswer, Memory, LaneMove, ScoreOverride, TriageRun } from '../contract.ts'
import type { Explanation } from '../contract/views.ts'
import { openTriage, triageOver } from './open-triage.ts'

export type Room = Awaited<ReturnType<typeof openRoom>>

export type RoomOptions = {
  /** One to open again; default a new one, removed by `close`. */
  readonly home?: string
  /** One that whoever gives it closes; default one in that home. */
  readonly database?: Database
  /** Default that of the scripted model. */
  readonly modelUrl?: string
  readonly contextTokens?: number
  readonly timeoutSeconds?: number
  readonly maxTasks?: number
}

export async function openRoom(options: RoomOptions = {}) {
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'orrery-triage-')))
  const time = { nowMs: Date.parse('2026-11-20T12:00:00.000Z') }
  // Every look at the clock is a moment later, so that times tell what came first.
  const clock = { now: () => (time.nowMs += 1) }
  const published: Told[] = []
  const live = keepTold(published)
  const fake = await startTriageModel()
  const database = options.database ?? openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  const ground = { database, live, clock, timers: systemTimers, log: silentLog }
  const tasks = await openTasksRoom({ ...ground, config: sampleConfig(home) })
  const { contextTokens = 16_000, timeoutSeconds = 20, maxTasks = 1000, modelUrl = fake.url } = options
  const opened = await openTriage({
    database,
    tasks: { ...tasks.triage, cards: tasks.cards, task: tasks.task },
    model: createChatModel(() => ({ url: modelUrl, name: null, contextTokens, timeoutSeconds })),
    maxTasks: () => maxTasks,
    ...live.offer(liveLanes, {}),
    clock,
    log: silentLog,
  })
  const triage = triageOver(opened)
  const server = await startTestServer({
    mount({ api }) {
      tasks.mount(api)
      triage.mount(api)
    },
  })
  const ask = (method: string, path: string, body?: unknown) => request(`${server.url}${path}`, method, body)
  const end = async (): Promise<void> => {
    await server.stop()
    await triage[Symbol.asyncDispose]()
    await fake[Symbol.asyncDispose]()
    if (options.database === undefined) await database[Symbol.asyncDispose]()
  }
  return {
    home,
    time,
    published,
    database,
    tasks,
    triage,
    fake,
    context: opened.context,
    ask,
    url: server.url,
    /** Makes tasks with these ids, oldest first. */
    async addTasks(...ids: readonly string[]) {
      for (const id of ids) await ask('POST', '/api/tasks', { id, title: `Title of ${id}` })
    },
    /** A whole run, as the strand and the routes start it. */
    async run(more: { readonly dryRun?: boolean } = {}): Promise<TriageRun> {
      const run = await triage.run({ triggerBy: 'test', ...more })
      if (!run.ok) throw new Error(run.error.reason)
      return run.value
    },
    /** Everything that a run may write but its own row, as text: equal texts, equal tables. */
    async written(): Promise<string> {
      const { read } = database
      const tables = await Promise.all([
        read
          .selectFrom('tasks')
          .select(['id', 'current_score', 'current_lane', 'current_rank', 'score_locked', 'locked_lane'])
          .orderBy('seq')
          .execute(),
        read.selectFrom('score_history').selectAll().orderBy('id').execute(),
        read.selectFrom('briefs').selectAll().orderBy('id').execute(),
        read.selectFrom('score_overrides').selectAll().orderBy('id').execute(),
        read.selectFrom('memories').selectAll().orderBy('id').execute(),
      ])
      return JSON.stringify(tables)
    },
    end,
    async close() {
      await end()
      await rm(home, { recursive: true, force: true })
    },
  }
}

export type Answer = {
  readonly status: number
  /** Every form that the room answers in one: a test reads the fields of the route that it asked. */
  readonly body: ErrorBody &
    LanesAnswer & {
      readonly id: number
      readonly created_at: string
      readonly run_id: number
      readonly task: Task
      readonly override: ScoreOverride
      readonly overrides: ScoreOverride[]
      readonly briefs: Brief[]
      readonly memory: Memory
      readonly memories: Memory[]
      readonly run: TriageRun & { readonly moves: LaneMove[] }
      readonly runs: TriageRun[]
      readonly explanation: Explanation
      readonly next_cursor: string | null
      readonly total: number
      readonly now: unknown[]
      readonly next: unknown[] | null
      readonly later: unknown[] | null
    }
}

async function request(url: string, method: string, body: unknown): Promise<Answer> {
  const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const response = await fetch(url, { method, ...json })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

/** Opens a room for one test and closes it after. */
export async function withRoom(act: (room: Room) => Promise<void>, options: RoomOptions = {}): Promise<void> {
  const room = await openRoom(options)
  try {
    await act(room)
  } finally {
    await room.close()
  }
}

/** A test of the room on SQLite, and one on PostgreSQL. */
export function testOnBoth(name: string, act: (room: Room) => Promise<void>): void {
  onBoth(name, (_, database) => withRoom(act, { database }))
}
