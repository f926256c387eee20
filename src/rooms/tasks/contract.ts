// Wire types of kanban tasks. The resource arrives with the board; sessions already know statuses.
import { z } from 'zod'

export const taskStatuses = ['backlog', 'ready', 'in_progress', 'claimed', 'review', 'blocked', 'done'] as const
export const taskStatusSchema = z.enum(taskStatuses)
export type TaskStatus = z.infer<typeof taskStatusSchema>
