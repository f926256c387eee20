// Runs one command on another machine with the system's own ssh.
import { runProgram, type ProgramOutcome } from '#platform/server/spawn.ts'
import type { Environment } from '#platform/server/config/environment.ts'
import { secondMs } from '#base/time.ts'

export type SshCall = {
  /** As ssh takes it: `name`, `user@name` or an alias of the person's ssh configuration. */
  readonly destination: string
  /** For the shell of that machine; everything in it is quoted. */
  readonly command: string
  readonly env: Environment
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly output: (line: string) => void
}

const connectSeconds = 15

/** No prompt can be answered here: a key that the agent or the configuration brings is the only way in. */
export function sshArguments(destination: string, command: string): string[] {
  const options = ['BatchMode=yes', `ConnectTimeout=${connectSeconds}`].flatMap((option) => ['-o', option])
  return ['ssh', ...options, '--', destination, command]
}

/** Resolves when the command ended well; throws a sentence otherwise. */
export async function runSsh({ destination, command, env, timeoutMs, signal, output }: SshCall): Promise<void> {
  const outcome = await runProgram({ argv: sshArguments(destination, command), env, timeoutMs, signal })
  if (outcome.kind === 'exited') for (const line of linesOf(outcome.stdout + outcome.stderr)) output(line)
  const problem = problemOf(outcome, destination, timeoutMs)
  if (problem !== null) throw new Error(problem)
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}

function problemOf(outcome: ProgramOutcome, destination: string, timeoutMs: number): string | null {
  switch (outcome.kind) {
    case 'exited':
      if (outcome.code === 0) return null
      return outcome.code === 255
        ? `ssh could not reach ${destination}: ${linesOf(outcome.stderr).at(-1) ?? 'it did not say why'}`
        : `the command ended with exit code ${outcome.code} on ${destination}`
    case 'not_found':
      return 'there is no ssh on PATH: install the OpenSSH client'
    case 'timed_out':
      return `the command did not end within ${timeoutMs / secondMs} s`
    case 'aborted':
      return 'the command was stopped'
    case 'too_much_output':
      return 'the command wrote too much'
    case 'failed':
      return `ssh could not be started: ${outcome.reason}`
  }
}
