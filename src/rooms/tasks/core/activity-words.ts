// What a change of a task is in the activity.
import type { FieldChange } from '../contract.ts'

/** Kinds by what migration 11 computes for a row (`act`). */
export const taskActs = ['created', 'moved', 'edited', 'deleted', 'restored'] as const
export type TaskAct = (typeof taskActs)[number]

/** Where a task went; of other fields their names alone. */
export function wordsOfChange(act: TaskAct, changes: readonly FieldChange[]): string {
  if (act !== 'moved' && act !== 'edited') return act
  const status = changes.find(({ field }) => field === 'status')
  const others = changes.filter((change) => change !== status).map(({ field }) => field.replaceAll('_', ' '))
  const edited = others.length === 0 ? null : `changed ${others.join(', ')}`
  if (status === undefined) return edited ?? 'changed'
  const moved = `moved from ${inWords(status.from)} to ${inWords(status.to)}`
  return edited === null ? moved : `${moved}, ${edited}`
}

const inWords = (status: string | null): string => (status ?? 'nothing').replaceAll('_', ' ')
