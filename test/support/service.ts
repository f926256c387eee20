// Starts, stops and kills a real service process on a test's home, and runs the other orrery commands.
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { orreryArgv } from './entry.ts'
import type { TestHome, Variables } from './home.ts'
import { call, type Answer, type CallOptions } from './http.ts'

export type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

/** Disposing kills the process if it still runs. */
export interface Service extends AsyncDisposable {
  readonly place: TestHome
  readonly pid: number
  /** `http://127.0.0.1:<port>`, as the service printed it. */
  readonly url: string
  readonly port: number
  /** Where local callers find the hook routes; the main port unless the service is exposed. */
  readonly hookPort: number
  /** The ACCESS_TOKEN in force. */
  readonly token: string
  readonly stdout: () => string
  readonly stderr: () => string
  /** Resolves when the process is gone. */
  readonly ended: Promise<Ended>
  /** `call('POST /api/hooks/ingest', { json: … })` on the main port. */
  readonly call: (route: string, options?: CallOptions) => Promise<Answer>
  /** kill -9, and waits for the end. */
  readonly kill: () => Promise<void>
  /** SIGTERM, and waits for the end. */
  readonly stop: () => Promise<Ended>
}

export type StartOptions = {
  /** On top of the home's environment. */
  readonly env?: Variables
  /** Arguments of node before the program, as `--import` and a file. */
  readonly nodeOptions?: readonly string[]
  /** argv of another `orrery` than the one under test, as of an installed package. */
  readonly program?: readonly string[]
  /** Runs before the program, as with `['sh', '-c', 'umask 0; exec "$@"', 'sh']`. */
  readonly wrapper?: readonly string[]
}

/** A start on a busy machine from sources; one that ends before is told at once. */
const startLimitMs = 120_000

/** Resolves once the service says that it listens; rejects with `StartFailed` when it ends before. */
export async function startService(place: TestHome, options: StartOptions = {}): Promise<Service> {
  const program = launch(place, ['start'], options)
  const url = await Promise.race([listening(program), failed(program), late(program)])
  const { child, output, ended } = program
  const port = Number(new URL(url).port)
  const signal = async (name: NodeJS.Signals): Promise<Ended> => {
    child.kill(name)
    return ended
  }
  return {
    place,
    pid: child.pid ?? 0,
    url,
    port,
    hookPort: Number(readFileSync(join(place.home, 'hook-port'), 'utf8')),
    token: options.env?.ACCESS_TOKEN ?? readFileSync(join(place.home, 'access-token'), 'utf8').trim(),
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    ended,
    call: (route, callOptions) => call(port, route, callOptions),
    kill: async () => void (await signal('SIGKILL')),
    stop: () => signal('SIGTERM'),
    [Symbol.asyncDispose]: async () => void (await signal('SIGKILL')),
  }
}

export class StartFailed extends Error {
  readonly ended: Ended
  readonly stderr: string

  constructor(ended: Ended, stderr: string) {
    super(`the service did not start (code ${ended.code}, signal ${ended.signal}): ${stderr.slice(-2000)}`)
    this.ended = ended
    this.stderr = stderr
  }
}

export type Run = { readonly code: number | null; readonly out: string; readonly err: string }

/** Runs another orrery command on the home, to its end. */
export async function orrery(place: TestHome, args: readonly string[], options: StartOptions = {}): Promise<Run> {
  const { output, ended } = launch(place, args, options)
  const { code } = await ended
  return { code, out: output.stdout, err: output.stderr }
}

type Program = {
  readonly child: ChildProcess
  readonly output: { stdout: string; stderr: string }
  readonly ended: Promise<Ended>
}

const running = new Set<ChildProcess>()
// A test run that is broken off leaves no service behind.
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))

function launch(place: TestHome, args: readonly string[], options: StartOptions): Program {
  const { env, nodeOptions, wrapper = [] } = options
  const orreryItself = options.program ?? orreryArgv(nodeOptions)
  const [program = process.execPath, ...rest] = [...wrapper, ...orreryItself, ...args]
  const stdio = ['ignore', 'pipe', 'pipe'] as const
  const child = spawn(program, rest, { env: place.env(env), cwd: place.userHome, stdio: [...stdio] })
  const output = { stdout: '', stderr: '' }
  child.stdout?.on('data', (part: Buffer) => (output.stdout += part.toString()))
  child.stderr?.on('data', (part: Buffer) => (output.stderr += part.toString()))
  running.add(child)
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    // 'exit' and not 'close': an agent that inherited a stream would hold that back.
    child.once('exit', (code, signal) => {
      running.delete(child)
      resolve({ code, signal })
    })
  })
  return { child, output, ended }
}

function listening({ child, output }: Program): Promise<string> {
  return new Promise((resolve) => {
    child.stdout?.on('data', () => {
      const url = /^listening on (?<url>\S+)$/m.exec(output.stdout)?.groups?.url
      if (url !== undefined) resolve(url)
    })
  })
}

async function failed({ output, ended }: Program): Promise<never> {
  throw new StartFailed(await ended, output.stderr)
}

function late({ child, output }: Program): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => {
      if (output.stdout.includes('listening on ')) return
      child.kill('SIGKILL')
      reject(new Error(`the service did not listen within ${startLimitMs} ms: ${output.stderr.slice(-2000)}`))
    }, startLimitMs).unref()
  })
}
