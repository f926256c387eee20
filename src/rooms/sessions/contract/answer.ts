// Wire types of answers: what a person says to an agent, typed into its terminal.
import { z } from 'zod'
import { nextCursorSchema, timestampSchema } from '#platform/contract.ts'
import { sessionSchema } from '../contract.ts'

/** Longest text of an answer, in UTF-16 units: a long page. What is longer belongs into a file that the agent reads. */
export const answerLimit = 65_536

/** POST /api/agents/:id/input */
export const inputRequestSchema = z.strictObject({
  /** Line breaks and tabs are kept, other control characters taken out, and so are blanks at its end. */
  text: z.string(),
  /** Whether Enter follows the text. */
  submit: z.boolean().default(true),
  /**
   * `state_since` of the wait that is answered. Where the session is not in that wait any more, nothing is typed: somebody
   * else answered it, or it went on. Left out: whatever it does, it is told.
   */
  waiting_since: z.string().max(40).nullish(),
})
export type InputRequest = z.input<typeof inputRequestSchema>

/** `typing`: begun; `typed`: it stands in the terminal; `failed`: it does not; `unknown`: the service ended in between. */
export const answerStates = ['typing', 'typed', 'failed', 'unknown'] as const

/** One text that was said to a session. */
export const answerSchema = z.object({
  id: z.number().int(),
  session_id: z.string(),
  at: timestampSchema,
  text: z.string(),
  submit: z.boolean(),
  state: z.enum(answerStates),
  /** `agent`: a command that another agent ran, as far as its environment tells. */
  actor: z.enum(['person', 'agent']),
  /** The agent's tmux session; null for a person. */
  by: z.string().nullable(),
  /** The browser of the login, by its User-Agent; null for the ACCESS_TOKEN, as the command line uses it. */
  browser: z.string().nullable(),
})
/** One answer that was typed into a session's terminal. */
export type AgentAnswer = z.infer<typeof answerSchema>

/** What was said, and the session after it. */
export const inputAnswerSchema = z.object({ session: sessionSchema, answer: answerSchema })
export type InputAnswer = z.infer<typeof inputAnswerSchema>

/** Newest first; `next_cursor` is null at the oldest. */
export const answerListSchema = z.object({ answers: z.array(answerSchema), next_cursor: nextCursorSchema })
/** Answers to a session, newest first; `next_cursor` is null at the oldest. */
export type PageOfAnswers = z.infer<typeof answerListSchema>

/** Why a text would not be typed now. `screen` is the end of what its terminal shows, where that is what speaks against it. */
export const obstacleSchema = z.object({
  error: z.string(),
  reason: z.string(),
  hint: z.string().nullable(),
  screen: z.string().nullable(),
})
export type Obstacle = z.infer<typeof obstacleSchema>

/**
 * GET /api/agents/:id/input: whether a text would be typed now; null where nothing speaks against it. `unfinished` is the
 * last answer to this wait, where it may stand in the prompt still: it was typed without Enter, or nobody knows whether it
 * was typed. What is typed next stands behind it.
 */
export const readinessSchema = z.object({
  obstacle: obstacleSchema.nullable(),
  unfinished: answerSchema.nullable().default(null),
})
export type Readiness = z.infer<typeof readinessSchema>
