// Wire types of search, and what a room that is searched brings along.
import { z } from 'zod'
import { maxPageLimit, timestampSchema } from '#platform/contract.ts'

/** What is searched, in the order in which results are shown. */
export const searchKinds = ['task', 'session', 'transcript', 'output', 'brief', 'run'] as const
/** `session` is its name, prompt and last words; `transcript` a piece of what was said; `output` the end of what it wrote. */
export const searchKindSchema = z.enum(searchKinds)
export type SearchKind = z.infer<typeof searchKindSchema>

/** Longest query, in characters. */
export const queryLimit = 500

/** GET /api/search */
export const searchQuerySchema = z.strictObject({
  q: z.string().max(queryLimit),
  kind: searchKindSchema.optional(),
  limit: z.coerce.number().int().min(1).max(maxPageLimit).default(20),
})
/** What is looked for. */
export type SearchQuery = z.infer<typeof searchQuerySchema>

/** One thing that has all the words. */
export const searchResultSchema = z.object({
  kind: searchKindSchema,
  id: z.string(),
  title: z.string(),
  /** A part of its text around the first hit, on one line; empty where only the title has the words. */
  snippet: z.string(),
  /** When it last changed. */
  at: timestampSchema,
  /** Its address on the page, which marks the words there. */
  href: z.string(),
  /** How it stands, as a state of a session, a task or a run; null for what has none. */
  state: z.string().nullable(),
  /** What else tells it from others: its project, its agent, its trigger. */
  where: z.string(),
})
/** One result. */
export type SearchResult = z.infer<typeof searchResultSchema>

const counts = z.record(searchKindSchema, z.number().int())
/** Counts of results beyond this are not told exactly. */
export const countLimit = 100

/** The best results first, of each kind at least some. */
export const searchAnswerSchema = z.object({
  results: z.array(searchResultSchema),
  /** How many there are of each kind; more than `countLimit` stands for any number above it. */
  found: counts,
  /** False while the index is being filled: there may be more. */
  is_complete: z.boolean(),
})
/** What was found. */
export type SearchAnswer = z.infer<typeof searchAnswerSchema>

/** GET /api/search/index: how much is searched. */
export const searchIndexSchema = z.object({ documents: counts, is_complete: z.boolean() })
/** How much is searched. */
export type SearchIndex = z.infer<typeof searchIndexSchema>

/** What the index takes of one thing, and what a result tells of it. */
export type SearchDocument = {
  readonly id: string
  readonly title: string
  /** All that is searched beside the title. Of a longer one the first `searchedCharacters` are. */
  readonly text: string
  readonly at: string
  /** Its address on the page. */
  readonly href: string
  readonly state: string | null
  readonly where: string
  /** Whether it is at work or open, rather than history. */
  readonly isLive: boolean
}

/** Some of what changed, and where to go on. A mark is the source's own: text that outlives the process. */
export type SearchChanges = { readonly ids: readonly string[]; readonly mark: string; readonly isEnd: boolean }

/** A room that is searched: one kind of thing. Both may be asked at any time, and neither changes anything. */
export type SearchSource = {
  readonly kind: SearchKind
  /** False where `changes` says nothing of what is gone: then the index looks for that by itself. Default: true. */
  readonly tellsGone?: false
  /**
   * Things that may have changed since `mark`, at most some `limit` of them: those that are new, different or gone. With
   * null everything there is, the oldest first. One that is told twice costs a look.
   */
  readonly changes: (mark: string | null, limit: number) => Promise<SearchChanges>
  /** Those of `ids` that are there, in any order. */
  readonly read: (ids: readonly string[]) => Promise<readonly SearchDocument[]>
}
