// The tasks as the page knows them; the board's feed fills it.
import { createEntityStore } from '#platform/web/store/entity-store.ts'
import { useEntity } from '#platform/web/store/use-entity.ts'
import type { Task, TaskCard } from '../contract.ts'

export const tasks = createEntityStore<TaskCard>()

export function useTask(id: string): TaskCard | null {
  return useEntity(tasks, id)
}

/** Takes in what an answer told of a task, unless the feed has told something newer. */
export function learnTask(task: Task | TaskCard): void {
  const known = tasks.truth(task.id)
  if (known !== null && known.updated_at > task.updated_at) return
  tasks.apply([{ id: task.id, value: toCard(task) }])
}

export function toCard(task: Task | TaskCard): TaskCard {
  if (!('description' in task)) return task
  const { description: _, ...card } = task
  return card
}
