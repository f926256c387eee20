// What hub and daemon agree on for looks at a terminal of a device.
import { z } from 'zod'
import { runKeySchema } from './envelopes.ts'

/** So far ahead of what the hub has taken a device sends the output of one terminal, in bytes. */
export const aheadBytes = 128 * 1024
/** Each part of what is typed or shown travels in a frame of its own, in bytes: well below the largest frame, as base64. */
export const terminalPartBytes = 256 * 1024
/** Longest screen with its history in one answer, in bytes before base64; the oldest lines go. */
export const longestScreenBytes = 700_000

/** `request` for `screen`: a picture of a run's terminal. */
export const screenRequestSchema = runKeySchema.extend({
  historyLines: z.number().int().min(0).max(10_000),
  withLooks: z.boolean(),
})

/** What `result` says to it, `data` in base64; where it is not ok, why. */
export const screenResultSchema = z.object({ data: z.string(), columns: z.number().int(), rows: z.number().int() })
/** Why not. */
export const noScreenSchema = z.object({ reason: z.enum(['gone', 'failed']), message: z.string().max(500) })
