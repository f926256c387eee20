// What a session did, from what was learned of it: pure, and nothing guessed.
import { fromIso } from '#base/time.ts'
import type { Derived, SessionFact, SessionCommand } from '../contract.ts'
import { changedFiles, linesOf } from './changed-files.ts'
import { commandsOf, type DerivedCommand } from './commands.ts'
import { unknownOf } from './unknown.ts'

/** The summary of what nothing is known of. */
export const nothingTold = 'nothing told'

/** Commands that are told one by one; of earlier ones the number. */
export const mostCommands = 500

/**
 * Facts as they came: one that waited in the queue of hooks comes after what happened later. `dropped` is how many came
 * before these and are no longer kept.
 */
export function derive(came: readonly SessionFact[], session: SessionCommand | null = null, dropped = 0): Derived {
  const facts = came.toSorted((one, other) => fromIso(one.at) - fromIso(other.at))
  const commands = commandsOf(facts, session)
  const told = commands.slice(-mostCommands)
  const files = changedFiles(facts)
  const lines = linesOf(files)
  return {
    summary: summaryOf(commands, files.length, lines),
    commands: told,
    earlier: commands.length - told.length,
    env: variablesOf(facts),
    files,
    ...lines,
    cwd: directoryOf(facts),
    unknown: [...droppedOf(dropped), ...unknownOf({ facts, commands, files, session })],
  }
}

const droppedOf = (dropped: number): readonly string[] =>
  dropped === 0
    ? []
    : [
        `What it did first: ${counted(dropped, 'fact')} of it ${dropped === 1 ? 'is' : 'are'} no longer kept, since it did so much.`,
      ]

/** Each with its last change; one that is unset again after it was set stands as unset. */
function variablesOf(facts: readonly SessionFact[]): Derived['env'] {
  const last = new Map<string, Derived['env'][number]>()
  for (const fact of facts) {
    if (fact.source !== 'shell') continue
    for (const { name, change } of fact.env) {
      last.delete(name)
      last.set(name, { name, change, at: fact.at })
    }
  }
  return [...last.values()]
}

function directoryOf(facts: readonly SessionFact[]): string | null {
  const last = facts.findLast((fact) => fact.source !== 'git' && fact.directory !== null)
  return last === undefined || last.source === 'git' ? null : last.directory
}

const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`

function summaryOf(
  commands: readonly DerivedCommand[],
  files: number,
  { added, removed }: Pick<Derived, 'added' | 'removed'>,
): string {
  const failed = commands.filter(({ ok }) => ok === false).length
  const lines = added === null || removed === null ? '' : ` +${added} −${removed}`
  const parts = [
    ...(commands.length === 0 ? [] : [counted(commands.length, 'command')]),
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(files === 0 ? [] : [`${counted(files, 'file')}${lines}`]),
  ]
  return parts.length === 0 ? nothingTold : parts.join(', ')
}
