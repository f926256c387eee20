// What a person did to tasks, in words: a notice says it, and Undo names it.
import { wordsForState } from '#platform/web/ui/dots.ts'
import type { ChangeTask, TaskCard } from '../contract.ts'

/** What is set on one task or on many, as a notice tells it. */
export type SetOnTasks = Omit<ChangeTask, 'expect' | 'description'>

export type SaidChange = { readonly title: string; readonly text: string | null }

type TitleOf = (id: string) => string | null

/** `before` are the tasks as they stood. */
export function sayChange(before: readonly TaskCard[], set: SetOnTasks, titleOf: TitleOf): SaidChange {
  const [first] = before
  if (first === undefined) return { title: 'Nothing was changed.', text: null }
  if (before.length > 1) return { title: `${before.length} tasks: ${lowerFirst(whatOf(set, titleOf))}.`, text: null }
  if (set.title !== undefined) return { title: `${whatOf(set, titleOf)}.`, text: `It was “${first.title}”.` }
  const was = wasOf(first, set, titleOf)
  return { title: `${whatOf(set, titleOf)}.`, text: was === '' ? null : `“${first.title}” was ${was}.` }
}

/** As in 'Moved to Review, under “Ledger”'. */
function whatOf(set: SetOnTasks, titleOf: TitleOf): string {
  const parts: string[] = []
  if (set.status !== undefined) parts.push(`Moved to ${wordsForState(set.status)}`)
  if (set.parent !== undefined) parts.push(parentOf(set.parent, titleOf))
  if (set.priority !== undefined) parts.push(`Priority ${set.priority}`)
  if (set.type !== undefined) parts.push(`Made ${set.type === 'epic' ? 'an epic' : `a ${set.type}`}`)
  if (set.title !== undefined) parts.push(`Renamed to “${set.title}”`)
  if (set.project !== undefined) parts.push(set.project === null ? 'Project taken away' : `Project ${set.project}`)
  if (set.source_repo !== undefined) {
    parts.push(set.source_repo === null ? 'Repository taken away' : `Repository ${set.source_repo}`)
  }
  return parts.map((part, index) => (index === 0 ? part : lowerFirst(part))).join(', ')
}

function parentOf(parent: string | null, titleOf: TitleOf): string {
  return parent === null ? 'Out of its parent' : `Under “${titleOf(parent) ?? parent}”`
}

function wasOf(task: TaskCard, set: SetOnTasks, titleOf: TitleOf): string {
  const parts: string[] = []
  if (set.status !== undefined) parts.push(wordsForState(task.status))
  if (set.parent !== undefined) {
    parts.push(task.parent === null ? 'in no other task' : `in “${titleOf(task.parent) ?? task.parent}”`)
  }
  if (set.priority !== undefined) parts.push(task.priority)
  if (set.type !== undefined) parts.push(task.type === 'epic' ? 'an epic' : `a ${task.type}`)
  if (set.project !== undefined) parts.push(task.project === null ? 'in no project' : `in project ${task.project}`)
  if (set.source_repo !== undefined) parts.push(task.source_repo ?? 'without a repository')
  return parts.join(', ')
}

function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}
