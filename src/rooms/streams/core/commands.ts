// The commands of a session, from hooks, from the marks of a shell, and from the launcher that waited for one.
import { fromIso } from '#base/time.ts'
import type { Derived, SessionFact, SessionCommand } from '../contract.ts'

/** One command as it is derived. */
export type DerivedCommand = Derived['commands'][number]

/** Tools whose command is a patch and no command: of Codex and opencode. */
export const patchers: ReadonlySet<string> = new Set(['apply_patch', 'patch'])

/** Facts in the order of their times. */
export function commandsOf(facts: readonly SessionFact[], session: SessionCommand | null): DerivedCommand[] {
  const commands: DerivedCommand[] = session === null ? [] : launchedBy(session)
  let open: number | null = null
  for (const fact of facts) {
    if (fact.source === 'hook' && fact.command !== null && !patchers.has(fact.name)) {
      const { at, command, isCut, ok } = fact
      commands.push({ at, command, is_cut: isCut, exit_code: null, ok, duration_ms: null, source: 'hook' })
    }
    if (fact.source !== 'shell') continue
    if (fact.mark === 'began') {
      open = commands.push(begun(fact)) - 1
      continue
    }
    const began = open === null ? undefined : commands[open]
    if (open !== null && began !== undefined) commands[open] = ended(began, fact)
    open = null
  }
  const last = open === null ? undefined : commands[open]
  if (open !== null && last !== undefined && session !== null) commands[open] = endedWith(last, session)
  return commands
}

type ShellFact = Extract<SessionFact, { readonly source: 'shell' }>

function begun({ at, command, isCut }: ShellFact): DerivedCommand {
  return { at, command, is_cut: isCut, exit_code: null, ok: null, duration_ms: null, source: 'shell' }
}

function ended(command: DerivedCommand, { at, exitCode, durationMs }: ShellFact): DerivedCommand {
  const passed = Math.max(0, fromIso(at) - fromIso(command.at))
  return { ...command, exit_code: exitCode, ok: okOf(exitCode), duration_ms: durationMs ?? passed }
}

/** What ended its shell, `exit 3` or `exec make`, ended with the code of the shell. */
function endedWith(command: DerivedCommand, { exitCode, endedAt }: SessionCommand): DerivedCommand {
  if (endedAt === null || exitCode === null) return command
  const duration = Math.max(0, fromIso(endedAt) - fromIso(command.at))
  return { ...command, exit_code: exitCode, ok: okOf(exitCode), duration_ms: duration }
}

/** Of `sh -c` nothing inside counts, only how it ended. */
function launchedBy({ command, isCut, startedAt, endedAt, exitCode }: SessionCommand): DerivedCommand[] {
  if (command === null || startedAt === null) return []
  const duration = endedAt === null ? null : Math.max(0, fromIso(endedAt) - fromIso(startedAt))
  const exit = endedAt === null ? null : exitCode
  return [
    {
      at: startedAt,
      command,
      is_cut: isCut,
      exit_code: exit,
      ok: okOf(exit),
      duration_ms: duration,
      source: 'wrapper',
    },
  ]
}

const okOf = (exitCode: number | null): boolean | null => (exitCode === null ? null : exitCode === 0)
