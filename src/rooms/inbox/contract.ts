// Wire types of what needs a person: the items, the marks that a person sets on them, and their requests and answers.
import { z } from 'zod'
import { defaultPageLimit, maxPageLimit, nextCursorSchema, timestampSchema } from '#platform/contract.ts'

/** Why somebody is needed, in the order in which it is told. */
export const needKinds = ['needs_you', 'failed', 'run_failed', 'missed', 'blocked'] as const
/**
 * `needs_you`: an agent waits. `failed`: one failed and nobody stopped it. `run_failed`: a run of a strand failed, or its
 * file is broken. `missed`: slots of a schedule passed and nothing ran since. `blocked`: an agent or a person blocked a task.
 */
export const needKindSchema = z.enum(needKinds)
export type NeedKind = z.infer<typeof needKindSchema>

/** Whom or what a person has to look at. */
export const needSubjectSchema = z.object({ type: z.enum(['session', 'task', 'run', 'strand']), id: z.string() })
export type NeedSubject = z.infer<typeof needSubjectSchema>

/** What it belongs to, by which several are told as one: an epic or a task, a strand. `project` is that of the task. */
export const needAboutSchema = z.object({
  type: z.enum(['task', 'strand']),
  id: z.string(),
  title: z.string(),
  project: z.string().nullable(),
})
export type NeedAbout = z.infer<typeof needAboutSchema>

/** Longest text of an item, in characters: what two lines show. */
export const needTextLimit = 200

/** What a room says of something that needs a person. */
export const needSchema = z.object({
  kind: needKindSchema,
  subject: needSubjectSchema,
  /** Which time it needs somebody: a mark holds for this one alone, so that a later failure is unseen. */
  moment: z.string(),
  since: timestampSchema,
  title: z.string(),
  /** What it asks or why it failed, in words; null when nothing is known. */
  text: z.string().nullable(),
  /** What several have in common that failed for one reason; null for what stands for itself. */
  cause: z.string().nullable(),
  about: needAboutSchema.nullable(),
  /** What else a person may call it by who filters for it: the agent's type, its terminal. */
  found_by: z.array(z.string()),
  /** The task that a session works on, or that it is. */
  task_id: z.string().nullable(),
  /** The device that a session runs on; null for what runs on this machine, and for what runs nowhere. */
  device_id: z.string().nullable(),
  /** How often in a row it failed for this reason, or how many slots were missed. */
  times: z.number().int(),
  /** What sets it going again: a restart of its session, a retry of its run, a run of its strand; null for nothing. */
  again: z.enum(['restart', 'retry', 'run']).nullable(),
})
export type Need = Readonly<z.infer<typeof needSchema>>

/** What a person said to an item: it is seen, or it comes back at a time, or (null) once its state changes. */
export const inboxMarkSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('seen'), at: timestampSchema }),
  z.object({ kind: z.literal('snoozed'), at: timestampSchema, until: timestampSchema.nullable() }),
])
export type InboxMark = Readonly<z.infer<typeof inboxMarkSchema>>

/** Something that needs a person, as every viewer gets it. Its `id` stays while one failure follows another. */
export const inboxItemSchema = needSchema.extend({
  id: z.string(),
  mark: inboxMarkSchema.nullable(),
  /** Until when its agent waits for permission; null for what nobody waits for with a deadline. */
  asks_until: timestampSchema.nullable(),
})
export type InboxItem = Readonly<z.infer<typeof inboxItemSchema>>

/** Which items a list shows: those that are neither seen nor snoozed, or those that are. */
export const inboxStateSchema = z.enum(['open', 'snoozed', 'seen', 'all'])
export type InboxState = z.infer<typeof inboxStateSchema>

/** The parts of the inbox, in their order. */
export const inboxSectionSchema = z.enum(['waiting', 'failed', 'strands', 'blocked'])
/** A part of the inbox. */
export type InboxSectionId = z.infer<typeof inboxSectionSchema>

/** Longest text that items are filtered by, in characters. */
export const filterTextLimit = 200

/** GET /api/inbox. `q`: words that an item has to hold all of, in any of its texts. */
export const inboxQuerySchema = z.strictObject({
  state: inboxStateSchema.default('open'),
  section: inboxSectionSchema.optional(),
  q: z.string().max(filterTextLimit).optional(),
  limit: z.coerce.number().int().min(1).max(maxPageLimit).default(defaultPageLimit),
  cursor: z.string().optional(),
})
export type InboxQuery = z.infer<typeof inboxQuerySchema>

/** How many there are of each, whatever is filtered for; `to_see` counts what is told as one once. */
export const inboxCountsSchema = z.object({
  waiting: z.number().int(),
  to_see: z.number().int(),
  open: z.number().int(),
  snoozed: z.number().int(),
  seen: z.number().int(),
})
export type InboxCounts = z.infer<typeof inboxCountsSchema>

/** Items in the order in which a person should take them. A blocked task whose session calls is left out: that one tells it. */
export const inboxAnswerSchema = z.object({
  items: z.array(inboxItemSchema),
  counts: inboxCountsSchema,
  /** When the next snoozed one comes back; null when none does by itself. */
  next_back: timestampSchema.nullable(),
  next_cursor: nextCursorSchema,
})
export type InboxAnswer = z.infer<typeof inboxAnswerSchema>

/** Most items that one request may mark. */
export const markLimit = 1000

/** An item as its caller saw it. With `moment` nothing is marked that changed meanwhile. */
const markedItemSchema = z.strictObject({ id: z.string().min(1).max(500), moment: z.string().max(500).optional() })
/** One item of a request that marks. */
export type MarkedItem = z.infer<typeof markedItemSchema>

/**
 * POST /api/inbox/marks: `seen`, `snoozed` until a time or (null) until the state changes, or `none`, which takes a mark
 * back. An agent that waits can't be seen away: it waits until it is answered.
 */
export const markRequestSchema = z
  .strictObject({
    items: z.array(markedItemSchema).min(1).max(markLimit),
    mark: z.enum(['seen', 'snoozed', 'none']),
    until: timestampSchema.nullish(),
  })
  .refine(({ mark, until }) => mark === 'snoozed' || until === undefined || until === null, {
    error: 'is for "mark": "snoozed" alone',
    path: ['until'],
  })
export type MarkRequest = z.infer<typeof markRequestSchema>

/** The items as they now stand, and those that were left as they are with the reason. All left: 404 or 409 instead. */
export const markAnswerSchema = z.object({
  items: z.array(inboxItemSchema),
  left: z.array(z.object({ id: z.string(), reason: z.string() })),
})
export type MarkAnswer = z.infer<typeof markAnswerSchema>

/** Tells that something needs a person, or (null) no longer does, after its commit. Never throws, and nobody waits for it. */
export type TellNeed = (id: string, need: Need | null) => void
