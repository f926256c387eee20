// For tests: the room over a real database in a temporary home, with a server of its own when a test needs one.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { startTestServer } from '#platform/server/http/testing/test-server.ts'
import type { LiveChange } from '#platform/live-kind.ts'
import type { ErrorBody } from '#platform/contract.ts'
import { silentLog } from '#platform/server/log/log.ts'
import type { ImportAnswer, Task, TaskCard, TaskEvent } from '../contract.ts'
import { openTasks, tasksOver } from './open-tasks.ts'

export type Room = Awaited<ReturnType<typeof openRoom>>

/** `home`: one to open again; default a new one, removed by `close`. */
export async function openRoom(options: { readonly home?: string } = {}) {
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'orrery-tasks-')))
  const time = { nowMs: Date.parse('2026-11-20T12:00:00.000Z') }
  const published: LiveChange<TaskCard>[] = []
  const settled: string[] = []
  const database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  const context = await openTasks({
    database,
    publish: (changes) => published.push(...changes),
    onTaskSettled: (taskId) => settled.push(taskId),
    clock: { now: () => time.nowMs },
    log: silentLog,
  })
  let isOpen = true
  const crash = async (): Promise<void> => {
    if (isOpen) await database[Symbol.asyncDispose]()
    isOpen = false
  }
  return {
    context,
    tasks: tasksOver(context),
    home,
    database,
    time,
    published,
    settled,
    /** Ends as a killed process does: what was answered is committed, nothing else is done. */
    crash,
    async close() {
      await crash()
      await rm(home, { recursive: true, force: true })
    },
  }
}

export const person = { actor: 'user', by: null } as const

export type Answer = {
  readonly status: number
  /** Every form that the room answers in one: a test reads the fields of the route that it asked. */
  readonly body: ErrorBody &
    Omit<ImportAnswer, 'changed'> & {
      readonly changed: number | string[]
      readonly task: Task
      readonly tasks: Task[]
      readonly events: TaskEvent[]
      readonly next_cursor: string | null
    }
}

/** The room behind HTTP; answers are checked against their schemas. */
export async function openServer() {
  const room = await openRoom()
  const server = await startTestServer({ mount: ({ api }) => room.tasks.mount(api) })
  return {
    ...room,
    url: server.url,
    async ask(method: string, path: string, body?: unknown): Promise<Answer> {
      const response = await fetch(`${server.url}${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      return { status: response.status, body: (await response.json()) as Answer['body'] }
    },
    async close() {
      await server.stop()
      await room.close()
    },
  }
}
