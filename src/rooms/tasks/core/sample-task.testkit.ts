// For tests: a task with the defaults of the board.
import type { Task, TaskCard } from '../contract.ts'
import { noProgress } from './progress.ts'

const at = '2026-11-20T08:00:00.000Z'

export function sampleCard(id: string, more: Partial<TaskCard> = {}): TaskCard {
  return {
    id,
    title: `Title of ${id}`,
    type: 'task',
    priority: 'P3',
    status: 'ready',
    parent: null,
    project: null,
    source_repo: null,
    source_url: null,
    children: [],
    progress: noProgress,
    score_locked: 0,
    locked_lane: null,
    current_score: null,
    current_lane: null,
    current_rank: null,
    created_at: at,
    updated_at: at,
    status_since: at,
    done_at: null,
    ...more,
  }
}

export function sampleTask(id: string, { description = '', ...more }: Partial<Task> = {}): Task {
  return { ...sampleCard(id, more), description }
}
