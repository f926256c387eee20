// Wire types of what triage only shows: the morning, why a task is where it is, and what corrections taught.
import { z } from 'zod'
import { timestampSchema } from '#platform/contract.ts'
import { taskCardSchema } from '#rooms/tasks/contract.ts'
import {
  briefSchema,
  laneEntrySchema,
  laneSchema,
  lockSchema,
  scoreDimensionSchema,
  scoreOverrideSchema,
  scorePartsSchema,
  triageRunSchema,
} from '../contract.ts'

const count = z.number().int()

/** `lanes=now,next,later` asks for NEXT and LATER, too. */
export const morningQuerySchema = z.strictObject({
  lanes: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(laneSchema))
    .optional(),
})
/** The lanes of the morning: those not asked for are null. */
export const morningAnswerSchema = z.object({
  run: triageRunSchema.nullable(),
  now: z.array(laneEntrySchema),
  next: z.array(laneEntrySchema).nullable(),
  later: z.array(laneEntrySchema).nullable(),
})
export type MorningAnswer = z.infer<typeof morningAnswerSchema>
/** As its caller writes it. */
export type MorningQuery = z.input<typeof morningQuerySchema>

/** What one run made of a task. */
export const scoreRecordSchema = z.object({
  run_id: count,
  at: timestampSchema,
  /** True: the model was not asked this time, and the score of an earlier run was ranked. */
  carried: z.boolean(),
  model_parts: scorePartsSchema.nullable(),
  model_lane: laneSchema.nullable(),
  model_reason: z.string().nullable(),
  parts: scorePartsSchema.nullable(),
  score: z.number().nullable(),
  lane: laneSchema.nullable(),
  rank: count.nullable(),
})
export type ScoreRecord = z.infer<typeof scoreRecordSchema>

/** Everything that put a task where it is. */
export const explanationSchema = z.object({
  task: taskCardSchema,
  /** Where it stands now, its lock considered; `rank` as in GET /api/triage/lanes, null in no lane. */
  lane: laneSchema.nullable(),
  rank: count.nullable(),
  /** Sentences, most important first: why it is in this lane. */
  why: z.array(z.string()),
  /** `5 × 4 × 3 ÷ 2 = 30.0`; null for a task that no run has scored. */
  arithmetic: z.string().nullable(),
  /** The run that scored it, with its model; null for a task that no run has scored. */
  run: triageRunSchema.nullable(),
  /** Newest first, at most 20; the first one is in force. */
  history: z.array(scoreRecordSchema),
  lock: lockSchema.nullable(),
  /** Corrections of this task, newest first, at most 50: those that wait have `applied_to_run_id` null. */
  overrides: z.array(scoreOverrideSchema),
  /** What stood in the prompt of the run that scored it. */
  briefs: z.array(briefSchema),
})
export type Explanation = z.infer<typeof explanationSchema>
/** Why a task is where it is. */
export const explainAnswerSchema = z.object({ explanation: explanationSchema })
export type ExplainAnswer = z.infer<typeof explainAnswerSchema>

/** How one run stood the test: corrections made after it and before the next one. */
export const learningRunSchema = z.object({
  run_id: count,
  finished_at: timestampSchema,
  /** Tasks that the run put into a lane. */
  placed: count,
  /** Of those, tasks that a lane override or a lock sent to another lane, and tasks that were corrected in any way. */
  lanes_corrected: count,
  tasks_corrected: count,
  /** From 0 to 1; null when nothing was placed. `lanes_kept`: lanes left uncorrected; `untouched`: tasks left alone. */
  lanes_kept: z.number().nullable(),
  untouched: z.number().nullable(),
  /** All corrections, those of unplaced tasks too. */
  overrides: count,
})
export type LearningRun = z.infer<typeof learningRunSchema>

/** Which way a person moves one part of the scores. */
export const learningDimensionSchema = z.object({
  dimension: scoreDimensionSchema,
  corrections: count,
  /** Mean of new minus old, and of its size; null without corrections. */
  mean_correction: z.number().nullable(),
  mean_size: z.number().nullable(),
})
export type LearningDimension = z.infer<typeof learningDimensionSchema>

/** The last 50 runs that succeeded, oldest first, and the four parts over all of them. */
export const learningAnswerSchema = z.object({
  runs: z.array(learningRunSchema),
  dimensions: z.array(learningDimensionSchema),
})
export type LearningAnswer = z.infer<typeof learningAnswerSchema>
