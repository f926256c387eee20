// The process of the `orrery` command: its streams, its signals, its exit code.
import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { text } from 'node:stream/consumers'
import { createPlainCli, type CliProcess, type PersonTerminal } from '#platform/server/cli/cli.ts'
import { readEnvironment } from '#platform/server/config/environment.ts'

const cli = createPlainCli({
  environment: readEnvironment(),
  userHome: homedir(),
  workingDir: process.cwd(),
  ownArgv: [process.execPath, ...process.execArgv, process.argv[1] ?? ''],
  stdout: process.stdout,
  stderr: process.stderr,
  readStdin: () => text(process.stdin),
  readLine: async () => (await import('./read-line.ts')).readLine(),
  readSecret,
  runOnTerminal,
  takeTerminal,
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
process.exit(await run(process.argv.slice(2)))

/** A daemon and a service live for months and need nothing of the other commands: they start without loading them. */
async function run(words: readonly string[]): Promise<number> {
  if (isPlainStart(words)) return (await import('./start-alone.ts')).runStartAlone(cli, words)
  if (words.join(' ') === 'daemon run') return (await import('./daemon-alone.ts')).runDaemonAlone(cli)
  return (await import('./program.ts')).runProgram(cli, words)
}

/** With anything else beside it, as a wish for help or a slip, the program of all commands has the answer. */
function isPlainStart(words: readonly string[]): boolean {
  const others = words.filter((word) => word !== '--json' && word !== '--verbose')
  return others.length === 1 && others[0] === 'start' && words.indexOf('--verbose') !== 0
}

/** A pipe or socket that nobody reads any more, or a terminal that was closed. */
function isReaderGone(error: NodeJS.ErrnoException): boolean {
  return ['EPIPE', 'ECONNRESET', 'EIO'].includes(error.code ?? '')
}

async function readSecret(): Promise<string> {
  const { stdin } = process
  if (!stdin.isTTY) return text(stdin)
  stdin.setRawMode(true)
  try {
    return await typedUnseen(stdin)
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    process.stderr.write('\n')
  }
}

/** Until Enter. Ctrl+C ends the command, as it does where what is typed is shown. */
async function typedUnseen(stdin: NodeJS.ReadStream): Promise<string> {
  let typed = ''
  for await (const part of stdin.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    for (const character of String(part)) {
      if (character === '\r' || character === '\n' || character === '\u0004') return typed
      if (character === '\u0003') process.kill(process.pid, 'SIGINT')
      else if (character === '\u007f' || character === '\b') typed = typed.slice(0, -1)
      else typed += character
    }
  }
  return typed
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

function takeTerminal(): PersonTerminal | null {
  const { stdin, stdout } = process
  if (!stdin.isTTY || !stdout.isTTY) return null
  const ends: (() => void)[] = []
  stdin.setRawMode(true)
  return {
    size: () => ({ columns: stdout.columns, rows: stdout.rows }),
    write: (bytes) =>
      new Promise((resolve) => {
        stdout.write(bytes, () => resolve())
      }),
    onKeys(take) {
      stdin.on('data', take)
      ends.push(() => stdin.off('data', take))
    },
    onResize(take) {
      stdout.on('resize', take)
      ends.push(() => stdout.off('resize', take))
    },
    [Symbol.dispose]() {
      for (const end of ends) end()
      stdin.setRawMode(false)
      stdin.pause()
    },
  }
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
