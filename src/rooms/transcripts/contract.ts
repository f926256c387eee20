// Wire types of transcripts: what an agent said and did, as its own program wrote it down.
import { z } from 'zod'
import { timestampSchema } from '#platform/contract.ts'

/** GET /api/agents/:id/transcript */
export const transcriptQuerySchema = z.strictObject({
  /** Where an earlier answer ended. */
  cursor: z.string().max(400).optional(),
  format: z.enum(['json', 'markdown']).default('json'),
})
/** As it travels: every part may be left out. */
export type TranscriptQuery = { readonly cursor?: string; readonly format?: 'json' | 'markdown' }

/** Longest texts that are told, in characters: of a message, of what a tool was given, and of what it answered. */
export const textLimits = { message: 32_768, input: 8192, result: 16_384 } as const

const text = z.string().max(textLimits.message)
const common = {
  /** The same for the same thing, however often it is read: what comes under an id again replaces what came before. */
  id: z.string().min(1).max(300),
  /** When it was written down; null where its client does not tell. */
  at: timestampSchema.nullable(),
}
/** `cut`: how many characters more it has than are told. */
const said = { ...common, text, cut: z.number().int().min(0) }
const count = z.number().int().min(0)

/** One thing of a conversation. */
export const transcriptItemSchema = z.discriminatedUnion('kind', [
  z.object({ ...said, kind: z.literal('person') }),
  z.object({ ...said, kind: z.literal('agent') }),
  z.object({ ...said, kind: z.literal('thought') }),
  /** What the program itself remarks: that it was stopped, that its context was made shorter, that the model failed. */
  z.object({ ...said, kind: z.literal('note') }),
  z.object({
    ...common,
    kind: z.literal('tool'),
    /** By which its result names it. */
    call: z.string().max(300),
    name: z.string().max(200),
    /** What it is about, on one line: its command, its file. */
    title: z.string().max(500),
    input: text,
    cut: count,
  }),
  z.object({
    ...said,
    kind: z.literal('result'),
    call: z.string().max(300),
    /** Null where its client does not tell. */
    outcome: z.enum(['ok', 'failed', 'denied', 'stopped']).nullable(),
    exit_code: z.number().int().nullable(),
    /** Lines of files; null for what changed none, or where nobody tells. */
    added: count.nullable(),
    removed: count.nullable(),
  }),
  /** What one answer of the model took. `input` is what was not read from the cache. */
  z.object({
    ...common,
    kind: z.literal('usage'),
    model: z.string().max(200).nullable(),
    input: count,
    output: count,
    cache_read: count,
    cache_write: count,
  }),
])
/** One thing of a conversation. */
export type TranscriptItem = Readonly<z.infer<typeof transcriptItemSchema>>

/** Items of a session's transcript after a cursor, oldest first. */
export const transcriptAnswerSchema = z.object({
  session: z.object({ id: z.string(), title: z.string(), state: z.string(), is_at_work: z.boolean() }),
  /** What the client is called; null for a session of another program. */
  agent: z.string().nullable(),
  /** Why there is nothing to read, and what to do instead; null where there is a transcript. */
  why_none: z.string().nullable(),
  items: z.array(transcriptItemSchema),
  /** Where the next part begins. */
  cursor: z.string(),
  /** Whether this is all that was written so far. */
  is_end: z.boolean(),
  /** The file is not that of the cursor any more: these are its first items, and those of before are no more. */
  is_anew: z.boolean(),
})
/** A part of a transcript. */
export type TranscriptAnswer = Readonly<z.infer<typeof transcriptAnswerSchema>>

/** What a client's file has after a place, as this machine or a device reads it; `found` is false where there is no file. */
export const filePartSchema = z.object({
  found: z.boolean(),
  items: z.array(transcriptItemSchema).max(20_000),
  cursor: z.string().max(300).nullable(),
  is_end: z.boolean(),
  is_anew: z.boolean(),
})
/** A part of one file. */
export type FilePart = Readonly<z.infer<typeof filePartSchema>>

/** `request` for `transcript`, as a hub asks a device. */
export const filePartRequestSchema = z.object({
  harness: z.string().max(60),
  conversation: z.string().max(200),
  cursor: z.string().max(300).nullable(),
})
/** Which part of which file. */
export type FilePartRequest = Readonly<z.infer<typeof filePartRequestSchema>>

/** A conversation of a session, as its client's hooks told of it. */
export type Conversation = { readonly id: string; readonly harness: string }

/** A session as its transcript tells of it. */
export type TranscribedSession = {
  readonly id: string
  readonly title: string
  /** Its agent's type, and the harness that this is, where it is one. */
  readonly agentType: string
  readonly harness: string | null
  /** Where its client keeps its files; null for this machine. */
  readonly deviceId: string | null
  /** The conversation that its client told of last. */
  readonly conversation: string | null
  readonly isAtWork: boolean
  readonly lastActivity: string
  readonly state: string
  readonly isOnBoard: boolean
}
