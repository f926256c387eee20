// How sessions lie in sessions.json and in the log: the contract file of other programs, and what a restart needs besides.
import { z } from 'zod'
import { clientSchema, sessionSchema, stoppingSchema } from '../contract.ts'

const storedTime = z.iso.datetime({ offset: true }) // of another program: with or without milliseconds

/** A person's answer of which nothing followed yet: when it was given, and what the agent had asked. */
export const givenAnswerSchema = z.object({ at: storedTime, asked: z.string().nullable() })
export type GivenAnswer = Readonly<z.infer<typeof givenAnswerSchema>>

const storedShape = sessionSchema.omit({ node: true }).extend({
  last_activity: storedTime,
  created_at: storedTime,
  started_at: storedTime.nullable(),
  ended_at: storedTime.nullable(),
  state_since: storedTime,
  // Without a default: a change that leaves it out leaves it as it is.
  stopping: stoppingSchema.nullable(),
  run_id: z.string().nullable(),
  tmux_id: z.string().nullable(),
  tmux_created_ms: z.number().int().nullable(),
  seen_alive: z.boolean(),
  requeued: z.boolean(),
  spawning: z.boolean(),
  client: clientSchema.nullable(),
  turn_ended_at: storedTime.nullable(),
  answered: givenAnswerSchema.nullable(),
})

/** What one event changed of a session, as the log keeps it. */
export const storedChangeSchema = storedShape.partial()
export type StoredChange = z.infer<typeof storedChangeSchema>

/** A session in sessions.json: the resource, and what a restart needs besides. Another program may leave most of it out. */
export const storedSessionSchema = storedChangeSchema.required({ id: true, tmux_session: true, state: true })
export type StoredSession = z.infer<typeof storedSessionSchema>

/**
 * A dismissed session's name, and its terminal: another tmux session of that name is not it. Null where it was not known,
 * and in what an earlier Orrery wrote.
 */
export const dismissedNameSchema = z.object({
  tmux_session: z.string(),
  /** When the terminal was first missed, epoch milliseconds; null while it may live. */
  gone_since_ms: z.number().nullable(),
  tmux_id: z.string().nullable().default(null),
  tmux_created_ms: z.number().int().nullable().default(null),
  /** Its last launch: what that still reports concerns no other session of the name. */
  run_id: z.string().nullable().default(null),
})
export type DismissedName = z.infer<typeof dismissedNameSchema>

/** $SERVICE_HOME/sessions.json. `seq` is the last event of the log that it holds; absent when another program wrote it. */
export const sessionsFileSchema = z.object({
  seq: z.number().int().min(0).optional(),
  sessions: z.array(storedSessionSchema),
  dismissed: z.array(dismissedNameSchema).default([]),
})
export type SessionsFile = z.infer<typeof sessionsFileSchema>
