// A task for tests: everything set, so that a test names only what it is about.
import type { TaskCard } from '#rooms/tasks/contract.ts'

const at = '2026-11-20T10:00:00.000Z'

export function sampleTask(fields: Partial<TaskCard> = {}): TaskCard {
  return {
    id: 'T-1',
    title: 'Refund in parts',
    type: 'task',
    priority: 'P3',
    status: 'ready',
    parent: null,
    project: null,
    source_repo: null,
    source_url: null,
    children: [],
    progress: { done: 0, total: 0 },
    score_locked: 0,
    locked_lane: null,
    current_score: null,
    current_lane: null,
    current_rank: null,
    created_at: at,
    updated_at: at,
    status_since: at,
    done_at: null,
    blocker: null,
    ...fields,
  }
}
