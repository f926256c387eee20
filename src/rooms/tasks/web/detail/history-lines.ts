// A task's history as sentences.
import type { FieldChange, TaskActor, TaskEvent } from '../../contract.ts'

const actors: Readonly<Record<TaskActor, string>> = {
  user: 'by a person',
  agent: 'by an agent',
  session: 'by its session',
  import: 'by an import',
}

export function historyLineOf({ kind, actor, by, changes }: TaskEvent): string {
  const who = actor === 'agent' && by !== null ? `by ${by}` : actors[actor]
  if (kind !== 'changed') return `${kind} ${who}`
  return `${changes.map(changeText).join(', ')} ${who}`
}

/** Long texts are named, not shown. */
const shownText = 60

function changeText({ field, from, to }: FieldChange): string {
  const name = field.replaceAll('_', ' ')
  if (field === 'description' || (to?.length ?? 0) > shownText) return `${name} changed`
  if (from === null || from === '') return `${name}: ${words(to)}`
  return `${name}: ${words(from)} → ${words(to)}`
}

function words(value: string | null): string {
  return value === null || value === '' ? 'none' : value.replaceAll('_', ' ')
}
