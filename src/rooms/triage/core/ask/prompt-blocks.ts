// The blocks of the prompt, a line an item. Text by others stands in JSON strings: it can't end its line or open a block.
import type { TaskCard } from '#rooms/tasks/contract.ts'
import type { Brief, Memory, ScoreOverride } from '../../contract.ts'
import { credibility } from '../lanes.ts'
import type { LockedTask } from '../open-tasks.ts'

/** Longest title, description, brief and reason in a prompt, in characters: a local model's context is small. */
const titleLimit = 160
export const aboutLimit = 240
export const briefLimit = 1500
const reasonLimit = 300

/** Titles of tasks, for blocks that name one by its id. */
export type TitleOf = (taskId: string) => string | null

/** Age counts in days; the time of day would only make equal prompts differ. */
export type TaskLine = { readonly card: TaskCard; readonly about: string; readonly parentTitle: string | null }

export function taskLine({ card, about, parentTitle }: TaskLine): string {
  const { id, title, priority, status, project, created_at: created } = card
  return oneLine({
    id,
    title: cut(title, titleLimit),
    priority,
    status,
    ...(project === null ? {} : { project }),
    ...(parentTitle === null ? {} : { part_of: cut(parentTitle, titleLimit) }),
    ...(about === '' ? {} : { about: cut(about, aboutLimit) }),
    since: created.slice(0, 10),
  })
}

export function briefLine({ source, body, tags, created_at: at }: Brief, limit: number): string {
  const marks = tags.length === 0 ? '' : ` tags ${oneLine(tags)}`
  return `- ${at.slice(0, 10)}, source ${source} (${credibility[source]})${marks}: ${quoted(body, limit)}`
}

export const memoryLine = ({ body }: Memory): string => `- ${quoted(body, briefLimit)}`

/** `- T-1 "Title": urgency 3 -> 5, reason: "…"`; a lock is `locked at now`. */
export function overrideLine(override: ScoreOverride, titleOf: TitleOf): string {
  const { task_id: id, user_reason: reason } = override
  const title = titleOf(id)
  const name = title === null ? id : `${id} ${quoted(title, titleLimit)}`
  const why = reason === null || reason === '' ? '' : `, reason: ${quoted(reason, reasonLimit)}`
  return `- ${name}: ${whatChanged(override)}${why}`
}

function whatChanged({ dimension, old_value: from, new_value: to, lane }: ScoreOverride): string {
  if (dimension !== 'locked') return `${dimension} ${from ?? 'unset'} -> ${to ?? 'unset'}`
  return to === '1' ? `locked at ${lane ?? 'its lane'}` : 'unlocked'
}

export function lockedLine({ card, lane }: LockedTask): string {
  return `- ${card.id} ${quoted(card.title, titleLimit)}: user-locked at ${lane}`
}

function quoted(text: string, limit: number): string {
  return oneLine(cut(text, limit))
}

/** JSON, which lets two characters stand that end a line elsewhere. */
function oneLine(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[\u0085\u2028\u2029]/g, ' ')
}

function cut(text: string, limit: number): string {
  return text.length <= limit
    ? text
    : `${text
        .slice(0, limit)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}...`
}
