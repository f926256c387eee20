// Wire types of streams: what a session wrote and what happened to it, in the order in which it came.
import { z } from 'zod'
import { timestampSchema } from '#platform/contract.ts'

/** GET /api/sessions/:id/stream */
export const streamQuerySchema = z.strictObject({
  /** The number of the record to begin with. */
  from: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  /** Whether the answer goes on with what comes. */
  follow: z.enum(['true', 'false']).default('false'),
  format: z.enum(['ndjson', 'parts', 'asciicast']).default('ndjson'),
})
/** As it travels: every part may be left out. */
export type StreamQuery = {
  readonly from?: number
  readonly follow?: 'true' | 'false'
  readonly format?: 'ndjson' | 'parts' | 'asciicast'
}

const common = { seq: z.number().int(), at: timestampSchema }

const outputSchema = z.object({
  ...common,
  kind: z.enum(['stdout', 'stderr']),
  /** Escape sequences that draw are in it, and no others. */
  data: z.string(),
  /** Written while the service was down: by `at` it was there, and nobody knows since when. */
  untimed: z.literal(true).optional(),
})

/** What happened to the session, as its history tells it; `event` is null for a change of its record. */
const happenedShape = {
  ...common,
  event: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  source: z.string(),
  metadata: z.string().nullable(),
  run_id: z.string().nullable(),
}
const eventSchema = z.object({ ...happenedShape, kind: z.literal('event') })

/** A run ended: `exit_code` is null where nobody knows it. */
const exitSchema = z.object({ ...happenedShape, kind: z.literal('exit'), exit_code: z.number().int().nullable() })

/** Something was lost; `bytes` is null where nobody counted. */
const gapSchema = z.object({
  ...common,
  kind: z.literal('gap'),
  bytes: z.number().int().nullable(),
  reason: z.string(),
})

/** The terminal was so large from then on. */
const resizeSchema = z.object({
  ...common,
  kind: z.literal('resize'),
  columns: z.number().int(),
  rows: z.number().int(),
})

const derivedHead = { ...common, kind: z.literal('derived') }

/** The use of a tool, as its client told it. */
const toolRecordSchema = z.object({
  ...derivedHead,
  source: z.literal('hook'),
  tool: z.string(),
  /** Null where its client does not tell. */
  ok: z.boolean().nullable(),
  command: z.string().nullable(),
  /** Whether the command is longer than what is told of it. */
  is_cut: z.boolean(),
  file: z.string().nullable(),
  directory: z.string().nullable(),
})

const variableChangeSchema = z.object({ name: z.string(), change: z.enum(['set', 'unset']) })

/** A command of a shell began or ended, as the shell's own marks tell it. */
const shellRecordSchema = z.object({
  ...derivedHead,
  source: z.literal('shell'),
  mark: z.enum(['began', 'ended']),
  /** Null where its shell does not tell it; of an end it is told with its beginning. */
  command: z.string().nullable(),
  /** Whether the command is longer than what is told of it. */
  is_cut: z.boolean(),
  /** Null for a beginning. */
  exit_code: z.number().int().nullable(),
  duration_ms: z.number().nullable(),
  directory: z.string().nullable(),
  env: z.array(variableChangeSchema),
})

/** A file against how it was when its session began; `unchanged` is one that is again as it was. */
export const followedFileSchema = z.object({
  path: z.string(),
  status: z.enum(['added', 'changed', 'removed', 'unchanged']),
  /** Lines; null for what is no text. */
  added: z.number().int().nullable(),
  removed: z.number().int().nullable(),
})
/** One of them. */
export type FollowedFile = Readonly<z.infer<typeof followedFileSchema>>

/** What changed of the files of a session's repository since the record before it. */
const gitRecordSchema = z.object({
  ...derivedHead,
  source: z.literal('git'),
  files: z.array(followedFileSchema).readonly(),
  /** Why its files can't be followed, as a sentence; null while they are. */
  trouble: z.string().nullable(),
})

/** What was learned of what the session does, by where it is known from. */
const derivedRecordSchema = z.discriminatedUnion('source', [toolRecordSchema, shellRecordSchema, gitRecordSchema])

/** One line of a stream. */
export const streamRecordSchema = z.discriminatedUnion('kind', [
  outputSchema,
  eventSchema,
  derivedRecordSchema,
  exitSchema,
  resizeSchema,
  gapSchema,
])
export type StreamRecord = z.infer<typeof streamRecordSchema>

/** Output of a session as UTF-8 of whole letters. */
export type OutputBytes<B extends Uint8Array = Uint8Array> = Omit<z.infer<typeof outputSchema>, 'data'> & {
  readonly data: B
}

/** A record as a replay takes it. */
export type ReplayRecord = OutputBytes | Exclude<StreamRecord, { readonly data: string }>

/** A line of `format=parts`: as of a stream, but `length` bytes of output follow it, and are no part of the line. */
export type StreamPart =
  (Omit<OutputBytes, 'data'> & { readonly length: number }) | Exclude<StreamRecord, { readonly data: string }>

/** What happened to a session, as its room tells it right after the commit. */
export type LoggedEvent = {
  /** Grows with each event of the service. */
  readonly seq: number
  readonly sessionId: string
  /** ISO 8601. */
  readonly at: string
  readonly event: string | null
  readonly from: string | null
  readonly to: string | null
  readonly source: string
  readonly metadata: string | null
  readonly runId: string | null
  /** Null where it is not known, or is none. */
  readonly exitCode: number | null
}

/** How large a session's terminal is, as somebody who looked at it just learned. */
export type SizeTold = {
  readonly sessionId: string
  /** ISO 8601. */
  readonly at: string
  readonly columns: number
  readonly rows: number
}

/** What the launcher knows of a session's own program. */
export type SessionCommand = {
  /** The one command that it was started for; null for a session that takes many. */
  readonly command: string | null
  /** Whether the command is longer than what is told of it. */
  readonly isCut: boolean
  /** ISO 8601; null before the first start. */
  readonly startedAt: string | null
  /** ISO 8601; null while it goes on. */
  readonly endedAt: string | null
  /** Null where it is not known. */
  readonly exitCode: number | null
}

/** A session as its stream tells of it. */
export type StreamedSession = {
  readonly title: string
  /** When it was made, ISO 8601. */
  readonly createdAt: string
  /** Null for one that runs no shell. */
  readonly command: SessionCommand | null
  /** Null for one of this machine's own. */
  readonly deviceId: string | null
}

/** A part of a session's output: `next` is the place behind it, where it goes on unless it `isEnd`; `isWhole` says whether nothing is missing before. */
export type OutputAfter = {
  readonly bytes: Uint8Array
  readonly next: string
  readonly isWhole: boolean
  readonly isEnd: boolean
}

/** What a tool of an agent did, as its client told it. */
export type ToolUse = {
  readonly name: string
  /** Null where the client does not tell. */
  readonly ok: boolean | null
  readonly command: string | null
  /** Whether the command is longer than what is told of it. */
  readonly isCut: boolean
  readonly file: string | null
  readonly directory: string | null
}

/** What a shell's own marks tell of a command. */
export const shellMarkSchema = z.object({
  source: z.literal('shell'),
  /** Of the command among those of its session; it only grows. */
  number: z.number().int(),
  mark: z.enum(['began', 'ended']),
  /** Null where its shell does not tell it, and at its end. */
  command: z.string().nullable(),
  isCut: z.boolean(),
  /** Null at its beginning. */
  exitCode: z.number().int().nullable(),
  durationMs: z.number().nullable(),
  directory: z.string().nullable(),
  env: z.array(variableChangeSchema).readonly(),
})

/** What a look at the files of a session's repository found that the look before did not. */
export const filesLookSchema = z.object({
  source: z.literal('git'),
  files: z.array(followedFileSchema).readonly(),
  /** Why they can't be followed, as a sentence; null while they are. */
  trouble: z.string().nullable(),
})

/** What was learned of what a session does, and from where. */
export type Learned =
  | ({ readonly source: 'hook' } & ToolUse)
  | Readonly<z.infer<typeof shellMarkSchema>>
  | Readonly<z.infer<typeof filesLookSchema>>

/** Something learned that is kept. */
export type SessionFact = Learned & {
  /** Grows with each fact of the service. */
  readonly fact: number
  readonly sessionId: string
  /** ISO 8601. */
  readonly at: string
}

/** What is derived from all that was learned of a session. What nobody knows is null, or a sentence of `unknown`. */
export const derivedSchema = z.object({
  /** One line: commands, failures, files. */
  summary: z.string(),
  /** The last ones, in their order; `earlier` of them are not told. */
  commands: z.array(
    z.object({
      at: timestampSchema,
      /** Null where its shell does not tell it. */
      command: z.string().nullable(),
      /** Whether the command is longer than what is told of it. */
      is_cut: z.boolean(),
      exit_code: z.number().int().nullable(),
      ok: z.boolean().nullable(),
      duration_ms: z.number().nullable(),
      /** Its client's hook, the marks of its shell, or the launcher that waited for it. */
      source: z.enum(['hook', 'shell', 'wrapper']),
    }),
  ),
  earlier: z.number().int(),
  /** Names of variables of the environment that were set or unset, each with its last change. */
  env: z.array(variableChangeSchema.extend({ at: timestampSchema })),
  files: z.array(
    z.object({
      path: z.string(),
      status: z.enum(['added', 'changed', 'removed']),
      added: z.number().int().nullable(),
      removed: z.number().int().nullable(),
    }),
  ),
  /** Lines of all files together; null where they are not known. */
  added: z.number().int().nullable().default(null),
  removed: z.number().int().nullable().default(null),
  cwd: z.string().nullable(),
  unknown: z.array(z.string()),
})
export type Derived = z.infer<typeof derivedSchema>

/** What a session did, in one line, on the board's socket: the summary of `derived`. */
export const sessionSummarySchema = z.object({
  /** The session's. */
  id: z.string(),
  text: z.string(),
  at: timestampSchema,
})
export type SessionSummary = z.infer<typeof sessionSummarySchema>

/** GET /api/sessions/:id/derived */
export const derivedAnswerSchema = z.object({ derived: derivedSchema })
export type DerivedAnswer = z.infer<typeof derivedAnswerSchema>

/** GET /api/sessions/:id/diff */
export const diffQuerySchema = z.strictObject({
  /** A file as `derived` names it. */
  path: z.string().min(1).max(4096),
})
/** Which file is asked for. */
export type DiffQuery = z.infer<typeof diffQuerySchema>

/** How a file differs from how it was when its session began. */
export const diffAnswerSchema = z.object({
  diff: z.object({
    path: z.string(),
    /** Hunks as git writes them, without a head; null where there is nothing to show. */
    text: z.string().nullable(),
    /** Whether there is more than what is told of it. */
    is_cut: z.boolean(),
    /** Why there is nothing to show, as a sentence; else null. */
    why: z.string().nullable(),
  }),
})
export type DiffAnswer = z.infer<typeof diffAnswerSchema>
