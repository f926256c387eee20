// Wire types of the workflow engine: strands, their runs and steps, and what other rooms hand over; the rest lies in contract/.
import { z } from 'zod'
import type { Json } from '#base/json.ts'
import type { Result } from '#base/result.ts'
import { jsonSchema, timestampSchema, type Refusal } from '#platform/contract.ts'

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

/** What is wrong with the file of a strand that is shown as it last was, and since when. */
export const brokenFileSchema = loadErrorSchema.extend({ since: timestampSchema })
export type BrokenFile = z.infer<typeof brokenFileSchema>

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
  broken: brokenFileSchema.nullable(),
  /** Of a mirrored job; null for native strands. */
  upstream: z
    .object({
      job_id: z.string(),
      /** A job of the gateway's own, which can't be switched from here. */
      read_only: z.boolean(),
      /** When it was first missing upstream; null while it is there. */
      gone_at: timestampSchema.nullable(),
      has_delivery: z.boolean(),
      /** The strand whose runs read it from the gateway. */
      mirrored_by: z.string(),
    })
    .nullable(),
})
export type Strand = z.infer<typeof strandSchema>

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

/** GET /api/flow/runs/:id. `strand` is the definition that the run began with. */
export const runDetailSchema = z.object({
  run: runSchema,
  steps: z.array(runStepSchema),
  strand: z.object({ id: z.string(), name: z.string(), steps: z.array(strandStepSchema) }),
})
export type RunDetail = z.infer<typeof runDetailSchema>

/** A frame of /ws/flow beside its feed: output of a followed run. `offset` counts bytes from the beginning of the step's output. */
export const outputFrameSchema = z.object({
  type: z.literal('output'),
  run_id: z.string(),
  step_id: z.string(),
  offset: z.number().int(),
  text: z.string(),
})
export type OutputFrame = z.infer<typeof outputFrameSchema>

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
  /** Runs once right after each start of the scheduler, if it is enabled, so that what it shows is fresh. */
  readonly warmsUp?: boolean
  /** 'few': it runs often and mostly finds nothing, so that only its newest runs stay, whatever their age. */
  readonly keeps?: 'few'
  readonly steps: readonly {
    readonly id: string
    readonly after?: readonly string[]
    readonly timeout: `${number}${'s' | 'm' | 'h'}`
    /** Resolves with the step's result; rejects with an Error whose message a person understands. */
    readonly run: (call: StepCallOf<Signal>) => Promise<Json>
  }[]
}

/** A job that the gateway runs, as another room hands it over: a strand that is shown, and never run from here. */
export type SyntheticStrand = {
  readonly id: string
  readonly name: string
  readonly description: string
  /** A cron expression, `every 30m` or `at <time>`. */
  readonly schedule: string
  readonly scheduleWords: string
  /** IANA name; null: the zone of the gateway. */
  readonly timezone: string | null
  readonly enabled: boolean
  readonly modulePath: string
  readonly steps: readonly { readonly id: string; readonly after: readonly string[] }[]
  /** Coming slots as far as upstream tells them, ISO. */
  readonly nextRuns: readonly string[]
  /** Slots upstream that nothing ran in, oldest first, ISO. */
  readonly missed: readonly string[]
  readonly jobId: string
  /** Id of the strand whose runs read it from the gateway. */
  readonly mirroredBy: string
  readonly readOnly: boolean
  readonly goneAt: string | null
  readonly hasDelivery: boolean
}

/** A run that the gateway finished, with its steps. */
export type SyntheticRun = { readonly run: Run; readonly steps: readonly RunStep[] }

/** What the room that mirrors jobs may do in this one. */
export interface SyntheticStrands {
  /** Replaces all synthetic strands; they survive reloads. One never shadows a strand from a file. */
  replace(strands: readonly SyntheticStrand[]): void
  /** INSERT OR IGNORE by run_id, each run with its steps in one transaction. Resolves with the number of new runs. */
  insertRuns(runs: readonly SyntheticRun[]): Promise<number>
  /** Which of these runs are there already. */
  knownRuns(runIds: readonly string[]): Promise<ReadonlySet<string>>
}

/** Switches a mirrored job upstream. Refuses `gateway_unavailable`, `not_found`, and `conflict` for a job of the gateway's own. */
export type SetJobEnabled = (jobId: string, enabled: boolean) => Promise<Result<null, Refusal>>
