// How trackers call priorities and statuses, and what the board calls them.
import type { TaskPriority, TaskStatus } from '../../contract.ts'

const priorities: Readonly<Record<string, TaskPriority>> = {
  p0: 'P1',
  p1: 'P1',
  p2: 'P2',
  p3: 'P3',
  p4: 'P4',
  p5: 'P4',
  urgent: 'P1',
  critical: 'P1',
  highest: 'P1',
  blocker: 'P1',
  high: 'P2',
  important: 'P2',
  medium: 'P3',
  normal: 'P3',
  moderate: 'P3',
  low: 'P4',
  lowest: 'P4',
  minor: 'P4',
  trivial: 'P4',
}

const statuses: Readonly<Record<string, TaskStatus>> = {
  backlog: 'backlog',
  triage: 'backlog',
  open: 'backlog',
  ready: 'ready',
  todo: 'ready',
  'to do': 'ready',
  unstarted: 'ready',
  'in progress': 'in_progress',
  inprogress: 'in_progress',
  doing: 'in_progress',
  wip: 'in_progress',
  started: 'in_progress',
  claimed: 'claimed',
  review: 'review',
  'in review': 'review',
  inreview: 'review',
  'needs review': 'review',
  blocked: 'blocked',
  'on hold': 'blocked',
  waiting: 'blocked',
  done: 'done',
  completed: 'done',
  closed: 'done',
  merged: 'done',
  canceled: 'done',
  cancelled: 'done',
  duplicate: 'done',
  "won't do": 'done',
}

/** Closed without having been done. */
const dropped = new Set(['canceled', 'cancelled', 'duplicate', "won't do"])

/** `high`, `Priority: high`, `prio/high`, `P2`; null for anything else. */
export function priorityOf(word: string): TaskPriority | null {
  const bare = plain(word).replace(/^prio(?:rity)?\s*[:/ ]\s*/, '')
  return priorities[bare] ?? null
}

/** `In Progress`, `status: in-progress`, `inprogress`; null for anything else. */
export function statusOf(word: string): TaskStatus | null {
  const bare = plain(word).replace(/^status\s*[:/ ]\s*/, '')
  return statuses[bare] ?? null
}

export function noteOnStatus(word: string): string | null {
  return dropped.has(plain(word)) ? `was ${plain(word)} at the source; counts as done` : null
}

const plain = (word: string): string =>
  word
    .trim()
    .toLowerCase()
    .replaceAll(/[-_\s]+/g, ' ')
