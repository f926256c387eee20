// Wire types of the workflow engine: strands, their runs and steps, the calendar, and the frames of /ws/flow.
import { z } from 'zod'
import type { Json } from '#base/json.ts'
import type { Result } from '#base/result.ts'
import { jsonSchema, maxPageLimit, nextCursorSchema, timestampSchema, type Refusal } from '#platform/contract.ts'

/** What starts the runs of a strand. */
export const triggerTypes = ['cron', 'manual', 'webhook'] as const
/** See `triggerTypes`. */
export const triggerTypeSchema = z.enum(triggerTypes)
export type TriggerType = z.infer<typeof triggerTypeSchema>

/** How a run may stand. */
export const runStatuses = ['queued', 'running', 'success', 'failed', 'cancelled'] as const
/** See `runStatuses`. */
export const runStatusSchema = z.enum(runStatuses)
/** See `runStatuses`. */
export type RunStatus = z.infer<typeof runStatusSchema>

/** How a step of a run may stand. */
export const stepStatuses = [...runStatuses, 'skipped'] as const
/** See `stepStatuses`. */
export const stepStatusSchema = z.enum(stepStatuses)
/** See `stepStatuses`. */
export type StepStatus = z.infer<typeof stepStatusSchema>

/** The kinds of what a success has to say against itself. */
export const caveatKinds = ['not_ok', 'not_set_up'] as const
/** See `CaveatKind`. */
export const caveatKindSchema = z.enum(caveatKinds)
/** `not_ok`: a step answered `ok: false`. `not_set_up`: what it needs is not configured, so it did nothing. */
export type CaveatKind = z.infer<typeof caveatKindSchema>

/** What a success has to say against itself. */
export const caveatSchema = z.object({ kind: caveatKindSchema, reason: z.string() })
export type Caveat = z.infer<typeof caveatSchema>

/** A JSON Schema document, as an author wrote it. */
export const jsonSchemaDocumentSchema = z.record(z.string(), z.unknown())

/** One step of a strand as the page draws it. */
export const strandStepSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Ids of the steps that have to succeed before it. */
  after: z.array(z.string()),
  /** Where it has to run; null: where the strand runs. */
  host: z.string().nullable(),
  /** Capabilities that its host must have. */
  requires: z.array(z.string()),
  timeout_ms: z.number().int(),
  /** How often it is tried again after a failure. */
  retries: z.number().int(),
})
export type StrandStep = z.infer<typeof strandStepSchema>

/** Where a strand comes from. */
export const strandOrigins = ['builtin', 'user', 'synthetic'] as const
/** See `strandOrigins`. */
export const strandOriginSchema = z.enum(strandOrigins)
export type StrandOrigin = z.infer<typeof strandOriginSchema>

/** One tick of a strand's history: a run, or a slot of its schedule that nothing ran in (`missed`, run_id null). */
export const tickSchema = z.object({
  run_id: z.string().nullable(),
  status: z.enum([...runStatuses, 'missed']),
  /** When it started, or should have. */
  at: timestampSchema,
  duration_ms: z.number().int().nullable(),
  /** True when it began noticeably after its slot. */
  late: z.boolean(),
  /** Of a success that is none to the full; null for others. */
  caveat: caveatKindSchema.nullable(),
})
export type Tick = z.infer<typeof tickSchema>

/** How many ticks a strand shows. */
export const tickCount = 30
/** How many coming slots a strand names. */
export const nextRunCount = 5

/** Why a file brought no strand. `line` is null where the fault has no place. */
export const loadErrorSchema = z.object({ file: z.string(), line: z.number().int().nullable(), reason: z.string() })
export type LoadError = z.infer<typeof loadErrorSchema>

/** A strand as everybody sees it. */
export const strandSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Cron expression; of a synthetic strand also `every 30m` or `at <time>`; null: it has no schedule. */
  schedule: z.string().nullable(),
  /** The schedule in words: `every 6 hours`; null without one. */
  schedule_words: z.string().nullable(),
  /** IANA name; null: the zone of the service. */
  timezone: z.string().nullable(),
  enabled: z.boolean(),
  /** Whether it runs once after each start of the service, while it is enabled. */
  start_at_boot: z.boolean(),
  triggerType: triggerTypeSchema,
  modulePath: z.string(),
  steps: z.array(strandStepSchema),
  default_host: z.string(),
  required_capabilities: z.array(z.string()),
  origin: strandOriginSchema,
  /** A schema-only strand whose steps are not wired yet. */
  seed: z.boolean(),
  /** What a manual run takes; null: nothing. */
  input_schema: jsonSchemaDocumentSchema.nullable(),
  /** How many runs may be under way at once; more wait. */
  concurrency: z.number().int(),
  /** What happens to slots that passed while the service was down. */
  missed: z.enum(['skip', 'run_once']),
  /** Coming slots, soonest first; empty when it is disabled or has no schedule. */
  next_runs: z.array(timestampSchema),
  /** Oldest first, at most `tickCount`. */
  ticks: z.array(tickSchema),
  /** What is wrong with its file, while the strand is shown as it last was and does not run; null for all others. */
  broken: loadErrorSchema.nullable(),
  /** Of a mirrored job; null for native strands. */
  upstream: z
    .object({
      job_id: z.string(),
      /** A job of the gateway's own, which can't be switched from here. */
      read_only: z.boolean(),
      /** When it was first missing upstream; null while it is there. */
      gone_at: timestampSchema.nullable(),
      has_delivery: z.boolean(),
    })
    .nullable(),
})
export type Strand = z.infer<typeof strandSchema>

/** GET /api/flow/strands */
export const strandListSchema = z.object({
  strands: z.array(strandSchema),
  /** Files that could not be loaded at the last scan. */
  errors: z.array(loadErrorSchema),
})
/** GET /api/flow/strands/:id */
export const strandAnswerSchema = z.object({ strand: strandSchema })
export type StrandList = z.infer<typeof strandListSchema>
export type StrandAnswer = z.infer<typeof strandAnswerSchema>

/** POST /api/flow/reload. `loaded` counts the strands that are now known from files. */
export const reloadAnswerSchema = z.object({
  ok: z.literal(true),
  loaded: z.number().int(),
  errors: z.array(loadErrorSchema),
})
export type ReloadAnswer = z.infer<typeof reloadAnswerSchema>

/** POST /api/flow/strands/:id/run. A run with that id is there already: it is answered, and nothing starts. */
export const strandRunRequestSchema = z.strictObject({
  input: jsonSchema.optional(),
  /** Makes the call repeatable: the same id starts one run. */
  run_id: z.string().min(1).max(200).optional(),
})
export type StrandRunRequest = z.infer<typeof strandRunRequestSchema>
/** The run that was started, or was there already. */
export const runStartedSchema = z.object({ ok: z.literal(true), run_id: z.string() })
export type RunStarted = z.infer<typeof runStartedSchema>

/** The 409 of a manual run of a synthetic strand, the 501 and 502 of /enabled: the common error body. */
export const enabledRequestSchema = z.strictObject({ enabled: z.boolean() })
/** The strand as it was switched. */
export const enabledAnswerSchema = z.object({ ok: z.literal(true), strand: strandSchema })
export type EnabledRequest = z.infer<typeof enabledRequestSchema>
export type EnabledAnswer = z.infer<typeof enabledAnswerSchema>

/** One execution of a strand. */
export const runSchema = z.object({
  run_id: z.string(),
  workflow_id: z.string(),
  status: runStatusSchema,
  trigger: triggerTypeSchema,
  /** A login's label, `schedule`, `boot`, `boot-warmup`, a webhook's delivery id, … */
  trigger_by: z.string(),
  input: jsonSchema.nullable(),
  /** When it was asked for; queued runs have no `started_at`. */
  created_at: timestampSchema,
  started_at: timestampSchema.nullable(),
  finished_at: timestampSchema.nullable(),
  error: z.string().nullable(),
  /** Of a success whose steps answered `ok: false`; null for others. */
  caveat: caveatSchema.nullable(),
  /** The slot of the schedule that it stands for; null for others. */
  slot: timestampSchema.nullable(),
  /** The failed run that this one goes on from; null for others. */
  retry_of: z.string().nullable(),
  /** Of mirrored runs; null where the gateway told nothing. */
  usage: z
    .object({
      input_tokens: z.number().int(),
      output_tokens: z.number().int(),
      total_tokens: z.number().int(),
      model: z.string().nullable(),
      provider: z.string().nullable(),
      /** In US dollars; null when unknown. */
      cost: z.number().nullable(),
    })
    .nullable(),
})
export type Run = z.infer<typeof runSchema>

/** POST /api/flow/runs/:id/cancel */
export const cancelledRunSchema = z.object({ ok: z.literal(true), run: runSchema })
export type CancelledRun = z.infer<typeof cancelledRunSchema>

/** One try of a step: what the Gantt draws apart. */
export const attemptSchema = z.object({
  attempt: z.number().int(),
  status: stepStatusSchema,
  started_at: timestampSchema,
  finished_at: timestampSchema.nullable(),
  error: z.string().nullable(),
})
export type Attempt = z.infer<typeof attemptSchema>

/** One step of a run. */
export const runStepSchema = z.object({
  step_id: z.string(),
  run_id: z.string(),
  status: stepStatusSchema,
  host: z.string().nullable(),
  /** The try that counts, from 1; 0 before the first. */
  attempt: z.number().int(),
  /** When everything before it was done, so that it waited only for a place or a retry; null before that. */
  ready_at: timestampSchema.nullable(),
  started_at: timestampSchema.nullable(),
  finished_at: timestampSchema.nullable(),
  output_tail: z.string(),
  /** Bytes of output in all; the whole is at `…/steps/:step_id/output`. */
  output_bytes: z.number().int(),
  result: jsonSchema.nullable(),
  error: z.string().nullable(),
  attempts: z.array(attemptSchema),
  /** Of a step that answered `ok: false`; null for others. One that is not set up is skipped, with all that waits for it. */
  caveat: caveatSchema.nullable(),
  /** Taken over from the run that this one retries, not run again. */
  reused: z.boolean(),
})
export type RunStep = z.infer<typeof runStepSchema>

/** Longest `output_tail`, in characters. */
export const outputTailLimit = 4000

/** GET /api/flow/runs, newest first; an `input` over 64 KiB of JSON is null there and in frames. */
export const strandRunQuerySchema = z.strictObject({
  strand: z.string().optional(),
  status: runStatusSchema.optional(),
  limit: z.coerce.number().int().min(1).max(maxPageLimit).default(50),
  cursor: z.string().optional(),
})
export type StrandRunQuery = z.infer<typeof strandRunQuerySchema>
/** A page of runs. */
export const strandRunListSchema = z.object({ runs: z.array(runSchema), next_cursor: nextCursorSchema })
export type StrandRunList = z.infer<typeof strandRunListSchema>

/** GET /api/flow/runs/:id. `strand` is the definition that the run began with. */
export const runDetailSchema = z.object({
  run: runSchema,
  steps: z.array(runStepSchema),
  strand: z.object({ id: z.string(), name: z.string(), steps: z.array(strandStepSchema) }),
})
export type RunDetail = z.infer<typeof runDetailSchema>

/** Most bytes of one answer; more than a step keeps. */
const mostOutputBytes = 16 * 1024 * 1024

/** GET …/steps/:step_id/output */
export const outputQuerySchema = z.strictObject({
  /** The first byte, counted from the beginning of the step's output; a negative one counts from its end. */
  from: z.coerce.number().int().default(0),
  limit: z.coerce.number().int().min(1).max(mostOutputBytes).default(mostOutputBytes),
  /** As a file to save. */
  download: z.enum(['true', 'false']).default('false'),
})
export type OutputQuery = Partial<z.infer<typeof outputQuerySchema>>

/** GET /api/flow/calendar: what ran, runs and will run in [from, to), at most `calendarDays` long. */
export const calendarDays = 45
/** A range of the calendar. */
export const calendarQuerySchema = z.strictObject({ from: timestampSchema, to: timestampSchema })
export type CalendarQuery = z.infer<typeof calendarQuerySchema>
/** A run, a missed slot or a coming one. */
export const calendarEntrySchema = z.object({
  strand_id: z.string(),
  at: timestampSchema,
  status: z.enum([...runStatuses, 'planned', 'missed']),
  run_id: z.string().nullable(),
  late: z.boolean(),
  /** Of a success that is none to the full; null for others. */
  caveat: caveatKindSchema.nullable(),
})
/** What the calendar shows of a range. */
export const calendarAnswerSchema = z.object({
  entries: z.array(calendarEntrySchema),
  /** Strands that run more often than the calendar shows: how often a day. */
  frequent: z.array(z.object({ strand_id: z.string(), per_day: z.number() })),
})

export type CalendarEntry = z.infer<typeof calendarEntrySchema>
export type CalendarAnswer = z.infer<typeof calendarAnswerSchema>

/** A frame of /ws/flow beside its feed: output of a followed run. `offset` counts bytes from the beginning of the step's output. */
export const outputFrameSchema = z.object({
  type: z.literal('output'),
  run_id: z.string(),
  step_id: z.string(),
  offset: z.number().int(),
  text: z.string(),
})
export type OutputFrame = z.infer<typeof outputFrameSchema>

/** What a viewer may send: which run's output it wants; null for none. */
export const flowRequestSchema = z.strictObject({ type: z.literal('follow'), run_id: z.string().nullable() })

/** What the engine hands to the body of a step. `Signal` is always AbortSignal, which a contract has no name for. */
export type StepCallOf<Signal> = {
  readonly runId: string
  readonly strandId: string
  readonly stepId: string
  /** From 1. */
  readonly attempt: number
  /** Input of the run. */
  readonly input: Json
  /** Results of the steps named in `after`, by their ids. */
  readonly results: Readonly<Record<string, Json>>
  /** Aborted by a cancel, by the timeout and by the end of the service; its reason says which. */
  readonly signal: Signal
  /** Takes a line of output, without its line end. */
  readonly output: (line: string) => void
}

/**
 * A strand that another room brings along. Its bodies run in the process of the service, may run again after a crash or a
 * retry, and end soon after their signal aborts.
 */
export type BroughtStrand<Signal> = {
  readonly id: string
  readonly name: string
  readonly description: string
  /** A cron expression of five fields; null: it runs by hand. */
  readonly schedule: string | null
  readonly steps: readonly {
    readonly id: string
    readonly after?: readonly string[]
    readonly timeout: `${number}${'s' | 'm' | 'h'}`
    /** Resolves with the step's result; rejects with an Error whose message a person understands. */
    readonly run: (call: StepCallOf<Signal>) => Promise<Json>
  }[]
}

/** Switches a mirrored job upstream. Refuses `gateway_unavailable`, `not_found`, and `conflict` for a job of the gateway's own. */
export type SetJobEnabled = (jobId: string, enabled: boolean) => Promise<Result<null, Refusal>>
