// A few runners that share the steps of one generation of strands; each ends when it has been idle for a while.
import { minuteMs } from '#base/time.ts'
import { RunnerEnded, type Runner } from './runner.ts'
import type { RunnerTask } from './worker/messages.ts'

export type PoolTask = {
  readonly task: RunnerTask
  readonly signal: AbortSignal
  /** Takes one line, without its line end. */
  readonly output: (line: string) => void
}

/** Each has a heap of its own; more steps at once share one. */
const maxRunners = 4
/** A runner costs some 60 MB, a new one some 100 ms. */
const idleMs = minuteMs
/** How long a body may take to stop once its signal aborted. */
export const stopGraceMs = 1500
/** How often a step is begun again after another step ended their common runner. */
const maxRestarts = 2

export class RunnerPool {
  readonly #make: () => Runner
  readonly #most: number
  readonly #idle = new Map<Runner, NodeJS.Timeout>()
  readonly #runners = new Set<Runner>()
  #keepMs = idleMs
  #isRetired = false

  /** `most`: runners at once; further tasks share them. */
  constructor(make: () => Runner, most: number = maxRunners) {
    this.#make = make
    this.#most = most
  }

  /** Whether no runner of it is left. */
  get isEmpty(): boolean {
    return this.#runners.size === 0
  }

  /** Takes over a runner that runs already. */
  adopt(runner: Runner): void {
    this.#runners.add(runner)
    this.#rest(runner)
  }

  /** Rejects with what the body threw; after an abort it settles within the grace whatever the body does. */
  async run(work: PoolTask): Promise<unknown> {
    for (let restarts = 0; ; restarts += 1) {
      try {
        return await this.#runOnce(work)
      } catch (error) {
        const isInnocent = error instanceof RunnerEnded && error.innocent
        if (!isInnocent || restarts >= maxRestarts || work.signal.aborted || this.#isRetired) throw error
        work.output('orrery: another step made its process end, so this one begins again')
      }
    }
  }

  /** No new runs come: runners end as soon as they are idle. */
  async supersede(): Promise<void> {
    this.#keepMs = 0
    await Promise.all([...this.#idle.keys()].map((runner) => this.#end(runner)))
  }

  /** Ends all runners and whatever they do. */
  async close(): Promise<void> {
    this.#isRetired = true
    await Promise.all([...this.#runners].map((runner) => this.#end(runner)))
  }

  async #runOnce({ task, signal, output }: PoolTask): Promise<unknown> {
    signal.throwIfAborted()
    const runner = this.#pick()
    const { id, done } = runner.run(task, { onOutput: (text) => eachLine(text, output) })
    const stopping = new Set<NodeJS.Timeout>()
    const onAbort = (): void => {
      runner.abort(id, wordsOf(signal.reason))
      stopping.add(setTimeout(() => void stop(), stopGraceMs))
    }
    const stop = async (): Promise<void> => {
      output('orrery: the body went on after it was told to stop, so its process was ended')
      await runner.end(wordsOf(signal.reason), id)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      return await done
    } finally {
      for (const timer of stopping) clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      this.#rest(runner)
    }
  }

  /** An idle runner, else a new one, else the one with the least to do. */
  #pick(): Runner {
    const alive = [...this.#runners].filter((runner) => runner.isAlive)
    const [least] = alive.toSorted((a, b) => a.load - b.load)
    const runner = least !== undefined && (least.load === 0 || alive.length >= this.#most) ? least : this.#make()
    this.#runners.add(runner)
    clearTimeout(this.#idle.get(runner))
    this.#idle.delete(runner)
    return runner
  }

  #rest(runner: Runner): void {
    if (!runner.isAlive) this.#runners.delete(runner)
    else if (runner.load === 0) this.#idle.set(runner, setTimeout(() => void this.#end(runner), this.#keepMs).unref())
  }

  async #end(runner: Runner): Promise<void> {
    clearTimeout(this.#idle.get(runner))
    this.#idle.delete(runner)
    this.#runners.delete(runner)
    await runner.end('the service ended its process', null)
  }
}

function eachLine(text: string, output: (line: string) => void): void {
  for (const line of text.slice(0, -1).split('\n')) output(line)
}

function wordsOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}
