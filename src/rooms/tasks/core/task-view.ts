// The forms in which a task leaves the service.
import type { Task, TaskCard } from '../contract.ts'
import type { Progress } from './progress.ts'
import type { TaskRecord } from './record.ts'

export type Around = {
  /** The task above, unless it is deleted. */
  readonly parent: string | null
  readonly children: readonly string[]
  readonly progress: Progress
}

/** Triage has not judged any task yet: its fields are empty. */
export function toCard(record: TaskRecord, { parent, children, progress }: Around): TaskCard {
  return {
    id: record.id,
    title: record.title,
    type: record.type,
    priority: record.priority,
    status: record.status,
    parent,
    project: record.project,
    source_repo: record.source_repo,
    source_url: record.source_url,
    children: [...children],
    progress,
    score_locked: 0,
    locked_lane: null,
    current_score: null,
    current_lane: null,
    current_rank: null,
    created_at: record.created_at,
    updated_at: record.updated_at,
    status_since: record.status_since,
    done_at: record.done_at,
  }
}

export function toTask(card: TaskCard, description: string): Task {
  const { id, title, ...rest } = card
  return { id, title, description, ...rest }
}
