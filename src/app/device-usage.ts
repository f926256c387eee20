// What agents of a device used: read there from their own files, and told with the run that used it.
import { z } from 'zod'
import type { Clock } from '#platform/server/clock.ts'
import type { Config } from '#platform/server/config/config.ts'
import type { Environment } from '#platform/server/config/environment.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { KeptRun, RunBook, WatchUsage } from '#rooms/devices/daemon/index.ts'
import {
  createFileFollower,
  fileMarkSchema,
  keepToldUsage,
  usageClientOf,
  type FileMark,
} from '#rooms/fuel/server/index.ts'

type Parts = {
  readonly book: RunBook
  readonly environment: Environment
  readonly userHome: string
  /** The daemon's folder, which its agents have as SERVICE_HOME. */
  readonly home: string
  readonly config: Pick<Config, 'agents'>
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
}

const keySchema = z.object({ session_id: z.string(), run_id: z.string() })

/** Far below the longest frame. */
const recordsInFrame = 1000

/** What was followed by an earlier daemon is followed on. Its disposal tells what was written since the last look. */
export async function openDeviceUsage(parts: Parts): Promise<WatchUsage & AsyncDisposable> {
  const { book, clock, environment, config } = parts
  await keepToldUsage(parts.home, clock.now())
  const runOf = (owner: string) => book.get(keySchema.parse(JSON.parse(owner)))
  const follower = createFileFollower({
    ...parts,
    markOf: async (owner, path) => fileMarkSchema.safeParse(runOf(owner)?.usage_files[path]).data ?? null,
    async keep(owner, { marks, source, records }) {
      const run = runOf(owner)
      if (run === null || run.state === 'ended') return
      const at = Math.max(0, clock.now() - run.began_ms)
      const bodies = Array.from({ length: Math.ceil(records.length / recordsInFrame) }, (_, part) => {
        const some = records.slice(part * recordsInFrame, (part + 1) * recordsInFrame)
        return { type: 'session.usage', usage: { source, records: some }, at } as const
      })
      await book.append(run, bodies, { usage_files: { ...run.usage_files, ...Object.fromEntries(marks) } })
    },
  })
  const follow = ({ session_id, run_id, start }: KeptRun, of: Pick<FileMark, 'client' | 'conversation'>): void => {
    const its = { ...environment, ...config.agents[start.harness]?.env }
    follower.follow({ ...of, owner: JSON.stringify({ session_id, run_id }), environment: its })
  }
  for (const run of book.all()) for (const of of followedIn(run)) follow(run, of)
  return {
    heard(run, { agentType, client }) {
      const known = usageClientOf(agentType)
      if (known !== null && client?.session != null) follow(run, { client: known, conversation: client.session })
    },
    look: () => follower.look(),
    [Symbol.asyncDispose]: () => follower[Symbol.asyncDispose](),
  }
}

function followedIn({ state, usage_files: files }: KeptRun): FileMark[] {
  if (state === 'ended') return []
  return Object.values(files).flatMap((mark) => fileMarkSchema.safeParse(mark).data ?? [])
}
