// The gateway's answers and events, parsed. A record of an unknown form is left out and counted; it spoils no other.
import { z } from 'zod'
import type { AgentEvent } from '../core/agent-event.ts'
import type { UpstreamJob, UpstreamRun, UpstreamSchedule } from '../core/upstream.ts'

const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? null)
const epochMs = z.number().int().min(0).max(8.64e15)
const maybeMs = epochMs
  .nullish()
  .catch(null)
  .transform((value) => value ?? null)
const count = z.number().int().min(0).catch(0)

const scheduleSchema = z.union([
  z.object({ kind: z.literal('cron'), expr: z.string(), tz: text }),
  z
    .object({ kind: z.literal('every'), everyMs: z.number().positive(), anchorMs: z.number().catch(0) })
    .transform((schedule): UpstreamSchedule => schedule),
  z.object({ kind: z.literal('at'), at: z.string() }),
  z.object({ kind: z.string() }).transform(({ kind }): UpstreamSchedule => ({ kind: 'other', name: kind })),
])

const jobSchema = z
  .object({
    id: z.string().min(1).max(200),
    name: z.string().default(''),
    description: text,
    enabled: z.boolean().default(true),
    createdAtMs: epochMs.catch(0).default(0),
    schedule: scheduleSchema,
    sessionTarget: text,
    delivery: z.looseObject({ mode: text }).nullish().catch(null),
    declarationKey: text,
    nextRunAtMs: maybeMs,
    state: z.looseObject({ nextRunAtMs: maybeMs, lastRunAtMs: maybeMs, runningAtMs: maybeMs }).nullish().catch(null),
    status: text,
  })
  .transform((job): UpstreamJob => ({
    id: job.id,
    name: job.name === '' ? job.id : job.name,
    description: job.description ?? '',
    enabled: job.enabled,
    createdAtMs: job.createdAtMs,
    schedule: job.schedule,
    sessionTarget: job.sessionTarget,
    deliveryMode: job.delivery?.mode ?? null,
    isSystem: job.declarationKey !== null,
    nextRunAtMs: job.state?.nextRunAtMs ?? job.nextRunAtMs,
    lastRunAtMs: job.state?.lastRunAtMs ?? null,
    tellsRuns: job.state !== null && job.state !== undefined,
    isRunning: job.status === 'running' || (job.state?.runningAtMs ?? null) !== null,
  }))

const usageSchema = z
  .object({ input_tokens: count.optional(), output_tokens: count.optional(), total_tokens: count.optional() })
  .loose()
  .transform(({ input_tokens: input = 0, output_tokens: output = 0, total_tokens: total, ...rest }) => ({
    inputTokens: input,
    outputTokens: output,
    totalTokens: total ?? input + output,
    cost: typeof rest.cost === 'number' ? rest.cost : null,
  }))

const runSchema = z
  .object({
    jobId: z.string().min(1).max(200),
    jobName: text,
    ts: epochMs,
    runAtMs: maybeMs,
    durationMs: z.number().min(0).nullish().catch(null),
    nextRunAtMs: maybeMs,
    status: z.string().default('unknown'),
    completionStatus: text,
    summary: text,
    error: text,
    diagnostics: z.looseObject({ summary: text }).nullish().catch(null),
    runId: text,
    sessionId: text,
    sessionKey: text,
    model: text,
    provider: text,
    usage: usageSchema.nullish().catch(null),
    delivered: z.boolean().nullish().catch(null),
    deliveryStatus: text,
    deliveryError: text,
    delivery: z.record(z.string(), z.unknown()).nullish().catch(null),
  })
  .transform(({ diagnostics, ...run }): UpstreamRun => {
    const durationMs = Math.round(run.durationMs ?? Math.max(0, run.ts - (run.runAtMs ?? run.ts)))
    return {
      ...run,
      durationMs,
      runAtMs: run.runAtMs ?? run.ts - durationMs,
      diagnostics: diagnostics?.summary ?? null,
      usage: run.usage ?? null,
      delivered: run.delivered ?? false,
      delivery: run.delivery ?? null,
    }
  })

export type UpstreamPage<T> = {
  readonly items: readonly T[]
  /** Records of an unknown form. */
  readonly dropped: number
  /** Where the next page begins; null at the end. */
  readonly nextOffset: number | null
}

const pageSchema = z.looseObject({
  hasMore: z.boolean().catch(false),
  nextOffset: z.number().int().nullish().catch(null),
})

/** `cron.list`; null for an answer that is no list. */
export function parseJobs(answer: unknown): UpstreamPage<UpstreamJob> | null {
  return parsePage(answer, 'jobs', jobSchema)
}

/** `cron.runs`; null for an answer that is no list. */
export function parseRuns(answer: unknown): UpstreamPage<UpstreamRun> | null {
  return parsePage(answer, 'entries', runSchema)
}

function parsePage<T>(answer: unknown, field: string, schema: z.ZodType<T>): UpstreamPage<T> | null {
  const page = pageSchema.safeParse(Array.isArray(answer) ? { [field]: answer } : answer)
  const list: unknown = page.success ? page.data[field] : null
  if (!page.success || !Array.isArray(list)) return null
  const parsed = list.map((item: unknown) => schema.safeParse(item))
  const items = parsed.flatMap((one) => (one.success ? [one.data] : []))
  // A list of other things altogether.
  if (list.length > 0 && items.length === 0) return null
  const { hasMore, nextOffset } = page.data
  return { items, dropped: list.length - items.length, nextOffset: hasMore ? (nextOffset ?? null) : null }
}

const cronEventSchema = z.object({ action: z.string(), jobId: z.string() })
export type CronEvent = z.infer<typeof cronEventSchema>

export function parseCronEvent(payload: unknown): CronEvent | null {
  return cronEventSchema.safeParse(payload).data ?? null
}

const flag = z
  .boolean()
  .nullish()
  .catch(null)
  .transform((value) => value ?? false)
const lifecycle = { stream: z.literal('lifecycle') }
type What = AgentEvent['what'] | null

const whatSchema = z.union([
  z.object({ ...lifecycle, data: z.object({ phase: z.literal('start') }) }).transform((): What => ({ kind: 'start' })),
  z
    .object({ ...lifecycle, data: z.object({ phase: z.literal('model'), model: z.string(), provider: text }) })
    .transform(({ data }): What => ({ kind: 'model', model: data.model, provider: data.provider })),
  z
    .object({ ...lifecycle, data: z.object({ phase: z.literal('end'), aborted: flag }) })
    .transform(({ data }): What => ({ kind: 'end', isAborted: data.aborted })),
  z
    .object({ ...lifecycle, data: z.object({ phase: z.literal('error'), error: text, aborted: flag }) })
    .transform(({ data }): What => ({
      kind: 'error',
      error: data.error ?? 'the gateway does not say why',
      isAborted: data.aborted,
    })),
  z
    .object({
      stream: z.literal('item'),
      data: z.object({ kind: z.literal('tool'), phase: z.literal('start'), name: z.string(), title: text }),
    })
    .transform(({ data }): What => ({ kind: 'tool', name: data.name, title: data.title })),
  z
    .object({ stream: z.literal('assistant'), data: z.object({ text: z.string() }) })
    .transform(({ data }): What => ({ kind: 'text', text: data.text })),
  z
    .object({ stream: z.literal('usage'), data: z.object({ outputTokens: z.number().int().min(0) }) })
    .transform(({ data }): What => ({ kind: 'usage', outputTokens: data.outputTokens })),
])

const agentKeySchema = z.object({ runId: z.string(), sessionKey: z.string() })

/** Null for what moves nothing: other streams and phases, and forms of a later version. */
export function parseAgentEvent(payload: unknown): AgentEvent | null {
  const key = agentKeySchema.safeParse(payload)
  const what = whatSchema.safeParse(payload)
  return key.success && what.success && what.data !== null ? { ...key.data, what: what.data } : null
}
