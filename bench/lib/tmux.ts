// A tmux server for one row alone, on a socket of its own name.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hold } from './held.ts'

export type OwnTmux = AsyncDisposable & {
  readonly socketName: string
  /** Runs one tmux command and answers its stdout; rejects when it fails. */
  readonly run: (...args: readonly string[]) => Promise<string>
  /** Runs many commands in one call, one a line. */
  readonly runAll: (commands: readonly string[]) => Promise<void>
}

const execute = promisify(execFile)
let made = 0

/** The server starts with its first session. */
export function ownTmux(): OwnTmux {
  made += 1
  const socketName = `orrery-bench-${process.pid}-${made}`
  const run = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await execute('tmux', ['-L', socketName, ...args], { maxBuffer: 64 * 1024 * 1024 })
    return stdout
  }
  const runAll = async (commands: readonly string[]): Promise<void> => {
    const child = spawn('tmux', ['-L', socketName, 'start-server', ';', 'source-file', '-'], {
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    child.stdin?.end(`${commands.join('\n')}\n`)
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`tmux refused some of ${commands.length} commands`)
  }
  return hold({ socketName, run, runAll }, async () => {
    await killServer(run)
    // tmux leaves it behind.
    await rm(socketPath(socketName), { force: true })
  })
}

function socketPath(socketName: string): string {
  return join(process.env.TMUX_TMPDIR ?? '/tmp', `tmux-${process.getuid?.()}`, socketName)
}

async function killServer(run: OwnTmux['run']): Promise<void> {
  try {
    await run('kill-server')
  } catch (error) {
    const isGone = /no server running|error connecting|server exited/.test(String(error))
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isGone && !isMissing) throw error
  }
}
