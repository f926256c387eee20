// A pseudo-terminal with a program in it. The native part is loaded with the first one.
import { err, ok, type Result } from '#base/result.ts'
import type { Program } from './spawn.ts'

export type PtySize = { readonly columns: number; readonly rows: number }

/** What goes to a program's terminal and comes from it. All calls after its end do nothing. */
export interface Pty {
  readonly pid: number
  write(data: string): void
  resize(size: PtySize): void
  /** Stops reading: the program waits once the system's buffer is full. */
  pause(): void
  resume(): void
  /** Hangs up, as closing a window does. */
  hangUp(): void
}

export type PtyEvents = { readonly onData: (text: string) => void; readonly onExit: () => void }

export type OpenPty = (program: Program, size: PtySize, events: PtyEvents) => Promise<Result<Pty, string>>

/** Refuses with a sentence where the native part is missing or the system gives no terminal. */
export const openPty: OpenPty = async ({ argv, env }, { columns, rows }, { onData, onExit }) => {
  const [file = '', ...args] = argv
  try {
    const { spawn } = await import('@lydell/node-pty')
    const options = { name: env.TERM ?? 'xterm-256color', cols: columns, rows, cwd: '/', env: { ...env } }
    const terminal = spawn(file, args, options)
    let isOver = false
    terminal.onData(onData)
    terminal.onExit(() => {
      isOver = true
      onExit()
    })
    const unlessOver = (work: () => void) => () => {
      if (!isOver) work()
    }
    return ok({
      pid: terminal.pid,
      write: (data) => unlessOver(() => terminal.write(data))(),
      resize: (size) => unlessOver(() => resize(terminal, size))(),
      pause: unlessOver(() => terminal.pause()),
      resume: unlessOver(() => terminal.resume()),
      hangUp: unlessOver(() => terminal.kill('SIGHUP')),
    })
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error))
  }
}

type Resizable = { resize(columns: number, rows: number): void }

function resize(terminal: Resizable, { columns, rows }: PtySize): void {
  try {
    terminal.resize(columns, rows)
  } catch (error) {
    // Its program has ended and the news of it is under way.
    if (!(error instanceof Error && /EBADF|ENOTTY|EIO/.test(error.message))) throw error
  }
}
