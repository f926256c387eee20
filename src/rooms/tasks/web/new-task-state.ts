// Whether the dialog for a new task is open, and with what it begins.
import { createValue } from '#platform/web/store/value-store.ts'
import type { TaskStatus } from '../contract.ts'

export type NewTaskStart = { readonly parent?: string; readonly status?: TaskStatus }

export const newTaskStart = createValue<NewTaskStart | null>(null)

export function openNewTask(start: NewTaskStart = {}): void {
  newTaskStart.set(start)
}

export function closeNewTask(): void {
  newTaskStart.set(null)
}
