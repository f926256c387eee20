// For tests: a task by its id, with the defaults of the board.
import { sampleTask as anyTask } from '#testing/sample-task.testkit.ts'
import type { Task, TaskCard } from '../contract.ts'

export function sampleCard(id: string, more: Partial<TaskCard> = {}): TaskCard {
  return anyTask({ id, title: `Title of ${id}`, ...more })
}

export function sampleTask(id: string, { description = '', ...more }: Partial<Task> = {}): Task {
  return { ...sampleCard(id, more), description }
}
