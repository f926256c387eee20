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
/** What a hook may report. */
export const hookEventSchema = z.enum(hookEvents)
export type HookEvent = z.infer<typeof hookEventSchema>

/** Longest `metadata` that is kept, in characters; more is cut, not refused. */
export const metadataLimit = 200

/**
 * A field that may be missing, and counts as missing where its type is wrong. The outer `optional` lets one that is missing pass
 * at once: most are, in each event, and what catches would make an object for each.
 */
const lenient = <T extends z.ZodType>(field: T) => field.optional().catch(undefined).optional()

/** What a tool of an agent did; `…_cut` says that more of the text is not told. */
const toolSchema = z.object({
  name: z.string().min(1).max(200),
  /** Absent where the client does not tell. */
  ok: lenient(z.boolean()),
  command: lenient(z.string().max(4096)),
  command_cut: lenient(z.boolean()),
  file: lenient(z.string().max(4096)),
  file_cut: lenient(z.boolean()),
  directory: lenient(z.string().max(4096)),
  directory_cut: lenient(z.boolean()),
})

/**
 * POST /api/hooks/ingest, and with `at` and `tries` a line of hook-queue.jsonl. Unknown fields pass, and optional fields
 * of a wrong type count as absent: agents differ.
 */
export const ingestSchema = z.object({
  tmux_session: lenient(z.string().min(1).max(200)),
  session_id: lenient(z.string().min(1).max(200)),
  event: hookEventSchema,
  /** Further events, applied in order after `event` in the same transaction. */
  then: lenient(z.array(hookEventSchema).max(8)),
  metadata: lenient(z.string()),
  agent_type: lenient(z.string().min(1).max(100)),
  /** The client's own name of its hook, where `event` says less. */
  hook: lenient(z.string().min(1).max(100)),
  /** The launch that the event belongs to; one of an older launch is recorded and not applied. */
  run_id: lenient(z.string().max(100)),
  exit_code: lenient(z.number().int()),
  /** The client's own id of its conversation, and its process: who of several clients in one terminal speaks. */
  client_session: lenient(z.string().min(1).max(200)),
  client_pid: lenient(z.number().int().positive()),
  /** Whether the client draws on the terminal and stays, rather than print an answer and end. */
  client_screen: lenient(z.boolean()),
  tool: lenient(toolSchema),
  /** The reporter's own name of this report: one that comes again, as by way of the queue, changes nothing. */
  report_id: lenient(z.string().min(1).max(100)),
})
export type Ingest = z.infer<typeof ingestSchema>

/** `session` is null when the event belongs to a session that was dismissed, and for a report that was taken before. */
export const ingestAnswerSchema = z.object({
  ok: z.literal(true),
  changed: z.boolean(),
  session: sessionSchema.nullable(),
})
export type IngestAnswer = z.infer<typeof ingestAnswerSchema>

/** A line of hook-queue.jsonl. */
export const queuedEventSchema = ingestSchema.extend({
  /** When the hook fired, ISO 8601 or seconds since the epoch. */
  at: lenient(z.union([z.string(), z.number()])),
  /** Deliveries that failed so far. */
  tries: lenient(z.number().int().min(0)),
})

/** The agent programs whose hooks we install. */
export const hookClientSchema = z.enum(['claude', 'codex', 'gemini', 'opencode'])
export type HookClient = z.infer<typeof hookClientSchema>

/** Default: Claude Code. */
export const hookClientQuerySchema = z.strictObject({ client: hookClientSchema.optional() })
export type HookClientQuery = { readonly client?: HookClient }

/** POST /api/hooks/install: our hooks stand in the client's settings. `changed` is false when they did before. */
export const hooksInstalledSchema = z.object({
  ok: z.literal(true),
  changed: z.boolean(),
  /** The client's settings file. */
  file: z.string(),
  /** The client's events that report to us now. */
  events: z.array(z.string()),
  /** What a person still has to do, or null. */
  note: z.string().nullable(),
})
export type HooksInstalled = z.infer<typeof hooksInstalledSchema>

/** POST /api/hooks/uninstall: nothing of ours stands there. `note`: why launches will install them again, or null. */
export const hooksRemovedSchema = hooksInstalledSchema.omit({ events: true })
export type HooksRemoved = z.infer<typeof hooksRemovedSchema>

/** How one client's hooks stand. */
export const clientHooksSchema = z.object({
  client: hookClientSchema,
  label: z.string(),
  file: z.string(),
  /** `edited`: all report, yet not by the line of this version and home. `unreadable`: the file is no JSON that we understand. */
  state: z.enum(['installed', 'partly', 'edited', 'absent', 'unreadable']),
  /** Why it can't be read; null for any other state. */
  reason: z.string().nullable(),
  /** The client's events that report, and those that do not. */
  events: z.array(z.string()),
  missing: z.array(z.string()),
  /** Hooks of somebody else, which stay as they are. */
  others: z.number(),
  /** What a person still has to do, or null. */
  note: z.string().nullable(),
})
/** As the page and the command line tell it. */
export type ClientHooksState = z.infer<typeof clientHooksSchema>

/** GET /api/hooks/installed */
export const hooksStateSchema = z.object({
  clients: z.array(clientHooksSchema),
  script: z.object({
    file: z.string(),
    /** `other`: not the text of this version and these settings; the next start writes it anew. */
    state: z.enum(['current', 'other', 'missing']),
    /** The beginning of its digest; null where it is missing. */
    version: z.string().nullable(),
  }),
})
export type HooksState = z.infer<typeof hooksStateSchema>

/** POST /api/hooks/test: whether the event arrived, and how. */
export const hookTestSchema = z.object({
  arrived: z.boolean(),
  /** `queue`: the script did not reach the service and wrote the event down, from where it was taken. */
  way: z.enum(['straight', 'queue']).nullable(),
  /** From the start of the script to its arrival, or to its end. */
  took_ms: z.number(),
  /** What is wrong and what to do next; null where all is well. */
  reason: z.string().nullable(),
  hint: z.string().nullable(),
})
export type HookTest = z.infer<typeof hookTestSchema>
