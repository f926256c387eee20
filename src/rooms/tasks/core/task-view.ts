// The forms in which a task leaves the service.
import type { Task, TaskCard } from '../contract.ts'
import type { Progress } from './progress.ts'
import type { TaskRecord } from './record.ts'
import type { TriageMark } from './triage-mark.ts'

export type Around = {
  /** The task above, unless it is deleted. */
  readonly parent: string | null
  readonly children: readonly string[]
  readonly progress: Progress
  readonly mark: TriageMark
}

export function toCard(record: TaskRecord, { parent, children, progress, mark }: Around): TaskCard {
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
    score_locked: mark.lockedLane === null ? 0 : 1,
    locked_lane: mark.lockedLane,
    current_score: mark.score,
    current_lane: mark.lane,
    current_rank: mark.rank,
    created_at: record.created_at,
    updated_at: record.updated_at,
    status_since: record.status_since,
    done_at: record.done_at,
    blocker: record.blocker === null ? null : { actor: record.blocker, by: record.blocker_name },
  }
}

export function toTask(card: TaskCard, description: string): Task {
  const { id, title, ...rest } = card
  return { id, title, description, ...rest }
}
