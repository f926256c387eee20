// Wire types of kanban tasks: the resource, its requests and answers, and what /ws/state carries of it.
import { z } from 'zod'
import { maxPageLimit, nextCursorSchema, timestampSchema } from '#platform/contract.ts'

export const taskStatuses = ['backlog', 'ready', 'in_progress', 'claimed', 'review', 'blocked', 'done'] as const
export const taskStatusSchema = z.enum(taskStatuses)
export type TaskStatus = z.infer<typeof taskStatusSchema>

export const taskTypes = ['epic', 'story', 'task'] as const
export const taskTypeSchema = z.enum(taskTypes)
export type TaskType = z.infer<typeof taskTypeSchema>

export const taskPriorities = ['P1', 'P2', 'P3', 'P4'] as const
export const taskPrioritySchema = z.enum(taskPriorities)
export type TaskPriority = z.infer<typeof taskPrioritySchema>

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
  done_at: timestampSchema.nullable(),
})
export type Task = z.infer<typeof taskSchema>

/** A task as /ws/state sends it: without its description. */
export const taskCardSchema = taskSchema.omit({ description: true })
export type TaskCard = z.infer<typeof taskCardSchema>

/** Longest title, in characters: what a card and a terminal can show. */
export const titleLimit = 500
const title = z.string().trim().min(1).max(titleLimit)
const id = z.string().min(1).max(200)
const name = z.string().min(1).max(200)

/** POST /api/tasks. An id may be given, as imports do; else one is made. */
export const createTaskSchema = z.strictObject({
  id: id.optional(),
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

/** PATCH /api/tasks/:id: what is left out stays. */
export const changeTaskSchema = createTaskSchema.omit({ id: true }).partial()
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

export const taskAnswerSchema = z.object({ task: taskSchema })
export const taskListSchema = z.object({ tasks: z.array(taskSchema), next_cursor: nextCursorSchema })
