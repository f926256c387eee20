// Wire types of sessions that left the board: dismissed by a person or pruned by their age, and kept for some days.
import { z } from 'zod'
import { defaultPageLimit, maxPageLimit, nextCursorSchema, timestampSchema } from '#platform/contract.ts'
import { sessionCardSchema, sessionSchema, sessionStateSchema } from '../contract.ts'

/** `dismissed` by somebody, or `pruned` 24 hours after its end. */
export const leftAsSchema = z.enum(['dismissed', 'pruned'])
/** How a session left the board. */
export type LeftAs = z.infer<typeof leftAsSchema>

const left = { left_at: timestampSchema, left_as: leftAsSchema }

/** A past session of a list: its record as it was when it left, the prompt cut as on a card. */
export const pastCardSchema = z.object({ ...left, session: sessionCardSchema })
/** A past session of a list. */
export type PastCard = Readonly<z.infer<typeof pastCardSchema>>

/** A past session with its whole prompt, and when it is forgotten. */
export const pastSessionSchema = z.object({ ...left, kept_until: timestampSchema, session: sessionSchema })
/** One past session in full. */
export type PastSession = Readonly<z.infer<typeof pastSessionSchema>>

/** A day, which begins at midnight UTC, or a time. */
const momentSchema = z.union([z.iso.date(), z.iso.datetime()], {
  error: 'must be a day as 2026-11-20, or a time as 2026-11-20T08:30:00Z',
})

/** GET /api/agents/history: those that left at `since` or later and before `until`. */
export const pastQuerySchema = z.strictObject({
  state: sessionStateSchema.optional(),
  agent_type: z.string().min(1).max(100).optional(),
  task_id: z.string().min(1).max(200).optional(),
  since: momentSchema.optional(),
  until: momentSchema.optional(),
  limit: z.coerce.number().int().min(1).max(maxPageLimit).default(defaultPageLimit),
  cursor: z.string().optional(),
})
/** What of history is asked for. */
export type PastQuery = z.infer<typeof pastQuerySchema>

/** Past sessions, the last one that left first. */
export const pastListSchema = z.object({ sessions: z.array(pastCardSchema), next_cursor: nextCursorSchema })
/** Past sessions, the last one that left first; `next_cursor` is null at the end. */
export type PageOfPast = z.infer<typeof pastListSchema>

/** GET /api/agents/history/:id */
export const pastAnswerSchema = z.object({ past: pastSessionSchema })
/** One past session. */
export type PastAnswer = z.infer<typeof pastAnswerSchema>
