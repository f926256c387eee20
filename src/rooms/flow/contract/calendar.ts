// Wire types of the calendar of strands.
import { z } from 'zod'
import { timestampSchema } from '#platform/contract.ts'
import { caveatKindSchema, runStatuses } from '../contract.ts'

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
