// One runner seen from the service: a process with a thread for the user's code. Its death is told in words.
import { fork, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Environment } from '../config/environment.ts'
import type { Log } from '../log/log.ts'
import type { Failure, FromRunner, Sources, RunnerTask, ToRunner } from './worker/messages.ts'
import { endStragglersInSlices, newTrackingId, trackingVariable } from './worker/stragglers.ts'

export type RunnerOptions = {
  /** The folder whose modules it runs, and its working directory. */
  readonly home: string
  readonly sources: Sources
  /** The whole environment of the user's code. */
  readonly env: Environment
  readonly log: Log
}

export type TaskOptions = {
  /** Takes whole lines, each with its line end. */
  readonly onOutput?: (text: string) => void
}

/** A fault of the user's code. `stack` holds its frames in the user's files. */
export class BodyFailed extends Error {
  readonly place: Failure['place']

  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'BodyFailed'
    this.stack = failure.stack === '' ? failure.message : `${failure.message}\n${failure.stack}`
    this.place = failure.place
  }
}

/** The runner is gone. `innocent`: it was ended because of another task. */
export class RunnerEnded extends Error {
  readonly innocent: boolean

  constructor(reason: string, innocent: boolean) {
    super(reason)
    this.name = 'RunnerEnded'
    // Our own frames tell the author nothing.
    this.stack = reason
    this.innocent = innocent
  }
}

type Pending = {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
  readonly onOutput: ((text: string) => void) | undefined
}

/** What V8 says before it aborts a process; the rest of its report is of no use to the author. */
const keptStderrChars = 8 * 1024
/** For V8's last words to arrive. */
const pipeGraceMs = 200

export class Runner {
  readonly #child: ChildProcess
  readonly #log: Log
  readonly #pending = new Map<number, Pending>()
  readonly #gone: Promise<void>
  /** What it and all that it starts have in their environment. */
  readonly #trackingId = newTrackingId()
  #swept: Promise<void> = Promise.resolve()
  #lastId = 0
  #stderr = ''
  /** Why it ended or ends; null while it takes tasks. */
  #ending: { readonly reason: string; readonly culprit: number | null } | null = null

  constructor({ home, sources, env, log }: RunnerOptions) {
    this.#log = log
    this.#child = fork(runnerFile, {
      cwd: home,
      env: { ...env, [trackingVariable]: this.#trackingId },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // A group of its own: a Ctrl+C meant for the service does not reach it, and all that it started ends with it.
      detached: true,
    })
    this.#child.on('message', (message) => this.#take(message as FromRunner))
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-keptStderrChars)
    })
    this.#gone = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve(this.#onEnd(`its process could not start: ${error.message}`)))
      this.#child.once('exit', () => this.#letGo())
      this.#child.once('close', (code, signal) => resolve(this.#onEnd(this.#wordsOf(code, signal))))
    })
    this.#send({ type: 'settings', settings: { home, trackingId: this.#trackingId, entry: entryUrl, sources } })
  }

  /** Whether it takes tasks. */
  get isAlive(): boolean {
    return this.#ending === null
  }

  /** Tasks under way. */
  get load(): number {
    return this.#pending.size
  }

  /** Starts a task. Its promise rejects with `BodyFailed` or `RunnerEnded`, and with nothing else. */
  run(task: RunnerTask, { onOutput }: TaskOptions = {}): { readonly id: number; readonly done: Promise<unknown> } {
    const id = (this.#lastId += 1)
    const done = new Promise<unknown>((resolve, reject) => this.#pending.set(id, { resolve, reject, onOutput }))
    if (this.#ending === null) this.#send({ type: 'task', id, task })
    else this.#settle(id)?.reject(new RunnerEnded(this.#ending.reason, true))
    return { id, done }
  }

  abort(id: number, reason: string): void {
    if (this.#pending.has(id)) this.#send({ type: 'abort', id, reason })
  }

  /** Ends it, whatever it does. `culprit` is the task that is the reason; the other tasks are not to blame. */
  async end(reason: string, culprit: number | null): Promise<void> {
    this.#ending ??= { reason, culprit }
    killGroup(this.#child)
    await this.#gone
    await this.#swept
  }

  #send(message: ToRunner): void {
    // The end of the process is told by its own event.
    if (this.#child.connected) this.#child.send(message, () => {})
  }

  #take(message: FromRunner): void {
    switch (message.type) {
      case 'output':
        this.#pending.get(message.id)?.onOutput?.(message.text)
        return
      case 'done':
        this.#settle(message.id)?.resolve(message.value)
        return
      case 'failed':
        this.#settle(message.id)?.reject(new BodyFailed(message.failure))
        return
      case 'stray':
        this.#log.warn({ reason: message.failure.message }, 'what a finished step left behind has failed')
        return
      case 'ending':
        this.#ending ??= { reason: message.reason, culprit: null }
    }
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    return pending
  }

  #wordsOf(code: number | null, signal: string | null): string {
    if (/heap out of memory|Allocation failed/.test(this.#stderr))
      return 'out of memory: the heap of its process was full'
    return signal === null ? `its process ended with code ${code}` : `its process was ended by ${signal}`
  }

  /** What the user's code started may still hold the pipe, and would hold back the event of our end. */
  #letGo(): void {
    killGroup(this.#child)
    // Those that left the group.
    this.#swept = endStragglersInSlices(this.#trackingId)
    setTimeout(() => this.#child.stderr?.destroy(), pipeGraceMs)
  }

  #onEnd(reason: string): void {
    const ending = (this.#ending ??= { reason, culprit: null })
    for (const id of this.#pending.keys()) {
      this.#settle(id)?.reject(new RunnerEnded(ending.reason, ending.culprit !== null && ending.culprit !== id))
    }
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // Nobody is left in the group.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Beside the bundle the runner is one too; from sources it runs as it stands. */
const runnerFile = ['runner-process.js', 'worker/runner-process.ts']
  .map((file) => join(import.meta.dirname, file))
  .find((file) => existsSync(file)) as string

/** The files of `orrery/strand`, in the same place beside the sources and beside the bundle. */
export const entryFolder = join(import.meta.dirname, 'orrery-strand')
const entryUrl = pathToFileURL(join(entryFolder, 'strand.js')).href
