// Runs other programs: argv without a shell, the environment given in full, bounded in time and output.
import { spawn, type ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { createInterface } from 'node:readline'
import type { Environment } from './config/environment.ts'

/** Enough for any answer that the service reads as a whole. */
const defaultOutputLimitBytes = 8 * 1024 * 1024

export type Program = {
  /** The program, found on `env.PATH` unless it holds a slash, and its arguments. Never empty. */
  readonly argv: readonly string[]
  /** The whole environment of the program; nothing is inherited. */
  readonly env: Environment
}

type ProgramRun = Program & {
  /** After this time the program and all that it started in its process group are killed. */
  readonly timeoutMs: number
  /** Most bytes of stdout and stderr together; a program that writes more is killed. */
  readonly outputLimitBytes?: number
  /** Kills the program like the timeout does. */
  readonly signal?: AbortSignal
  /** Text for stdin; without it stdin is empty. */
  readonly input?: string
}

/** What became of a run. `code` is 128 + n for a program that signal n ended, as shells count. */
export type ProgramOutcome =
  | { readonly kind: 'exited'; readonly code: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'too_much_output' }
  | { readonly kind: 'failed'; readonly reason: string }

/** Runs a program to its end. Every failure is a value; an empty argv or a NUL in it, a bug of the caller, rejects. */
export async function runProgram(run: ProgramRun): Promise<ProgramOutcome> {
  if (run.signal?.aborted === true) return { kind: 'aborted' }
  const started = start(run)
  if ('kind' in started) return started
  const stopped = Promise.withResolvers<ProgramOutcome>()
  const output = collectOutput(started, run.outputLimitBytes ?? defaultOutputLimitBytes, () =>
    stopped.resolve({ kind: 'too_much_output' }),
  )
  const onAbort = (): void => stopped.resolve({ kind: 'aborted' })
  run.signal?.addEventListener('abort', onAbort)
  const timer = setTimeout(() => stopped.resolve({ kind: 'timed_out' }), run.timeoutMs)
  started.stdin?.end(run.input)
  const outcome = await Promise.race([ending(started, output), stopped.promise])
  clearTimeout(timer)
  run.signal?.removeEventListener('abort', onAbort)
  if (outcome.kind !== 'exited') killGroup(started)
  return outcome
}

/** A program that runs until it is stopped or ends by itself. */
type RunningProgram = {
  /** Resolves when the program is gone; never rejects. */
  readonly ended: Promise<'ended' | 'not_found' | 'failed'>
  /** Ends its stdin, and kills it if it has not gone after `graceMs`. May be called twice. */
  readonly stop: (graceMs: number) => void
  /** To its stdin; dropped once that has ended. */
  readonly write: (text: string) => void
}

/** Starts a program and hands over its stdout line by line. Its stdin is held open, its stderr is dropped. */
export function startProgram(program: Program, onLine: (line: string) => void): RunningProgram {
  const started = start({ ...program, input: '' })
  if ('kind' in started) {
    return {
      ended: Promise.resolve(started.kind === 'not_found' ? 'not_found' : 'failed'),
      stop: () => {},
      write: () => {},
    }
  }
  if (started.stdout !== null) createInterface({ input: started.stdout }).on('line', onLine)
  started.stderr?.resume()
  let killTimer: NodeJS.Timeout | undefined
  let isGone = false
  const ended = new Promise<'ended' | 'not_found' | 'failed'>((resolve) => {
    started.once('error', (error) => resolve(startFailure(error).kind === 'not_found' ? 'not_found' : 'failed'))
    started.once('close', () => resolve('ended'))
  }).finally(() => {
    isGone = true
    clearTimeout(killTimer)
  })
  const stop = (graceMs: number): void => {
    if (isGone) return
    started.stdin?.end()
    killTimer ??= setTimeout(() => killGroup(started), graceMs)
  }
  return { ended, stop, write: (text) => void (started.stdin?.writable === true && started.stdin.write(text)) }
}

/**
 * Starts the program in a process group of its own, so that all of it can be killed and a Ctrl+C meant for the service
 * does not reach it. Some failures come at once and some as an event: both have the same form here.
 */
function start(run: Program & { readonly input?: string }): ChildProcess | StartFailure {
  const [program, ...args] = run.argv
  if (program === undefined) throw new Error('a run needs a program')
  try {
    const stdin = run.input === undefined ? 'ignore' : 'pipe'
    const child = spawn(program, args, { env: run.env, detached: true, shell: false, stdio: [stdin, 'pipe', 'pipe'] })
    // A program that does not read its input closes the pipe; its exit code says more than that error.
    child.stdin?.on('error', () => {})
    return child
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return startFailure(error)
    throw error
  }
}

type StartFailure = { readonly kind: 'not_found' } | { readonly kind: 'failed'; readonly reason: string }

function startFailure(error: Error): StartFailure {
  return 'code' in error && error.code === 'ENOENT' ? { kind: 'not_found' } : { kind: 'failed', reason: error.message }
}

type Output = { readonly stdout: Buffer[]; readonly stderr: Buffer[] }

function collectOutput(child: ChildProcess, limitBytes: number, onOverflow: () => void): Output {
  const output: Output = { stdout: [], stderr: [] }
  let bytes = 0
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes <= limitBytes) output[stream].push(part)
      else onOverflow()
    })
  }
  return output
}

function ending(child: ChildProcess, output: Output): Promise<ProgramOutcome> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(startFailure(error)))
    child.once('close', (code, signal) =>
      resolve({
        kind: 'exited',
        code: code ?? 128 + (signal === null ? 0 : constants.signals[signal]),
        stdout: Buffer.concat(output.stdout).toString(),
        stderr: Buffer.concat(output.stderr).toString(),
      }),
    )
  })
}

/** Kills the whole group. A process that left the group may hold the pipes open: they are let go, too. */
function killGroup(child: ChildProcess): void {
  child.stdout?.destroy()
  child.stderr?.destroy()
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    // Nobody is left in the group.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
