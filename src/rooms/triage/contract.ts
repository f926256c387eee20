// Wire types of triage: lanes and scores, briefs, corrections and locks, memories, runs and what is learned from them.
import { z } from 'zod'
import { nextCursorSchema, pageQuerySchema, timestampSchema } from '#platform/contract.ts'
import { taskCardSchema, taskSchema } from '#rooms/tasks/contract.ts'

/** Best first. */
export const laneSchema = z.enum(['now', 'next', 'later'])
export type Lane = z.infer<typeof laneSchema>

/** The parts of a score, each from 1 to 5: impact × urgency × confidence ÷ effort. */
export const scoreDimensionSchema = z.enum(['impact', 'urgency', 'confidence', 'effort'])
export type ScoreDimension = z.infer<typeof scoreDimensionSchema>

/** What a person may correct. */
export const overrideDimensionSchema = z.enum([...scoreDimensionSchema.options, 'lane', 'locked'])
export type OverrideDimension = z.infer<typeof overrideDimensionSchema>

const count = z.number().int()
const part = z.number().int().min(1).max(5)
/** A value for each part of a score. */
export const scorePartsSchema = z.object({ impact: part, urgency: part, confidence: part, effort: part })
export type ScoreParts = z.infer<typeof scorePartsSchema>

/** Who says so: a hint for the model how far to trust a brief. */
export const briefSourceSchema = z.enum(['slack', 'meeting', 'email', 'news', 'personal', 'other'])
export type BriefSource = z.infer<typeof briefSourceSchema>

/** A note of fresh context. The run that had it in its prompt and succeeded consumes it. */
export const briefSchema = z.object({
  id: count,
  source: briefSourceSchema,
  body: z.string(),
  tags: z.array(z.string()),
  created_at: timestampSchema,
  consumed_in_run_id: count.nullable(),
})
export type Brief = z.infer<typeof briefSchema>

/** A brief as a person writes it. */
export const createBriefSchema = z.strictObject({
  source: briefSourceSchema,
  body: z.string().trim().min(1).max(20_000),
  tags: z.array(z.string().trim().min(1).max(50)).max(20).nullish(),
})
export type CreateBrief = z.infer<typeof createBriefSchema>
/** Which brief it became, and when. */
export const createBriefAnswerSchema = z.object({ id: count, created_at: timestampSchema })
export type CreateBriefAnswer = z.infer<typeof createBriefAnswerSchema>

const yesOrNo = z.enum(['true', 'false']).transform((word) => word === 'true')
const page = pageQuerySchema.shape

/** Briefs that wait for a run, or with `consumed` those that one has read. */
export const briefQuerySchema = z.strictObject({ consumed: yesOrNo.default(false), ...page })
export type BriefQuery = z.infer<typeof briefQuerySchema>
/** Newest first. */
export const briefListSchema = z.object({ briefs: z.array(briefSchema), next_cursor: nextCursorSchema })
export type BriefList = z.infer<typeof briefListSchema>

/** A correction by a person. The next run that succeeds obeys it and sets `applied_to_run_id`. */
export const scoreOverrideSchema = z.object({
  id: count,
  task_id: z.string(),
  dimension: overrideDimensionSchema,
  old_value: z.string().nullable(),
  /** '1' to '5' of a part, a lane of `lane`, '1' or '0' of `locked`. */
  new_value: z.string().nullable(),
  user_reason: z.string().nullable(),
  /** The lane that a lock pins; null for all else. */
  lane: laneSchema.nullable(),
  created_at: timestampSchema,
  applied_to_run_id: count.nullable(),
})
export type ScoreOverride = z.infer<typeof scoreOverrideSchema>

const reason = z.string().trim().max(2000).nullish()
const value = z.union([z.string().max(20), z.number()]).transform(String)

/** A correction as a person makes it. Dimension `locked` locks at the present lane (400 without one) and unlocks. */
export const createOverrideSchema = z
  .strictObject({
    task_id: z.string().min(1).max(200),
    dimension: overrideDimensionSchema,
    new_value: value,
    /** Default: what is in force now. */
    old_value: value.nullish(),
    user_reason: reason,
  })
  .superRefine(({ dimension, new_value: given }, context) => {
    const problem = valueProblem(dimension, given)
    if (problem !== null) context.addIssue({ code: 'custom', path: ['new_value'], message: problem })
  })
export type CreateOverride = z.infer<typeof createOverrideSchema>
/** As its caller writes it. */
export type CorrectionRequest = z.input<typeof createOverrideSchema>

/** What is wrong with a value for this dimension, as the end of a sentence; null when it fits. */
function valueProblem(dimension: OverrideDimension, given: string): string | null {
  if (dimension === 'lane') return laneSchema.safeParse(given).success ? null : 'must be "now", "next" or "later"'
  if (dimension === 'locked') return given === '1' || given === '0' ? null : 'must be "1" to lock or "0" to unlock'
  return /^[1-5]$/.test(given) ? null : 'must be a whole number from 1 to 5'
}

/** The correction that was made. */
export const overrideAnswerSchema = z.object({ override: scoreOverrideSchema })
export type OverrideAnswer = z.infer<typeof overrideAnswerSchema>

/** `applied` false for those that wait for a run, true for the others. */
export const overrideQuerySchema = z.strictObject({
  applied: yesOrNo.optional(),
  task_id: z.string().max(200).optional(),
  ...page,
})
export type OverrideQuery = z.infer<typeof overrideQuerySchema>
/** Newest first. */
export const overrideListSchema = z.object({ overrides: z.array(scoreOverrideSchema), next_cursor: nextCursorSchema })
export type OverrideList = z.infer<typeof overrideListSchema>

/** The lane to lock a task at. A second lock moves it to the other lane. */
export const lockRequestSchema = z.strictObject({ lane: laneSchema, reason })
export type LockRequest = z.infer<typeof lockRequestSchema>
/** What a lock or an unlock left, and how it stands among the corrections. */
export const lockAnswerSchema = z.object({ task: taskSchema, override: scoreOverrideSchema })
export type LockAnswer = z.infer<typeof lockAnswerSchema>

/** A durable note that is in the prompt of every run. */
export const memorySchema = z.object({
  id: count,
  body: z.string(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
})
export type Memory = z.infer<typeof memorySchema>

/** What a memory is to say. */
export const saveMemorySchema = z.strictObject({ body: z.string().trim().min(1).max(2000) })
export type SaveMemory = z.infer<typeof saveMemorySchema>
/** The memory as it now stands. */
export const memoryAnswerSchema = z.object({ memory: memorySchema })
export type MemoryAnswer = z.infer<typeof memoryAnswerSchema>
/** Oldest first, all of them: at most 100. */
export const memoryListSchema = z.object({ memories: z.array(memorySchema) })
export type MemoryList = z.infer<typeof memoryListSchema>

/** How a run of triage stands, or ended. */
export const triageStatusSchema = z.enum(['running', 'success', 'failed', 'cancelled'])
export type TriageStatus = z.infer<typeof triageStatusSchema>

/** Where a run is. While it is asking, `done` and `total` count tasks. */
export const triageProgressSchema = z.object({
  phase: z.enum(['reading', 'asking', 'writing']),
  done: count,
  total: count,
})
export type TriageProgress = z.infer<typeof triageProgressSchema>

/** What a run had before it and what became of it. */
export const runSummarySchema = z.object({
  /** Open tasks that could be ranked, locked ones left out. */
  open: count,
  /** Sent to the model, and answered by it. */
  asked: count,
  scored: count,
  /** Ranked by the score of an earlier run, since the model was not asked about them or left them out. */
  carried: count,
  /** Without any score: they wait for a later run. */
  unscored: count,
  locked: count,
  /** Tasks whose lane changed. */
  moved: count,
  /** Without locked ones. */
  placed: z.object({ now: count, next: count, later: count, none: count }),
  briefs: count,
  overrides: count,
  memories: count,
  /** Briefs, and corrections and locks, that stood in no prompt for want of room and wait for the next run. */
  briefs_left: count,
  overrides_left: count.default(0),
  /** Briefs of which the prompts had the beginning alone. */
  briefs_cut: count.default(0),
  batches: count,
  repairs: count,
  /** Scores that the model gave for ids which nobody asked about, or twice: they were left out. */
  dropped: count.default(0),
  /** As the model server counted them; null when it does not. */
  prompt_tokens: count.nullable(),
  completion_tokens: count.nullable(),
  model_ms: count,
})
export type RunSummary = z.infer<typeof runSummarySchema>

/** Scores or locks that make the lanes say little. */
export const distributionWarningSchema = z.object({
  /** Lanes that hold more locked tasks than their cap: nothing was moved for it. */
  over_cap: z.array(z.object({ lane: laneSchema, locked: count, cap: count })),
  /** Parts to which the model gave nearly always the same value; `share` from 0 to 1. */
  flat: z.array(z.object({ dimension: scoreDimensionSchema, value: part, share: z.number() })),
})
export type DistributionWarning = z.infer<typeof distributionWarningSchema>

/** Where the model, the person and the caps did not agree. */
export const clashSummarySchema = z.object({
  /** Values of the model that an override replaced by another one. */
  scores: z.array(z.object({ task_id: z.string(), dimension: scoreDimensionSchema, model: part, user: part })),
  /** Lanes of the model that the arithmetic, a cap or an override did not follow. */
  lanes: z.array(z.object({ task_id: z.string(), model: laneSchema, placed: laneSchema.nullable() })),
  /** Lane overrides that found their lane full of better-placed ones. */
  unmet: z.array(z.object({ task_id: z.string(), wanted: laneSchema, placed: laneSchema.nullable() })),
})
export type ClashSummary = z.infer<typeof clashSummarySchema>

/** One pass over the open tasks. */
export const triageRunSchema = z.object({
  id: count,
  status: triageStatusSchema,
  /** True: only `moves` was worked out, nothing else written. */
  dry_run: z.boolean(),
  /** `api`, or who else started it. */
  trigger_by: z.string(),
  /** As the model server calls it; null until it answered. */
  model: z.string().nullable(),
  started_at: timestampSchema,
  finished_at: timestampSchema.nullable(),
  /** Why it failed: `model_unreachable`, `model_error`, `bad_answer`, `interrupted` …, and what to do next. */
  error: z.object({ code: z.string(), reason: z.string(), hint: z.string().nullable() }).nullable(),
  /** Null once it is over. */
  progress: triageProgressSchema.nullable(),
  run_summary: runSummarySchema.nullable(),
  distribution_warning: distributionWarningSchema.nullable(),
  clash_summary: clashSummarySchema.nullable(),
  /** Of a preview: its plan is kept, and can be applied while nothing changes. */
  can_apply: z.boolean(),
  /** Of a preview whose plan was applied: the run that it became. */
  applied_as: count.nullable(),
})
export type TriageRun = z.infer<typeof triageRunSchema>

/** A task that the run moves. Lane null: in no lane. */
export const laneMoveSchema = z.object({
  task_id: z.string(),
  title: z.string(),
  from_lane: laneSchema.nullable(),
  from_rank: count.nullable(),
  from_score: z.number().nullable(),
  to_lane: laneSchema.nullable(),
  to_rank: count.nullable(),
  to_score: z.number().nullable(),
  /** `urgency 3 to 5, your override`, `over the cap of 3`, `new`. */
  why: z.string(),
})
export type LaneMove = z.infer<typeof laneMoveSchema>

/** With `dry_run` a run only works out what would move. */
export const startRunQuerySchema = z.strictObject({ dry_run: yesOrNo.default(false) })
export type StartRunQuery = z.infer<typeof startRunQuerySchema>
/** The run that began. */
export const startRunAnswerSchema = z.object({ run_id: count })
export type StartRunAnswer = z.infer<typeof startRunAnswerSchema>
/** Which runs are listed. */
export const runQuerySchema = z.strictObject({ status: triageStatusSchema.optional(), ...page })
/** That choice as it was parsed. */
export type TriageRunQuery = z.infer<typeof runQuerySchema>
/** Newest first. `total` counts all of them. */
export const runListSchema = z.object({ runs: z.array(triageRunSchema), total: count, next_cursor: nextCursorSchema })
export type RunList = z.infer<typeof runListSchema>
/** `moves` by new rank, those that left the lanes last; empty until the run succeeded. */
export const triageRunAnswerSchema = z.object({ run: triageRunSchema.extend({ moves: z.array(laneMoveSchema) }) })
export type TriageRunAnswer = z.infer<typeof triageRunAnswerSchema>
/** The run that the plan of a preview became. */
export const appliedAnswerSchema = z.object({ run: triageRunSchema })
export type AppliedAnswer = z.infer<typeof appliedAnswerSchema>
/** The run that was cancelled. */
export const cancelAnswerSchema = z.object({ run: triageRunSchema })
export type CancelAnswer = z.infer<typeof cancelAnswerSchema>

/** How a task stands to the run before: `new` in the lanes, or moved by so many places. */
export const movementSchema = z.object({
  kind: z.enum(['new', 'up', 'down', 'same']),
  places: count,
  previous_lane: laneSchema.nullable(),
  previous_rank: count.nullable(),
})
export type Movement = z.infer<typeof movementSchema>

/** The lane that a task is locked at, and since when. */
export const lockSchema = z.object({
  lane: laneSchema,
  reason: z.string().nullable(),
  since: timestampSchema.nullable(),
})

/** A task in its lane, with all that put it there. */
export const laneEntrySchema = z.object({
  task: taskCardSchema,
  lane: laneSchema,
  /** Place through all lanes as they stand, from 1. `task.current_rank` is what the last run wrote. */
  rank: count,
  /** Null for a locked task that no run has scored. */
  score: z.number().nullable(),
  /** The parts in force, and what the model said; null for a task that no run has scored. */
  parts: scorePartsSchema.nullable(),
  model_parts: scorePartsSchema.nullable(),
  /** The lane and the one sentence that the model gave. */
  model_lane: laneSchema.nullable(),
  model_reason: z.string().nullable(),
  /** Parts in which an override replaced the model's value. */
  overridden: z.array(scoreDimensionSchema),
  /** Null while nothing is to compare with, and for locked tasks. */
  movement: movementSchema.nullable(),
  lock: lockSchema.nullable(),
  /** Corrections that wait for the next run. */
  pending: z.array(scoreOverrideSchema),
})
export type LaneEntry = z.infer<typeof laneEntrySchema>

/** One lane with its tasks. */
export const laneListSchema = z.object({
  lane: laneSchema,
  cap: count,
  /** Locked ones among `entries`. */
  locked: count,
  /** Best first, locked ones at the end. Done and deleted tasks are left out. */
  entries: z.array(laneEntrySchema),
})
export type LaneList = z.infer<typeof laneListSchema>

/** What waits for the next run, and what the last one left. */
export const triageStateSchema = z.object({
  /** The run that goes on, or null. */
  running: triageRunSchema.nullable(),
  /** The last run that is over, dry ones left out; null before the first. */
  last: triageRunSchema.nullable(),
  briefs_waiting: count,
  overrides_waiting: count,
  /** Open tasks in no lane. */
  unplaced: count,
})
export type TriageState = z.infer<typeof triageStateSchema>

/** NOW, NEXT and LATER in this order; `beyond` has the best 50 that found no room in LATER. */
export const lanesAnswerSchema = z.object({
  lanes: z.array(laneListSchema),
  beyond: z.array(z.object({ task: taskCardSchema, score: z.number(), parts: scorePartsSchema.nullable() })),
  state: triageStateSchema,
})
export type LanesAnswer = z.infer<typeof lanesAnswerSchema>

/**
 * What /ws/state carries as `{ kind: 'lanes', op: 'upsert', id, value }`. `run`: a run at each of its steps and at its end, a
 * dry one too. `lanes`: after a run, a lock, an unlock, a correction; tasks that moved come as changes of their own before
 * it. `briefs`: how many wait, when one came or went.
 */
export type LanesChange =
  | { readonly id: 'run'; readonly value: TriageRun }
  | { readonly id: 'lanes'; readonly value: TriageState }
  | { readonly id: 'briefs'; readonly value: { readonly waiting: number } }
