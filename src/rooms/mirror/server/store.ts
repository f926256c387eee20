// The mirror's tables: the jobs that were ever seen, and what runs and agents used.
import { sql } from 'kysely'
import { z } from 'zod'
import { fromIso, toIso } from '#base/time.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { statement } from '#platform/server/db/script.ts'
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
        *script() {
          for (const id of forgotten) yield* removeJob.run(id)
          for (const { job, strandId, goneAtMs, settledAtMs } of changed) {
            yield* removeOther.run(strandId, job.id)
            yield* putJob.run(job.id, strandId, JSON.stringify(job), goneAtMs, settledAtMs)
          }
        },
      })
    },
    async saveUsage(rows) {
      if (rows.length === 0) return
      await commits.write({
        *script() {
          for (const row of rows) {
            const place = [row.runId, row.jobId, row.sessionKey, toIso(row.atMs), dayOf(row.atMs)]
            const counts = [row.inputTokens, row.outputTokens, row.totalTokens, row.cost]
            yield* addUsage.run(...place, row.provider, row.model, ...counts)
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
        .select([
          totalOf('input_tokens').as('input'),
          totalOf('output_tokens').as('output'),
          totalOf('total_tokens').as('total'),
        ])
        .where('day', '=', day)
        .executeTakeFirst()
      return { input: row?.input ?? 0, output: row?.output ?? 0, total: row?.total ?? 0 }
    },
  }
}

/** PostgreSQL adds whole numbers up to one of any length, which is none of JavaScript's. */
const totalOf = (column: 'input_tokens' | 'output_tokens' | 'total_tokens') =>
  sql<number | null>`CAST(sum(${sql.ref(column)}) AS BIGINT)`

const removeJob = statement('DELETE FROM gateway_jobs WHERE job_id = ?')
/** A row that could not be read may still have it. */
const removeOther = statement('DELETE FROM gateway_jobs WHERE strand_id = ? AND job_id <> ?')
const putJob =
  statement(`INSERT INTO gateway_jobs (job_id, strand_id, job, gone_at_ms, settled_at_ms) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (job_id) DO UPDATE SET strand_id = excluded.strand_id, job = excluded.job, gone_at_ms = excluded.gone_at_ms,
    settled_at_ms = excluded.settled_at_ms`)
const addUsage =
  statement(`INSERT INTO gateway_usage (run_id, job_id, session_key, at, day, provider, model, input_tokens,
  output_tokens, total_tokens, cost) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (run_id) DO NOTHING`)

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
