// Finds tasks by what a person types: title, id, project.
import { rankMatch, wordsOf } from '#platform/web/commands/text-match.ts'
import type { TaskCard } from '../contract.ts'
import { tasks } from './task-store.ts'

type Search = { readonly query: string; readonly most: number; readonly fits?: (task: TaskCard) => boolean }

/** The best first; of equally good ones those that are still open, then the latest changed. */
export function findTasks({ query, most, fits = () => true }: Search): TaskCard[] {
  const words = wordsOf(query)
  return tasks
    .all()
    .filter(fits)
    .map((task) => ({ task, rank: rankMatch(words, [task.title, task.id, task.project ?? '']) }))
    .filter((found): found is { task: TaskCard; rank: number } => found.rank !== null)
    .toSorted((a, b) => a.rank - b.rank || closed(a.task) - closed(b.task) || latest(a.task, b.task))
    .slice(0, most)
    .map(({ task }) => task)
}

function closed({ status }: TaskCard): number {
  return status === 'done' ? 1 : 0
}

function latest(a: TaskCard, b: TaskCard): number {
  return a.updated_at < b.updated_at ? 1 : a.updated_at > b.updated_at ? -1 : 0
}
