// Runs one command line: parses it, and turns however it ends into words on stderr and an exit code.
import { CommanderError, type Command } from 'commander'
import type { Cli } from './cli.ts'
import { CliError } from './cli-error.ts'
import { exitCodes, type ExitName } from './exit-codes.ts'

/** Gives the program what all its commands share; called before commands are added, since they inherit it. */
export function prepareProgram(program: Command, cli: Cli): Command {
  const { stdout, stderr } = cli.process
  return program
    .option('--json', 'answer in JSON')
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError("Run the command with --help to see what it takes, or 'orrery --help' for all of them.")
    .hook('preAction', () => cli.speak({ json: program.opts<{ json?: boolean }>().json === true }))
}

/** Resolves with the exit code; never rejects. `args` are the words after `orrery`. */
export async function runCommandLine(program: Command, cli: Cli, args: readonly string[]): Promise<number> {
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : [...args], { from: 'user' })
    return cli.exitCode
  } catch (error) {
    // Commander has printed what it had to say.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok.code : exitCodes.usage.code
    return explain(cli, error)
  }
}

function explain(cli: Cli, error: unknown): number {
  const known = error instanceof CliError ? error : asBug(error)
  const { stderr } = cli.process
  if (cli.output.json) {
    const body = known.body ?? { ok: false, error: known.exit, reason: known.message, hint: known.hints.join('\n') }
    stderr.write(`${JSON.stringify(body)}\n`)
  } else {
    stderr.write(`${[`orrery: ${known.message}`, ...known.hints.map((hint) => `  ${hint}`)].join('\n')}\n`)
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
