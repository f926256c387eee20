// Wire types of the local assistant: which models it is offered with, and whether one would answer now.
import { z } from 'zod'

/** GET /api/assistant. What was asked and answered are sessions of the harness `mother-llm`. */
export const assistantSchema = z.object({
  /** The default one first. Any other name may be asked for, too. */
  models: z.array(z.string()),
  /** Those that the devices tell of, which would answer now. */
  present: z.array(z.string()),
  /** The machines that would answer, by their names. */
  on: z.array(z.string()),
  is_awake: z.boolean(),
  /** Why it is silent, and what to do; null while it is awake. */
  why: z.string().nullable(),
  hint: z.string().nullable(),
})
/** Whether the assistant would answer, and by which models. */
export type Assistant = Readonly<z.infer<typeof assistantSchema>>
