// Wire types of the gateway: how the connection stands, its jobs with their punctuality, their runs, and its agents.
import { z } from 'zod'
import { defaultPageLimit, maxPageLimit, nextCursorSchema, timestampSchema } from '#platform/contract.ts'

/** Why the gateway can't be used: a code, a sentence and what to do. */
export const gatewayProblemSchema = z.object({ code: z.string(), reason: z.string(), hint: z.string() })
/** See `gatewayProblemSchema`. */
export type GatewayProblemView = z.infer<typeof gatewayProblemSchema>

/** The ways by which the gateway is asked: its socket, and its `openclaw` command while that is down. */
export const gatewayWaySchema = z.enum(['socket', 'command'])
export type GatewayWay = z.infer<typeof gatewayWaySchema>

/** Tokens that a run, or a day, used. */
export const tokenCountSchema = z.object({
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  total_tokens: z.number().int(),
})

/** How the connection stands, and what it brings. */
export const gatewayStatusSchema = z.object({
  /** Address of the gateway; it never holds a token. */
  url: z.string(),
  /** `waiting`: the next try comes at `next_try_at`. */
  state: z.enum(['off', 'connecting', 'connected', 'waiting']),
  /** Since when it is so; null before the first try. */
  since: timestampSchema.nullable(),
  /** The gateway's own version while it is connected. */
  version: z.string().nullable(),
  problem: gatewayProblemSchema.nullable(),
  next_try_at: timestampSchema.nullable(),
  /** Where the token came from: our settings, the gateway's own file, or nowhere. */
  token_source: z.enum(['config', 'gateway_file', 'none']),
  mirror: z.object({
    jobs: z.number().int(),
    /** When jobs and runs were last read; null before that. */
    last_read_at: timestampSchema.nullable(),
    /** By which way; null before the first reading. */
    way: gatewayWaySchema.nullable(),
    /** Why the last reading failed; null when it went well. */
    problem: gatewayProblemSchema.nullable(),
  }),
  /** What the gateway's runs and agents used on the present day, UTC. */
  usage_today: tokenCountSchema,
})
export type GatewayStatus = z.infer<typeof gatewayStatusSchema>
/** GET /api/gateway/status */
export const gatewayStatusAnswerSchema = z.object({ status: gatewayStatusSchema })
export type GatewayStatusAnswer = z.infer<typeof gatewayStatusAnswerSchema>

/** A job of the gateway with its punctuality. */
export const gatewayJobSchema = z.object({
  /** The gateway's full id. */
  id: z.string(),
  name: z.string(),
  /** The synthetic strand that stands for it. */
  strand_id: z.string(),
  enabled: z.boolean(),
  /** Cron expression, `every 30m` or `at <time>`. */
  schedule: z.string(),
  schedule_words: z.string(),
  timezone: z.string().nullable(),
  has_delivery: z.boolean(),
  /** A job of the gateway's own, which can't be switched from here. */
  read_only: z.boolean(),
  /** When it was first missing upstream; null while it is there. */
  gone_at: timestampSchema.nullable(),
  next_run_at: timestampSchema.nullable(),
  last_run_at: timestampSchema.nullable(),
  running: z.boolean(),
  /** Whether the next run should have begun by now. */
  overdue: z.boolean(),
  /** Start times of the known runs that began more than a minute after their slot. */
  late_runs: z.array(timestampSchema),
  /** Slots since the oldest known run in which nothing ran. */
  missed: z.array(timestampSchema),
})
export type GatewayJob = z.infer<typeof gatewayJobSchema>
/** GET /api/gateway/jobs */
export const gatewayJobListSchema = z.object({ jobs: z.array(gatewayJobSchema) })
export type GatewayJobList = z.infer<typeof gatewayJobListSchema>

/** A finished run of a job. */
export const gatewayRunSchema = z.object({
  /** Id of the mirrored run in the history. */
  run_id: z.string(),
  job_id: z.string(),
  job_name: z.string(),
  strand_id: z.string(),
  status: z.string(),
  completion_status: z.string().nullable(),
  manual: z.boolean(),
  started_at: timestampSchema,
  finished_at: timestampSchema,
  duration_ms: z.number().int(),
  summary: z.string().nullable(),
  error: z.string().nullable(),
  model: z.string().nullable(),
  provider: z.string().nullable(),
  usage: tokenCountSchema.extend({ cost: z.number().nullable() }).nullable(),
  delivered: z.boolean(),
  delivery_status: z.string().nullable(),
  delivery_error: z.string().nullable(),
})
export type GatewayRun = z.infer<typeof gatewayRunSchema>

/** GET /api/gateway/runs: what the gateway itself tells now, newest first. `job` is a full job id. */
export const gatewayRunQuerySchema = z.strictObject({
  job: z.string().min(1).max(200).optional(),
  limit: z.coerce.number().int().min(1).max(maxPageLimit).default(defaultPageLimit),
  cursor: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a next_cursor of this list')
    .optional(),
})
export type GatewayRunQuery = z.infer<typeof gatewayRunQuerySchema>
/** A page of runs. */
export const gatewayRunListSchema = z.object({ runs: z.array(gatewayRunSchema), next_cursor: nextCursorSchema })
export type GatewayRunList = z.infer<typeof gatewayRunListSchema>

/** An agent of the gateway, as it was last heard of. */
export const gatewayAgentSchema = z.object({
  session_key: z.string(),
  agent_id: z.string(),
  /** The tmux session that it stands for by its session key. */
  name: z.string(),
  /** Whether it moves a session on the board. */
  tracked: z.boolean(),
  state: z.enum(['running', 'ended', 'failed', 'aborted']),
  run_id: z.string(),
  model: z.string().nullable(),
  provider: z.string().nullable(),
  output_tokens: z.number().int().nullable(),
  last_tool: z.string().nullable(),
  last_text: z.string().nullable(),
  error: z.string().nullable(),
  since: timestampSchema,
  last_activity: timestampSchema,
})
export type GatewayAgent = z.infer<typeof gatewayAgentSchema>
/** GET /api/gateway/agents: those that were heard of since the service started, the latest first, at most 200. */
export const gatewayAgentListSchema = z.object({ agents: z.array(gatewayAgentSchema) })
export type GatewayAgentList = z.infer<typeof gatewayAgentListSchema>

/** What one run used, or one agent of the gateway. `cost` is as the gateway says it, in dollars. */
export type GatewayUsage = {
  readonly runId: string
  readonly jobId: string | null
  readonly sessionKey: string | null
  readonly atMs: number
  readonly provider: string | null
  readonly model: string | null
  /** Null where only the output is known. */
  readonly inputTokens: number | null
  readonly outputTokens: number
  readonly totalTokens: number
  readonly cost: number | null
}
