// Runs one command line: parses it, and turns however it ends into an exit code.
import { CommanderError, type Command } from 'commander'
import type { Cli } from './cli.ts'
import { exitCodes } from './exit-codes.ts'
import { explain } from './explain.ts'

/** Gives the program what all its commands share; called before commands are added, since they inherit it. */
export function prepareProgram(program: Command, cli: Cli): Command {
  const { stdout, stderr } = cli.process
  return program
    .option('--json', 'answer in JSON')
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .configureHelp({
      showGlobalOptions: true,
      // Those of the program alone: options of the command between say nothing about this one.
      visibleGlobalOptions: (command) => (command === program ? [] : [...program.options]),
    })
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
