// Reads the lanes again when a task that stands in one, or could, is closed, reopened, deleted or made.
import { useEffect } from 'react'
import type { EntityChange } from '#platform/web/store/entity-store.ts'
import type { TaskCard } from '#rooms/tasks/contract.ts'
import { useTriagePorts } from '../ports.ts'
import { lanesData } from './triage-data.ts'

export function useFollowTasks(): void {
  const { tasks } = useTriagePorts()
  useEffect(
    () =>
      tasks.onChanges((changes) => {
        if (changes.some(changesLanes)) lanesData.refresh()
      }),
    [tasks],
  )
}

function changesLanes({ before, after }: EntityChange<TaskCard>): boolean {
  return isOpen(before) !== isOpen(after)
}

function isOpen(task: TaskCard | null): boolean {
  return task !== null && task.status !== 'done'
}
