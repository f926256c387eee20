// The process of the `orrery` command: its streams, its signals, its exit code.
import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { text } from 'node:stream/consumers'
import { createCli, type CliProcess } from '#platform/server/cli/cli.ts'
import { runCommandLine } from '#platform/server/cli/run-command-line.ts'
import { readEnvironment } from '#platform/server/config/environment.ts'
import { buildProgram } from './program.ts'

const cli = createCli({
  environment: readEnvironment(),
  userHome: homedir(),
  workingDir: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  readStdin: () => text(process.stdin),
  runOnTerminal,
  catchSignals,
})

// `orrery ls | head` closes the pipe early, which is no error of ours: nobody waits for the rest. A service has more to do
// than to be read, and so has a command whose remarks alone are lost.
process.stdout.on('error', (error) => {
  if (!isReaderGone(error)) throw error
  if (!cli.outlivesReaders) process.exit(0)
})
process.stderr.on('error', (error) => {
  if (!isReaderGone(error)) throw error
})
process.exit(await runCommandLine(buildProgram(cli), cli, process.argv.slice(2)))

/** A pipe or socket that nobody reads any more, or a terminal that was closed. */
function isReaderGone(error: NodeJS.ErrnoException): boolean {
  return ['EPIPE', 'ECONNRESET', 'EIO'].includes(error.code ?? '')
}

function catchSignals(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Later ones change nothing: the end has begun, and has a time limit of its own.
      if (!controller.signal.aborted) controller.abort()
    })
  }
  return controller.signal
}

function runOnTerminal(
  [program = '', ...args]: readonly string[],
  env: CliProcess['environment'],
): Promise<number | null> {
  const child = spawn(program, args, { env, stdio: 'inherit' })
  // Ctrl+C belongs to the program on the terminal.
  process.on('SIGINT', () => {})
  return new Promise((resolve, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? resolve(null) : reject(error)))
    child.on('close', (code) => resolve(code ?? 1))
  })
}
