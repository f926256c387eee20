// Reads what a command is given as a file, or as `-` on stdin.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Cli } from './cli.ts'
import { CliError } from './cli-error.ts'

/** The whole text; a file that can't be read is a fault of usage. */
export async function readText(cli: Cli, file: string): Promise<string> {
  if (file === '-') return cli.process.readStdin()
  try {
    return await readFile(resolve(cli.process.workingDir, file), 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CliError('usage', `${file} can't be read: ${reason}`, { cause: error })
  }
}
