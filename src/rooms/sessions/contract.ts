// Wire types of agent sessions: the resource, its requests and answers, and what /ws/state carries of it.
import { z } from 'zod'
import { maxPageLimit, nextCursorSchema, timestampSchema } from '#platform/contract.ts'
import type { ToolUse } from '#rooms/streams/contract.ts'

/** In the order of the specification's table. */
export const sessionStates = ['idle', 'running', 'awaiting_review', 'completed', 'failed'] as const
/** Where a session stands; the state machine alone moves it. */
export const sessionStateSchema = z.enum(sessionStates)
export type SessionState = z.infer<typeof sessionStateSchema>

/** Events of the state machine (specification, 'Session states'). */
export const machineEvents = [
  'start',
  'hook.to_running',
  'hook.to_review',
  'agent.tool_use',
  'agent.prompt_ready',
  'process.exit',
  'process.exit_error',
  'user.cancel',
  'user.resume',
  'user.requeue',
] as const
/** One event of the state machine. */
export const machineEventSchema = z.enum(machineEvents)
export type MachineEvent = z.infer<typeof machineEventSchema>

/** How the service came to know a session; `fabric`: it was started on a device. */
export const sessionOriginSchema = z.enum(['launched', 'registered', 'discovered', 'hook', 'fabric'])
export type SessionOrigin = z.infer<typeof sessionOriginSchema>

/** Where an event came from, kept as the cause of each state change. */
export const eventSourceSchema = z.enum([
  'launch',
  'hook',
  /** A hook of another client than the session's own, in the same terminal. */
  'other_client',
  'wrapper',
  'user',
  'scanner',
  'dependency',
  'gateway',
  'service',
])
export type EventSource = z.infer<typeof eventSourceSchema>

/** What last moved the session, for the card: which event, from where, and what it said. */
export const causeSchema = z.object({
  event: machineEventSchema,
  source: eventSourceSchema,
  /** Free text of the event, at most 200 characters: a tool's name, a notification's message. */
  metadata: z.string().nullable(),
  at: timestampSchema,
})
export type Cause = z.infer<typeof causeSchema>

/**
 * A stop that is under way: the state says since the stop that the session is over, this what its program does. Null again
 * once every process of it is gone.
 */
export const stoppingSchema = z.object({
  /** When Ctrl+C was sent first. */
  since: timestampSchema,
  by: eventSourceSchema,
  /** When Ctrl+C was sent last, if somebody asked again. An earlier Orrery kept no such time. */
  asked_at: timestampSchema.nullable().default(null),
  /** When TERM was sent to what went on; KILL follows 5 s later. Null while it was only asked by Ctrl+C. */
  forced_at: timestampSchema.nullable(),
  /** What went on 10 s after it was asked, as `node and 2 children`; null before. */
  left: z.string().nullable(),
})
export type Stopping = z.infer<typeof stoppingSchema>

/** A tracked agent session. Absent values are null, never missing, but for `node`. */
export const sessionSchema = z.object({
  id: z.string(),
  /** code-agent, gateway-agent, shell, or a type of `config.agents`. */
  agent_type: z.string(),
  tmux_session: z.string(),
  label: z.string(),
  prompt: z.string(),
  task_id: z.string().nullable(),
  depends_on: z.array(z.string()),
  state: sessionStateSchema,
  last_activity: timestampSchema,
  created_at: timestampSchema,
  started_at: timestampSchema.nullable(),
  /** The ended marker: null while the session lives. */
  ended_at: timestampSchema.nullable(),
  exit_code: z.number().int().nullable(),
  /** `exit`, `exit_error`, `cancelled`, `budget`, `terminal_gone`, or null. */
  end_reason: z.string().nullable(),
  working_dir: z.string().nullable(),
  interactive: z.boolean(),
  origin: sessionOriginSchema,
  /** Whether its tmux session was there at the last look; null before the first one. */
  tmux_alive: z.boolean().nullable(),
  device_id: z.string().nullable(),
  /** The dependencies that are not met yet; empty when nothing holds the session back. */
  blocked_by: z.array(z.string()),
  harness: z.string().nullable(),
  /** When the present state was entered: 'since when' on the card. */
  state_since: timestampSchema,
  /** Why the present state was entered; null for a session that nothing moved yet. */
  cause: causeSchema.nullable(),
  /** What the agent said last, at most 200 characters; null before it said anything. */
  last_message: z.string().nullable(),
  /** Whether the service may run the prompt, which came with credentials. Else it describes, and `start` moves the state alone. */
  runnable: z.boolean(),
  /** The stop that is under way. A service that was started before an upgrade tells none. */
  stopping: stoppingSchema.nullable().default(null),
  /** The other service on the same PostgreSQL whose it is, silent since when; missing for this one's own. */
  node: z.object({ name: z.string(), unreachable_since: timestampSchema.nullable() }).optional(),
})
export type Session = z.infer<typeof sessionSchema>

/** Longest prompt on a card, in characters; the whole one comes by GET. */
export const cardPromptLimit = 300

/** A session as /ws/state sends it: the prompt cut to `cardPromptLimit`. */
export const sessionCardSchema = sessionSchema.extend({ prompt_cut: z.boolean() })
export type SessionCard = z.infer<typeof sessionCardSchema>

/**
 * The last line that means something of what a session printed, as plain text on one line: from the end of its recorded
 * output, or from its screen where it draws or nothing is recorded.
 */
export const lastLineSchema = z.object({
  /** The session's. */
  id: z.string(),
  text: z.string().max(200),
  /** `agent` is what its hooks told last. */
  from: z.enum(['output', 'screen', 'agent']),
  /** When it was written. */
  at: timestampSchema,
})
export type LastLine = z.infer<typeof lastLineSchema>

/** A session as it is read, with what it printed last and what it did in one line; null where nothing is known. */
export const sessionViewSchema = sessionSchema.extend({
  // A service that was started before an upgrade tells none.
  last_line: lastLineSchema.omit({ id: true }).nullable().default(null),
  summary: z.string().nullable().default(null),
})
export type SessionView = z.infer<typeof sessionViewSchema>

const id = z.string().min(1).max(200)
const text = z.string().max(1_000_000)

/** POST /api/agents/launch. `prompt` is required unless `interactive`. */
export const launchRequestSchema = z.strictObject({
  agent_type: z.string().min(1),
  prompt: text.nullish(),
  label: z.string().max(500).nullish(),
  task_id: id.nullish(),
  session_name: z.string().max(4096).nullish(),
  depends_on: z.array(id).max(200).nullish(),
  working_dir: z.string().min(1).max(4096).nullish(),
  interactive: z.boolean().nullish(),
})
export type LaunchRequest = z.infer<typeof launchRequestSchema>

/** POST /api/agents/stop; `force` ends what goes on: TERM to every process of it, KILL 5 s later. */
export const stopRequestSchema = z.strictObject({ session_id: z.string().min(1), force: z.boolean().nullish() })
export type StopRequest = z.infer<typeof stopRequestSchema>

/** POST /api/hooks/sessions */
export const registerRequestSchema = z.strictObject({
  agent_type: z.string().min(1).max(100).nullish(),
  tmux_session: z.string().min(1).max(200),
  label: z.string().max(500).nullish(),
  prompt: text.nullish(),
  task_id: id.nullish(),
  depends_on: z.array(id).max(200).nullish(),
})
export type RegisterRequest = z.infer<typeof registerRequestSchema>

/**
 * PATCH /api/hooks/sessions/:id: a state to reach, an event by its machine or its hook name, the tasks that start it, or its
 * conversation to go on with. */
export const patchRequestSchema = z
  .strictObject({
    state: z.string().optional(),
    event: z.string().optional(),
    depends_on: z.array(id).max(200).optional(),
    conversation: z.literal('resume').optional(),
  })
  .refine((request) => Object.values(request).filter((value) => value !== undefined).length === 1, {
    error: 'must have one of "state", "event", "depends_on" and "conversation", and no other of them',
  })
export type PatchRequest = z.infer<typeof patchRequestSchema>

/** One session, as it is after the request. */
export const sessionAnswerSchema = z.object({ session: sessionSchema })
export type SessionAnswer = z.infer<typeof sessionAnswerSchema>

/** GET /api/hooks/sessions/:id */
export const readSessionAnswerSchema = z.object({ session: sessionViewSchema })
export type ReadSessionAnswer = z.infer<typeof readSessionAnswerSchema>

/** The session after a PATCH; `changed` is false where it was so already. */
export const patchAnswerSchema = z.object({ session: sessionSchema, changed: z.boolean() })
export type PatchAnswer = z.infer<typeof patchAnswerSchema>

/** GET /api/hooks/sessions. Without a limit it answers all sessions, or as many as fit into 16 MiB. */
export const sessionListQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(maxPageLimit).optional(),
  cursor: z.string().optional(),
})

/**
 * All sessions, or a page of them, oldest first. Once the prompts before it fill a megabyte, a longer one is cut as on the
 * board: `prompt_cut` marks it, and it is whole in the answer for its session.
 */
export const sessionListSchema = z.object({
  sessions: z.array(sessionViewSchema.extend({ prompt_cut: z.boolean().optional() })),
  // A service that was started before an upgrade knows no pages: it answers all.
  next_cursor: nextCursorSchema.default(null),
})
/** Sessions, oldest first; `next_cursor` is null on the last page. */
export type PageOfSessions = z.infer<typeof sessionListSchema>

/** One row of a session's history: an accepted event, a refused one, or a change of its record. */
export const sessionEventSchema = z.object({
  seq: z.number().int(),
  session_id: z.string(),
  at: timestampSchema,
  kind: z.enum(['created', 'event', 'changed', 'removed']),
  /** A machine event, or null for a change of the record alone. */
  event: z.string().nullable(),
  from: sessionStateSchema.nullable(),
  to: sessionStateSchema.nullable(),
  /** False for an event that the state did not accept. */
  accepted: z.boolean(),
  source: eventSourceSchema,
  metadata: z.string().nullable(),
  run_id: z.string().nullable(),
})
export type SessionEvent = z.infer<typeof sessionEventSchema>

/** Rows of a session's history, newest first; `next_cursor` is null at its beginning. */
export const sessionEventListSchema = z.object({ events: z.array(sessionEventSchema), next_cursor: nextCursorSchema })
/** Events, newest first; `next_cursor` is null at the beginning of the history. */
export type PageOfEvents = z.infer<typeof sessionEventListSchema>

/** One agent type of the catalog, for the launch dialog and `orrery launch`. */
export const agentTypeSchema = z.object({
  agent_type: z.string(),
  label: z.string(),
  interactive: z.boolean(),
  /** The argv template, for 'what will run'. */
  command: z.array(z.string()),
  interactive_command: z.array(z.string()).nullable(),
  /** Whether its program is on the PATH of launches; which of the six clients it is, what that can't do, and which version was tried. */
  installed: z.boolean().default(true),
  harness: z.string().nullable().default(null),
  cannot: z.array(z.string()).default([]),
  tried: z.string().nullable().default(null),
  version: z.string().nullable().default(null), // as the program says; null while nobody knows
})
export type AgentType = z.infer<typeof agentTypeSchema>

/** Those that can be launched, in the order of the dialog. */
export const agentTypeListSchema = z.object({ agents: z.array(agentTypeSchema) })
export type AgentTypeList = z.infer<typeof agentTypeListSchema>

/**
 * A program that reports by hooks, Claude Code for one. `session` is its own id of its conversation, which changes while it
 * runs (`/clear`); `pid` its process. `screen` names its type when it draws on the terminal and stays, else it is null.
 */
export const clientSchema = z.object({
  session: z.string().nullable(),
  pid: z.number().int().nullable(),
  screen: z.string().nullable(),
})
export type Client = Readonly<z.infer<typeof clientSchema>>

/** What an agent reported: whom it concerns and the machine events it stands for, in order. */
export type AgentReport = {
  /** Looked up first. */
  readonly sessionId: string | null
  readonly tmuxSession: string | null
  /** Never empty. All are applied in one transaction; only the last state is published. */
  readonly events: readonly MachineEvent[]
  /** `wrapper` for a report that carries an exit status, since only the launcher's wrapper knows it. */
  readonly source: EventSource
  /** At most 200 characters. */
  readonly metadata: string | null
  readonly agentType: string
  readonly runId: string | null
  readonly exitCode: number | null
  /** When the hook fired, ISO 8601, of an event that waited in the queue; absent for one that comes straight. */
  readonly firedAt?: string | null
  /** The client whose hook it is; absent where any other program reports. */
  readonly client?: Client
  /** The client's own name of its hook, where the events say less. */
  readonly hook?: string
  /** What one of its tools did, where the hook tells. */
  readonly tool?: ToolUse
  /** The reporter's own name of this report; absent where it gives none. */
  readonly reportId?: string
}

/** What a device tells of a run of a session. */
export type DeviceNews =
  | { readonly kind: 'started'; readonly terminal: string | null }
  | { readonly kind: 'event'; readonly events: readonly MachineEvent[]; readonly metadata: string | null }
  | {
      readonly kind: 'exit'
      readonly exitCode: number | null
      readonly endReason: string | null
      readonly why: string | null
    }
  /** It was cancelled before it began there. */
  | { readonly kind: 'never_started' }

/** A session to be made on a device; null where the best one is to be chosen. */
export type FabricStart = Required<Pick<LaunchRequest, 'prompt' | 'label' | 'task_id' | 'depends_on' | 'working_dir'>> &
  Readonly<{ harness: string; deviceId: string | null; model: string | null; interactive: boolean }>

/** `session` is null when the report belongs to a session that was dismissed, or was taken before. */
export type ReportAnswer = { readonly ok: true; readonly changed: boolean; readonly session: Session | null }

/** In answers of the log route: where the text ended, to be given as `from` of the next request. */
export const logNextHeader = 'x-log-next'

/**
 * GET /api/agents/:id/log?tail=<bytes>: the end of what the agent wrote to its terminal, escape sequences included. With
 * `from` it is what came since the answer that gave it, or the end where that is not kept any more. With `download=true` it
 * comes as a file, all of it unless `tail` is given.
 */
export const logQuerySchema = z.strictObject({
  tail: z.coerce.number().int().min(1).max(10_485_760).optional(),
  from: z.string().max(100).optional(),
  download: z.enum(['true', 'false']).default('false'),
})

/**
 * DELETE /api/hooks/sessions/:id: `kill=true` ends the tmux session too, `purge=true` takes it out of history as well, with
 * its output and its events; both take credentials.
 */
export const removeQuerySchema = z.strictObject({
  kill: z.enum(['true', 'false']).optional(),
  purge: z.enum(['true', 'false']).optional(),
})
