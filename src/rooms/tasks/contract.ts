// Wire types of kanban tasks: the resource, its requests and answers, and what /ws/state carries of it.
import { z } from 'zod'
import { maxPageLimit, nextCursorSchema, timestampSchema } from '#platform/contract.ts'

/** From the first to the last column. */
export const taskStatuses = ['backlog', 'ready', 'in_progress', 'claimed', 'review', 'blocked', 'done'] as const
/** Where the work on a task stands. */
export const taskStatusSchema = z.enum(taskStatuses)
export type TaskStatus = z.infer<typeof taskStatusSchema>

/** From the top of the tree down. */
export const taskTypes = ['epic', 'story', 'task'] as const
/** The level of a task in the tree. */
export const taskTypeSchema = z.enum(taskTypes)
export type TaskType = z.infer<typeof taskTypeSchema>

/** The most urgent first. */
export const taskPriorities = ['P1', 'P2', 'P3', 'P4'] as const
/** How urgent a task is. */
export const taskPrioritySchema = z.enum(taskPriorities)
export type TaskPriority = z.infer<typeof taskPrioritySchema>

/** Who changed a task: a person, an agent by the API, the session linked to it, an import. */
export const taskActorSchema = z.enum(['user', 'agent', 'session', 'import'])
export type TaskActor = z.infer<typeof taskActorSchema>

/** A kanban task. Absent values are null, never missing. */
export const taskSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  type: taskTypeSchema,
  priority: taskPrioritySchema,
  status: taskStatusSchema,
  /** Id of the epic or story above, or null. */
  parent: z.string().nullable(),
  project: z.string().nullable(),
  source_repo: z.string().nullable(),
  /** Where an imported task came from, as an http or https address; null for others. */
  source_url: z.string().nullable(),
  /** Ids of the tasks right below, in the order of their creation. */
  children: z.array(z.string()),
  /** Everything below that is no container of others: how much of it is done. Kept by the database. */
  progress: z.object({ done: z.number().int(), total: z.number().int() }),
  score_locked: z.number().int(),
  locked_lane: z.string().nullable(),
  current_score: z.number().nullable(),
  current_lane: z.string().nullable(),
  current_rank: z.number().int().nullable(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
  /** When the present status was entered: 'since when' on the card. */
  status_since: timestampSchema,
  done_at: timestampSchema.nullable(),
  /**
   * Who blocked it and left it to a person: a person, an agent, its failed session. Null while it is not blocked, for one
   * that came blocked, by an import or at its creation, and for one whose session a person stopped.
   */
  blocker: z.object({ actor: taskActorSchema, by: z.string().nullable() }).nullable(),
})
export type Task = z.infer<typeof taskSchema>

/** A task as /ws/state sends it: without its description. */
export const taskCardSchema = taskSchema.omit({ description: true })
export type TaskCard = z.infer<typeof taskCardSchema>

/** Where a run of triage puts a task: what the columns of the task then say. */
export type PlacedTask = Pick<Task, 'id'> & {
  readonly score: number | null
  readonly lane: string | null
  readonly rank: number | null
}

/** Longest title, in characters: what a card and a terminal can show. */
export const titleLimit = 500
const title = z.string().trim().min(1).max(titleLimit)
/** Ids that a caller gives: safe in a path, a command line and a list. */
export const taskIdPattern = /^[A-Za-z0-9][A-Za-z0-9._:#@+-]*$/
const newId = z
  .string()
  .min(1)
  .max(200)
  .regex(taskIdPattern, 'must begin with a letter or a digit and go on with letters, digits and . _ : # @ + -')
const id = z.string().min(1).max(200)
const name = z.string().min(1).max(200)

/** POST /api/tasks. An id may be given, as imports do; else one is made. */
export const createTaskSchema = z.strictObject({
  id: newId.optional(),
  title,
  description: z.string().max(500_000).nullish(),
  type: taskTypeSchema.optional(),
  priority: taskPrioritySchema.optional(),
  status: taskStatusSchema.optional(),
  parent: id.nullish(),
  project: name.nullish(),
  source_repo: name.nullish(),
})
export type CreateTask = z.infer<typeof createTaskSchema>

const changeableSchema = createTaskSchema.omit({ id: true }).partial()

/** Fields as the caller last saw them. One that has another value by now refuses the change with 409 `conflict`. */
export const expectedTaskSchema = changeableSchema
export type ExpectedTask = z.infer<typeof expectedTaskSchema>

/** PATCH /api/tasks/:id: what is left out stays. */
export const changeTaskSchema = changeableSchema.extend({ expect: expectedTaskSchema.optional() })
export type ChangeTask = z.infer<typeof changeTaskSchema>

/** GET /api/tasks. Filters combine; `q` looks into titles and descriptions. */
export const taskQuerySchema = z.strictObject({
  status: taskStatusSchema.optional(),
  type: taskTypeSchema.optional(),
  priority: taskPrioritySchema.optional(),
  project: z.string().optional(),
  parent: z.string().optional(),
  q: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(maxPageLimit).default(50),
  cursor: z.string().optional(),
})
export type TaskQuery = z.infer<typeof taskQuerySchema>

/** POST and PATCH answer it with the task as it stands after the commit; POST with 201, 409 `conflict` for an id in use. */
export const taskAnswerSchema = z.object({ task: taskSchema })
export type TaskAnswer = z.infer<typeof taskAnswerSchema>

/** GET /api/tasks. */
export const taskListSchema = z.object({ tasks: z.array(taskSchema), next_cursor: nextCursorSchema })
/** One page of tasks. */
export type PageOfTasks = z.infer<typeof taskListSchema>

/** Most tasks that one bulk request may name. */
export const bulkLimit = 1000

/** What a bulk edit may set on every task that it names. */
export const bulkSetSchema = z.strictObject({
  status: taskStatusSchema.optional(),
  priority: taskPrioritySchema.optional(),
  type: taskTypeSchema.optional(),
  parent: id.nullish(),
  project: name.nullish(),
})

/**
 * POST /api/tasks/bulk: one of `set`, `delete: true` and `restore: true`, for all tasks named or, when one of them can't
 * be changed so, for none (404, 400 or 409 whose details name each by its place, `ids.3`). `expect` goes with `set`.
 */
export const bulkRequestSchema = z
  .strictObject({
    ids: z.array(id).min(1).max(bulkLimit),
    set: bulkSetSchema.optional(),
    expect: bulkSetSchema.optional(),
    delete: z.literal(true).optional(),
    restore: z.literal(true).optional(),
  })
  .refine((body) => [body.set, body.delete, body.restore].filter((one) => one !== undefined).length === 1, {
    error: 'must have one of "set", "delete" and "restore", and no other of them',
  })
  .refine((body) => body.expect === undefined || body.set !== undefined, {
    error: 'must have "set" where it has "expect"',
  })
export type BulkRequest = z.infer<typeof bulkRequestSchema>

/** The tasks named as they now stand, deleted ones left out, and the ids of those that this request changed. */
export const bulkAnswerSchema = z.object({ tasks: z.array(taskCardSchema), changed: z.array(z.string()) })
export type BulkAnswer = z.infer<typeof bulkAnswerSchema>

/** One field that changed. Texts are cut to `historyTextLimit`; absent values are null. */
export const fieldChangeSchema = z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })
export type FieldChange = z.infer<typeof fieldChangeSchema>

/** Longest text that the history keeps of one value, in characters. */
export const historyTextLimit = 2000

/** One row of a task's history. */
export const taskEventSchema = z.object({
  seq: z.number().int(),
  task_id: z.string(),
  at: timestampSchema,
  kind: z.enum(['created', 'changed', 'deleted', 'restored']),
  actor: taskActorSchema,
  /** The session's id, the agent's tmux session or the import's format; null for a person. */
  by: z.string().nullable(),
  /** Empty for kinds other than `changed`. */
  changes: z.array(fieldChangeSchema),
})
export type TaskEvent = z.infer<typeof taskEventSchema>

/** GET /api/tasks/:id/history, newest first; of a deleted task, too. */
export const taskEventListSchema = z.object({ events: z.array(taskEventSchema), next_cursor: nextCursorSchema })
/** One page of a history. */
export type PageOfTaskEvents = z.infer<typeof taskEventListSchema>

/** Trackers whose exports are understood. */
export const importFormats = ['github', 'linear', 'vibe-kanban', 'markdown'] as const
/** What an export is written in. */
export const importFormatSchema = z.enum(importFormats)
export type ImportFormat = z.infer<typeof importFormatSchema>

/** POST /api/tasks/import. May be repeated: what was imported before is found again by its id at the source. */
export const importRequestSchema = z.strictObject({
  format: importFormatSchema,
  /** The exported file: JSON of `gh issue list --json …` or of vibe-kanban, CSV of Linear, Markdown with checklists. */
  text: z.string().min(1),
  /** Project of the tasks; default what the export says. */
  project: name.nullish(),
  /** Tells one checklist from another, as its file name does; default the project. Other formats carry their own. */
  source: name.nullish(),
  /** True: nothing is changed; the answer says what would be. */
  dry_run: z.boolean().optional(),
})
export type ImportRequest = z.infer<typeof importRequestSchema>

/** One item of the export and what became (or would become) of it. */
export const importItemSchema = z.object({
  /** Its id at the source; for what has none, where it stands: `line 12`. */
  source_id: z.string(),
  title: z.string(),
  action: z.enum(['create', 'change', 'unchanged', 'skip']),
  /** The task; null for one that was skipped, or that a dry run would create under an id made for it. */
  task_id: z.string().nullable(),
  /** What changes, for `change`. */
  fields: z.array(z.string()),
  /** Why it was skipped, or what of it could not be kept; null when there is nothing to say. */
  note: z.string().nullable(),
})
export type ImportItem = z.infer<typeof importItemSchema>

/** Items in the order of the export. Refused as a whole with 400 only when the text is not of the format at all. */
export const importAnswerSchema = z.object({
  dry_run: z.boolean(),
  created: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  skipped: z.number().int(),
  items: z.array(importItemSchema),
})
export type ImportAnswer = z.infer<typeof importAnswerSchema>

/** One issue of `gh issue list --json number,title,body,state,labels,milestone,url`; most of it may be missing. */
export const githubIssueSchema = z.object({
  number: z.number().int().positive(),
  title: z.string(),
  body: z.string().nullish(),
  state: z.string().nullish(),
  url: z.string().nullish(),
  labels: z.array(z.union([z.string(), z.object({ name: z.string() })])).nullish(),
  milestone: z
    .object({ number: z.number().int().nullish(), title: z.string(), description: z.string().nullish() })
    .nullish(),
})
export type GithubIssue = z.infer<typeof githubIssueSchema>

/** One task of vibe-kanban, in the forms that its versions have. */
export const vibeKanbanTaskSchema = z.object({
  id: z.union([z.string().min(1), z.number()]).transform(String),
  title: z.string(),
  description: z.string().nullish(),
  status: z.string().nullish(),
  priority: z.string().nullish(),
  parent_task_id: z.string().nullish(),
  parent_issue_id: z.string().nullish(),
  parent_id: z.string().nullish(),
  project_name: z.string().nullish(),
  project: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).nullish(),
})
export type VibeKanbanTask = z.infer<typeof vibeKanbanTaskSchema>

/** Stored with an imported task: the values of its item at the last import; `parent` is an id at the source. */
export const seenAtSourceSchema = z.object({
  title: z.string(),
  description_hash: z.string(),
  type: taskTypeSchema,
  priority: taskPrioritySchema,
  status: taskStatusSchema,
  parent: z.string().nullable(),
  project: z.string().nullable(),
  source_repo: z.string().nullable(),
  source_url: z.string().nullable(),
})
export type SeenAtSource = z.infer<typeof seenAtSourceSchema>

/** Which session moved a task that it works on, and whether a person had stopped it. */
export type SessionMove = { readonly sessionId: string; readonly isStopped: boolean }
