// Turns what a command threw into words on stderr and an exit code.
import { asTyped } from '#base/own-command.ts'
import type { PlainCli } from './cli.ts'
import { CliError } from './cli-error.ts'
import { exitCodes, type ExitName } from './exit-codes.ts'
import { ownCommandOf } from './own-command.ts'

/** Answers the exit code. */
export function explain(cli: PlainCli, error: unknown): number {
  const known = error instanceof CliError ? error : asBug(error)
  const { stderr } = cli.process
  if (cli.output.json) {
    const body = known.body ?? { ok: false, error: known.exit, reason: known.message, hint: known.hints.join('\n') }
    stderr.write(`${JSON.stringify(body)}\n`)
  } else {
    const command = ownCommandOf(cli.process.environment)
    const hints = known.hints.map((hint) => `  ${asTyped(hint, command)}`)
    stderr.write(`${[`orrery: ${known.message}`, ...hints].join('\n')}\n`)
  }
  return exitCodes[known.exit].code
}

/** Files that can't be read or written are named by the system's own message; everything else is ours to mend. */
function asBug(error: unknown): CliError {
  const exit: ExitName = isPermissionError(error) ? 'no_permission' : 'internal'
  const message = error instanceof Error ? error.message : String(error)
  const stack = error instanceof Error ? (error.stack ?? '').split('\n').slice(1, 5) : []
  return new CliError(exit, message, {
    hints: exit === 'internal' ? stack.map((line) => line.trim()) : [],
    cause: error,
  })
}

function isPermissionError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS', 'ELOOP'].includes(String(error.code))
}
