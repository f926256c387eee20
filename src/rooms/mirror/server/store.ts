// The mirror's tables: the jobs that were ever seen, and what runs and agents used.
import { z } from 'zod'
import { fromIso, toIso } from '#base/time.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { GatewayUsage } from '../contract.ts'
import type { KnownJob, KnownJobs } from '../core/known-jobs.ts'
import type { UpstreamJob } from '../core/upstream.ts'

export type TokenCount = { readonly input: number; readonly output: number; readonly total: number }

export interface MirrorStore {
  loadJobs(): Promise<KnownJobs>
  /** Writes nothing when both are empty. */
  saveJobs(change: { readonly changed: readonly KnownJob[]; readonly forgotten: readonly string[] }): Promise<void>
  /** One row a run: a run that has one keeps it. Writes nothing for an empty list. */
  saveUsage(rows: readonly GatewayUsage[]): Promise<void>
  /** Hears of what was kept, after its commit. */
  followUsage(hear: (rows: readonly GatewayUsage[]) => void): void
  /** All that is kept, oldest first. */
  allUsage(): Promise<readonly GatewayUsage[]>
  /** Of a UTC day, `2026-11-20`. */
  usageOfDay(day: string): Promise<TokenCount>
}

/** The UTC day of a time in epoch milliseconds. */
export function dayOf(atMs: number): string {
  return toIso(atMs).slice(0, 10)
}

export function createMirrorStore({ read, commits }: Database): MirrorStore {
  const followers: ((rows: readonly GatewayUsage[]) => void)[] = []
  return {
    async loadJobs() {
      const rows = await read.selectFrom('gateway_jobs').selectAll().execute()
      const known = rows.flatMap((row) => {
        const job = storedJobSchema.safeParse(JSON.parse(row.job))
        if (!job.success) return []
        const one = { job: job.data, strandId: row.strand_id, goneAtMs: row.gone_at_ms, settledAtMs: row.settled_at_ms }
        return [[row.job_id, one] as const]
      })
      return new Map(known)
    },
    async saveJobs({ changed, forgotten }) {
      if (changed.length === 0 && forgotten.length === 0) return
      await commits.write({
        run(db) {
          const remove = db.prepare('DELETE FROM gateway_jobs WHERE job_id = ?')
          for (const id of forgotten) remove.run(id)
          const insert = db.prepare('INSERT OR REPLACE INTO gateway_jobs VALUES (?, ?, ?, ?, ?)')
          for (const { job, strandId, goneAtMs, settledAtMs } of changed) {
            insert.run(job.id, strandId, JSON.stringify(job), goneAtMs, settledAtMs)
          }
        },
      })
    },
    async saveUsage(rows) {
      if (rows.length === 0) return
      await commits.write({
        run(db) {
          const insert = db.prepare('INSERT OR IGNORE INTO gateway_usage VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
          for (const row of rows) {
            const place = [row.runId, row.jobId, row.sessionKey, toIso(row.atMs), dayOf(row.atMs)]
            const counts = [row.inputTokens, row.outputTokens, row.totalTokens, row.cost]
            insert.run(...place, row.provider, row.model, ...counts)
          }
        },
        committed: () => followers.forEach((hear) => hear(rows)),
      })
    },
    followUsage: (hear) => void followers.push(hear),
    allUsage: () => readAllUsage(read),
    async usageOfDay(day) {
      const row = await read
        .selectFrom('gateway_usage')
        .select(({ fn }) => [
          fn.sum<number | null>('input_tokens').as('input'),
          fn.sum<number | null>('output_tokens').as('output'),
          fn.sum<number | null>('total_tokens').as('total'),
        ])
        .where('day', '=', day)
        .executeTakeFirst()
      return { input: row?.input ?? 0, output: row?.output ?? 0, total: row?.total ?? 0 }
    },
  }
}

async function readAllUsage(read: Database['read']): Promise<readonly GatewayUsage[]> {
  const rows = await read.selectFrom('gateway_usage').selectAll().orderBy('day').execute()
  return rows.map((row) => ({
    runId: row.run_id,
    jobId: row.job_id,
    sessionKey: row.session_key,
    atMs: fromIso(row.at),
    provider: row.provider,
    model: row.model,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    totalTokens: row.total_tokens,
    cost: row.cost,
  }))
}

/** A row that another version wrote may have another form; the next cycle writes the job anew. */
const storedJobSchema: z.ZodType<UpstreamJob> = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  createdAtMs: z.number(),
  schedule: z.union([
    z.object({ kind: z.literal('cron'), expr: z.string(), tz: z.string().nullable() }),
    z.object({ kind: z.literal('every'), everyMs: z.number().positive(), anchorMs: z.number() }),
    z.object({ kind: z.literal('at'), at: z.string() }),
    z.object({ kind: z.literal('other'), name: z.string() }),
  ]),
  sessionTarget: z.string().nullable(),
  deliveryMode: z.string().nullable(),
  isSystem: z.boolean(),
  nextRunAtMs: z.number().nullable(),
  lastRunAtMs: z.number().nullable(),
  tellsRuns: z.boolean(),
  isRunning: z.boolean(),
})
