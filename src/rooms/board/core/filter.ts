// What the board shows: by text, type, priority, and whether a person is needed.
import type { SessionCard } from '#rooms/sessions/contract.ts'
import type { TaskCard, TaskPriority, TaskType } from '#rooms/tasks/contract.ts'

/** Lower-case words; a card has to hold every one of them. */
export type Words = readonly string[]

export type BoardFilter = {
  readonly words: Words
  readonly type: TaskType | null
  readonly priority: TaskPriority | null
  /** Only cards that need a person. */
  readonly needsOnly: boolean
}

export const noFilter: BoardFilter = { words: [], type: null, priority: null, needsOnly: false }

export function isFiltering({ words, type, priority, needsOnly }: BoardFilter): boolean {
  return words.length > 0 || type !== null || priority !== null || needsOnly
}

export function parseWords(text: string): Words {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

type SearchedSession = Pick<
  SessionCard,
  'id' | 'label' | 'prompt' | 'tmux_session' | 'agent_type' | 'task_id' | 'state' | 'last_message' | 'working_dir'
>
type SearchedTask = Pick<TaskCard, 'id' | 'title' | 'project' | 'source_repo' | 'status' | 'type' | 'priority'>

/** Whether the card holds every word, in any of the texts that it shows. The state matches as written and as words. */
export function sessionMatches(card: SearchedSession, words: Words, above: readonly SearchedTask[] = []): boolean {
  if (words.length === 0) return true
  const texts = [card.label, card.tmux_session, card.agent_type, stateTexts(card.state), card.id, card.prompt]
  const optional = [card.task_id, card.last_message, card.working_dir]
  return holdsAll([...texts, ...optional, ...above.flatMap(textsOfTask)], words)
}

/** A task is found by its own texts and by those of the story and the epic above it. */
export function taskMatches(card: SearchedTask, words: Words, above: readonly SearchedTask[] = []): boolean {
  if (words.length === 0) return true
  return holdsAll([...textsOfTask(card), stateTexts(card.status), card.priority, ...above.flatMap(textsOfTask)], words)
}

type Kind = Pick<TaskCard, 'type' | 'priority'>

/** Type and priority ask about tasks; a session passes with the task that it works on, and not without one. */
export function kindMatches(task: Kind | null, { type, priority }: BoardFilter): boolean {
  if (type === null && priority === null) return true
  if (task === null) return false
  return (type === null || task.type === type) && (priority === null || task.priority === priority)
}

function textsOfTask(task: SearchedTask): (string | null)[] {
  return [task.title, task.id, task.project, task.source_repo]
}

function stateTexts(state: string): string {
  return `${state} ${state.replaceAll('_', ' ')}`
}

function holdsAll(texts: readonly (string | null)[], words: Words): boolean {
  const text = texts.join('\n').toLowerCase()
  return words.every((word) => text.includes(word))
}
