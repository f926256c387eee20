// Wire types of what is asked of strands and runs, and of the answers that only say so.
import { z } from 'zod'
import { jsonSchema, maxPageLimit, nextCursorSchema } from '#platform/contract.ts'
import { loadErrorSchema, runSchema, runStatusSchema, strandSchema } from '../contract.ts'

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

/** POST /api/flow/runs/:id/cancel */
export const cancelledRunSchema = z.object({ ok: z.literal(true), run: runSchema })
export type CancelledRun = z.infer<typeof cancelledRunSchema>

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

/** What a viewer may send: which run's output it wants; null for none. */
export const flowRequestSchema = z.strictObject({ type: z.literal('follow'), run_id: z.string().nullable() })
