// What nobody knows of a session, in sentences.
import type { Derived, SessionFact, SessionCommand } from '../contract.ts'
import type { DerivedCommand } from './commands.ts'

const noTools = 'No tool was told of: either none ran, or its client tells of none.'
const noCodes = 'Exit codes: its client tells at most whether a command failed.'
const someOpen = 'Whether some commands failed: its client does not tell.'
const someHidden = 'What some commands were: its shell keeps them out of its history, or they came by another way.'
const shellOpen = 'How some commands ended: its shell did not come back to its own prompt after them.'
const shellRuns = 'How the last command ends: it has not, as far as its shell tells.'
const noLines = 'Lines that were added and removed, and files that commands changed.'
const someLines = 'Lines of some files: they are no text, longer than 4 MiB, or git ignores them.'
/** As the trouble of a look: its repository was taken down only after its program had begun. */
export const begunLate =
  'What it changed in its first moments: its repository is large, and was taken down after its program had begun.'
const noNames = 'Variables that were set, and how long commands took.'
const someCut = 'The end of some commands: they are longer than what is told of them.'

export type LearnedAll = {
  readonly facts: readonly SessionFact[]
  readonly commands: readonly DerivedCommand[]
  readonly files: Derived['files']
  readonly session: SessionCommand | null
}

export function unknownOf({ facts, commands, files, session }: LearnedAll): string[] {
  const look = facts.findLast((fact) => fact.source === 'git')
  const hasMarks = facts.some(({ source }) => source === 'shell')
  const isTroubled = facts.some((fact) => fact.source === 'git' && fact.trouble !== null)
  if (commands.length === 0 && files.length === 0 && !hasMarks && !isTroubled) {
    return [noTools, ...(look === undefined ? [noLines] : [])]
  }
  const byHook = commands.filter(({ source }) => source === 'hook')
  const says: readonly (readonly [boolean, string])[] = [
    [byHook.length > 0, noCodes],
    [byHook.some(({ ok }) => ok === null), someOpen],
    [commands.some(({ command }) => command === null), someHidden],
    ...openIn(commands, session),
    [commands.some(({ is_cut: isCut }) => isCut), someCut],
    [look === undefined, noLines],
    [look !== undefined && look.trouble !== null && look.trouble !== begunLate, look?.trouble ?? ''],
    [facts.some((fact) => fact.source === 'git' && fact.trouble === begunLate), begunLate],
    [
      look !== undefined &&
        (look.trouble === null || look.trouble === begunLate) &&
        files.some(({ added }) => added === null),
      someLines,
    ],
    [!hasMarks, noNames],
  ]
  return says.filter(([holds]) => holds).map(([, sentence]) => sentence)
}

function openIn(
  commands: readonly DerivedCommand[],
  session: SessionCommand | null,
): readonly (readonly [boolean, string])[] {
  const ofShell = commands.filter(({ source }) => source === 'shell')
  const isOver = session !== null && session.endedAt !== null
  const left = isOver ? ofShell : ofShell.slice(0, -1)
  return [
    [left.some(({ exit_code: code }) => code === null), shellOpen],
    [!isOver && ofShell.at(-1)?.exit_code === null, shellRuns],
  ]
}
