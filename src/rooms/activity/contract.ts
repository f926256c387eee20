// Wire types of what happened: rows that other rooms bring from where they keep them, and the requests that read them.
import { z } from 'zod'
import { defaultPageLimit, maxPageLimit, nextCursorSchema, timestampSchema } from '#platform/contract.ts'

/** Where a row comes from: the board and its tasks, agents in tmux, strands, triage, the service itself. */
export const activitySources = ['fabric', 'tmux', 'workflow', 'triage', 'system'] as const
/** One of them, as it is parsed. */
export const activitySourceSchema = z.enum(activitySources)
/** One of the sources. */
export type ActivitySourceName = z.infer<typeof activitySourceSchema>

/** Whose doing a row can be. */
export const actorKinds = ['person', 'agent', 'hook', 'cron', 'gateway', 'device', 'service'] as const
/** One of them, as it is parsed. */
export const actorKindSchema = z.enum(actorKinds)
/** Whose doing a row is. */
export type ActorKind = z.infer<typeof actorKindSchema>

/** Something that happened, in words that a card may show: no prompt, no secret. */
export const activityRowSchema = z.object({
  /** The log that keeps it, a colon, its place there. */
  id: z.string(),
  at: timestampSchema,
  source: activitySourceSchema,
  /** What it happened to, a dot, what happened: `session.failed`, `task.moved`. */
  kind: z.string(),
  actor: z.object({ kind: actorKindSchema, name: z.string().nullable() }),
  subject: z.object({ type: z.string(), id: z.string(), label: z.string() }),
  text: z.string(),
  device_id: z.string().nullable(),
  /** Where on the page its subject is shown; null when it is shown nowhere. */
  href: z.string().nullable(),
})
export type ActivityRow = Readonly<z.infer<typeof activityRowSchema>>

/** Which rows, by what every log knows of them: all where nothing is said. Times are inclusive. */
const plainFilterSchema = z.strictObject({
  source: activitySourceSchema.optional(),
  actor: actorKindSchema.optional(),
  kind: z
    .string()
    .regex(/^[a-z_]{1,40}(?:\.[a-z_]{1,40})?$/, 'must be a kind such as session.failed, or what stands before its dot')
    .optional(),
  since: timestampSchema.optional(),
  until: timestampSchema.optional(),
})

/**
 * The same, and words that a row has to have: each as a word, or as the beginning of one, of what it shows. `kind` is a
 * whole one, or what stands before its dot.
 */
export const activityFilterSchema = plainFilterSchema.extend({ text: z.string().trim().min(1).max(200).optional() })
export type ActivityFilter = z.infer<typeof activityFilterSchema>

/** GET /api/activity */
export const activityQuerySchema = activityFilterSchema.extend({
  limit: z.coerce.number().int().min(1).max(maxPageLimit).default(defaultPageLimit),
  cursor: z.string().max(1000).optional(),
})
export type ActivityQuery = z.infer<typeof activityQuerySchema>

/** Newest first. Of words that are rare a page may have few rows, or none, and `next_cursor` goes on looking. */
export const activityAnswerSchema = z.object({ rows: z.array(activityRowSchema), next_cursor: nextCursorSchema })
export type ActivityAnswer = z.infer<typeof activityAnswerSchema>

/** GET /api/activity/export: every row of the filter, as it is written. */
export const activityExportQuerySchema = activityFilterSchema.extend({
  format: z.enum(['csv', 'jsonl']).default('csv'),
})
export type ActivityExportQuery = z.infer<typeof activityExportQuerySchema>

/** GET /api/activity/density: rows over time. The last 24 hours where no time is said. */
export const activityDensityQuerySchema = plainFilterSchema
export type ActivityDensityQuery = z.infer<typeof activityDensityQuerySchema>

/** How long a part of the time is that rows are counted in. */
export const densitySteps = ['minute', 'ten_minutes', 'hour', 'day'] as const
export type DensityStep = (typeof densitySteps)[number]

/** How much happened when. */
export const activityDensitySchema = z.object({
  since: timestampSchema,
  until: timestampSchema,
  step: z.enum(densitySteps),
  /** In the order of time; parts without a row are left out. `failures`: what failed or was refused. */
  parts: z.array(z.object({ at: timestampSchema, rows: z.number().int(), failures: z.number().int() })),
  /** False while rows from before an upgrade are still being indexed: the oldest are missing, here and in the list. */
  is_complete: z.boolean(),
})
/** The same, as it is parsed. */
export type ActivityDensity = z.infer<typeof activityDensitySchema>

/** GET /api/activity/:id: what its log knows of a row beyond the row itself, by name. */
export const activityFactsSchema = z.object({
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
})
/** One of them: `{ name: 'Event', value: 'process.exit' }`. */
export type ActivityFact = z.infer<typeof activityFactsSchema>['facts'][number]
export type ActivityFacts = z.infer<typeof activityFactsSchema>

/** A place among rows of one time: `key` compares as text. */
export type ActivityPlace = { readonly at: string; readonly key: string }

/** What a source is asked for; `isKind` answers for each of its kinds. */
export type SourceFilter = {
  readonly actor: ActorKind | null
  readonly isKind: (kind: string) => boolean
  readonly since: string | null
}

/** From a time up to before another one, and how many characters of a time name a part of it: 13 an hour, 16 a minute. */
export type ActivitySpan = { readonly from: string; readonly to: string; readonly characters: number }

/**
 * The reader of one log, which the room that keeps the log brings. `page` answers up to `limit` rows that stand before a
 * place, newest first by (at, key), where a row's id is `<log>:<key>`; the same place asks for the same rows, whatever came
 * after it. Rejects when the log can't be read.
 */
export interface ActivitySource {
  readonly log: string
  readonly source: ActivitySourceName
  readonly page: (filter: SourceFilter, before: ActivityPlace, limit: number) => Promise<readonly ActivityRow[]>
  /** How many rows there are in each part of a span that has any, by the beginning of their time. */
  readonly count: (filter: Omit<SourceFilter, 'since'>, span: ActivitySpan) => Promise<ReadonlyMap<string, number>>
  /** What else is known of the row with this key; empty when there is none, or nothing. */
  readonly facts?: (key: string) => Promise<readonly ActivityFact[]>
  /** Whether every row of the log can be found; left out for one that needs no index of its own. */
  readonly isComplete?: () => Promise<boolean>
}

/** What actors are called that name a session by its id or the name of its terminal. Unknown ones are left out. */
export type NamesOfAgents = (names: readonly string[]) => Promise<ReadonlyMap<string, string>>
