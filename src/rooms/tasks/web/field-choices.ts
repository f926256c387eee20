// What the fields of a task can be set to.
import type { TaskPriority, TaskStatus, TaskType } from '../contract.ts'

/** The contract's lists as the page shows them; the page takes types from contracts, not values. */
export const statusChoices: readonly TaskStatus[] = [
  'backlog',
  'ready',
  'in_progress',
  'claimed',
  'review',
  'blocked',
  'done',
]
export const typeChoices: readonly TaskType[] = ['epic', 'story', 'task']
export const priorityChoices: readonly TaskPriority[] = ['P1', 'P2', 'P3', 'P4']
