// Wire types of hook ingest: what agents report, and the answer.
import { z } from 'zod'
import { sessionSchema } from '#rooms/sessions/contract.ts'

/** Event names that agents send (specification, 'Event map'). */
export const hookEvents = [
  'start',
  'running',
  'to_in_progress',
  'tool_use',
  'prompt_ready',
  'to_review',
  'awaiting_review',
  'exit',
  'completed',
  'exit_error',
  'failed',
  'requeue',
] as const
export const hookEventSchema = z.enum(hookEvents)
export type HookEvent = z.infer<typeof hookEventSchema>

/** Longest `metadata` that is kept, in characters; more is cut, not refused. */
export const metadataLimit = 200

/**
 * POST /api/hooks/ingest, and with `at` and `tries` a line of hook-queue.jsonl. Unknown fields pass, and optional fields
 * of a wrong type count as absent: agents differ.
 */
export const ingestSchema = z.object({
  tmux_session: z.string().min(1).max(200).optional().catch(undefined),
  session_id: z.string().min(1).max(200).optional().catch(undefined),
  event: hookEventSchema,
  /** Further events, applied in order after `event` in the same transaction. */
  then: z.array(hookEventSchema).max(8).optional().catch(undefined),
  metadata: z.string().optional().catch(undefined),
  agent_type: z.string().min(1).max(100).optional().catch(undefined),
  /** The launch that the event belongs to; one of an older launch is recorded and not applied. */
  run_id: z.string().max(100).optional().catch(undefined),
  exit_code: z.number().int().optional().catch(undefined),
  /** The client's own id of its conversation, and its process: who of several clients in one terminal speaks. */
  client_session: z.string().min(1).max(200).optional().catch(undefined),
  client_pid: z.number().int().positive().optional().catch(undefined),
  /** Whether the client draws on the terminal and stays, rather than print an answer and end. */
  client_screen: z.boolean().optional().catch(undefined),
})
export type Ingest = z.infer<typeof ingestSchema>

/** `session` is null when the event belongs to a session that was dismissed. */
export const ingestAnswerSchema = z.object({
  ok: z.literal(true),
  changed: z.boolean(),
  session: sessionSchema.nullable(),
})
export type IngestAnswer = z.infer<typeof ingestAnswerSchema>

/** A line of hook-queue.jsonl. */
export const queuedEventSchema = ingestSchema.extend({
  /** When the hook fired, ISO 8601 or seconds since the epoch. */
  at: z.union([z.string(), z.number()]).optional().catch(undefined),
  /** Deliveries that failed so far. */
  tries: z.number().int().min(0).optional().catch(undefined),
})
