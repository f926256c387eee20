// A server in a process of its own, ready when it prints `listening on <url>`.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { hold } from './held.ts'

export type ServerProcess = AsyncDisposable & {
  readonly pid: number
  /** Without a slash at its end. */
  readonly url: string
  /** `performance.now()` just before the process was made. */
  readonly spawnedMs: number
}

export type ServerCommand = {
  readonly argv: readonly string[]
  readonly env?: NodeJS.ProcessEnv
}

/** A start that takes longer than this has failed, even on a busy machine. */
const startLimitMs = 20_000
/** The service flushes what it has within this. */
const stopLimitMs = 12_000

/** Rejects with what the process wrote to stderr when it ends before it listens. */
export async function startServer({ argv, env = process.env }: ServerCommand): Promise<ServerProcess> {
  const [program = '', ...args] = argv
  const spawnedMs = performance.now()
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => (errors = (errors + part).slice(-4000)))
  const server = hold({ pid: child.pid ?? 0, url: '', spawnedMs }, () => stop(child))
  try {
    const url = await Promise.race([listeningLine(child), ended(child), timeout()])
    return Object.assign(server, { url: url.replace(/\/$/, '') })
  } catch (error) {
    await server[Symbol.asyncDispose]()
    throw new Error(`${argv.join(' ')} did not start: ${errors.trim()}`, { cause: error })
  }
}

function listeningLine(child: ChildProcess & { stdout: NodeJS.ReadableStream }): Promise<string> {
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /^listening on (\S+)/.exec(line)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
}

async function ended(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`it ended with code ${code}`)
}

function timeout(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`nothing was listening after ${startLimitMs / 1000} s`)), startLimitMs).unref()
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const hung = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
  await exit
  clearTimeout(hung)
}
