// Runs of harnesses that are plain children of the daemon: prompt on standard input, answer on standard output.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { oneLine } from '#base/cut-text.ts'
import type { ProcessAdapter } from '#base/harness/adapter.ts'
import { adapters } from '#base/harness/catalog.ts'
import { allowedOf } from '#base/harness/environment.ts'
import { err, ok, type Result } from '#base/result.ts'
import { terminalText } from '#base/terminal-text.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import { findProgram } from '#platform/server/cli/install-hint.ts'
import { StorageError } from '#platform/server/db/group-commit.ts'
import type { Environment } from '#platform/server/config/environment.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { ProcessTree } from '#platform/server/process-tree.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { RunKey } from '../../contract/envelopes.ts'
import { argvOf } from '../../core/harness/model-argv.ts'
import type { KeptRun, RunBook } from '../spool/run-book.ts'
import { createKeeping } from './keep-output.ts'
import type { Checked } from './model-check.ts'
import { behindMs, outputBodies, pressOnMs, type HarnessRunner } from './runner.ts'

export type ProcessRunnerParts = {
  readonly book: RunBook
  readonly environment: Environment
  /** What answers for the local assistant here, as argv; `{model}` stands for the model. */
  readonly assistantCommand: readonly string[]
  /** Says whether the model is one of this machine. */
  readonly checkModel: (model: string | null) => Promise<Checked>
  readonly processTree: ProcessTree
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
}

/** What is left of a child after its end has its output by then; a grandchild may hold the pipes for ever. */
const lastOutputMs = 2000
/** How soon it is looked again whether the disk has room for the end of a run. */
const roomMs = 1000
const runMark = 'SERVICE_RUN_ID'
/** Less than an agent's terminal has: it looks at nothing of the machine but its model. */
const needed = ['HOME', 'PATH', 'LANG']

type Running = { readonly child: ChildProcess; readonly adapter: ProcessAdapter; readonly told: Promise<void> }

export function createProcessRunner(parts: ProcessRunnerParts): HarnessRunner {
  return new Children(parts)
}

class Children implements HarnessRunner {
  readonly #parts: ProcessRunnerParts
  readonly #running = new Map<string, Running>()
  #isOver = false
  #isBehind: (key: RunKey) => Promise<boolean> = async () => false

  constructor(parts: ProcessRunnerParts) {
    this.#parts = parts
  }

  waitFor(isBehind: (key: RunKey) => Promise<boolean>): void {
    this.#isBehind = isBehind
  }

  watch(): void {}

  async launch(run: KeptRun): Promise<Result<null, Refusal>> {
    const { book, checkModel, clock, environment, assistantCommand } = this.#parts
    const { harness, model, options, prompt } = run.start
    const adapter = adapters[harness]
    if (adapter.runsIn !== 'process') throw new Error(`${harness} is no plain program`)
    const checked = await checkModel(model)
    if (checked.kind === 'refused') return err({ error: 'no_device', reason: checked.reason, hint: checked.hint })
    const argv = argvOf(harness === 'mother-llm' ? { ...adapter, argv: assistantCommand } : adapter, {
      model: checked.model,
      json: options.json === true,
    })
    const [program = ''] = argv
    if (findProgram(program, environment) === null) return err(notInstalled(program))
    const child = this.#spawn(run, argv, adapter)
    child.stdin?.on('error', () => {})
    child.stdin?.end(prompt)
    await book.append(run, [{ type: 'session.started', tmux_session: null }], {
      state: 'running',
      began_ms: clock.now(),
    })
    this.#running.set(run.run_id, { child, adapter, told: this.#follow(run, child, adapter) })
    return ok(null)
  }

  async recover(run: KeptRun): Promise<void> {
    const { processTree } = this.#parts
    const listed = await processTree.list([`${runMark}=${run.run_id}`])
    const left = listed.ok ? listed.value.filter(({ mark }) => mark !== null) : []
    processTree.signal(left, 'SIGKILL')
    await this.#tellEnd(run, { exit_code: null, signal: null, reason: 'The daemon of its device ended while it ran.' })
  }

  async stop({ run_id: id }: RunKey): Promise<void> {
    const running = this.#running.get(id)
    if (running === undefined) return
    const { timers } = this.#parts
    signalGroup(running.child, running.adapter.stopSignal)
    timers.after(pressOnMs, () => signalGroup(running.child, 'SIGTERM'))
    timers.after(2 * pressOnMs, () => signalGroup(running.child, 'SIGKILL'))
  }

  /** Nobody would read them any more: they end with the daemon, and it says so. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    for (const { child } of this.#running.values()) signalGroup(child, 'SIGKILL')
    await Promise.all([...this.#running.values()].map(({ told }) => told))
  }

  #spawn({ run_id }: KeptRun, [program = '', ...args]: readonly string[], adapter: ProcessAdapter): ChildProcess {
    const env = { ...allowedOf([...needed, ...adapter.environment], this.#parts.environment), [runMark]: run_id }
    return spawn(program, args, { env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  }

  async #follow(run: KeptRun, child: ChildProcess, adapter: ProcessAdapter): Promise<void> {
    const { log, timers } = this.#parts
    try {
      const words = adapter.stderr === 'reason' ? lastWordsOf(child.stderr) : null
      const reading = Promise.all([
        this.#read(run, child.stdout, 'session.stdout'),
        this.#read(run, words === null ? child.stderr : null, 'session.stderr'),
      ])
      const [code, signal] = await endOf(child)
      const cut = timers.after(lastOutputMs, () => {
        child.stdout?.destroy()
        child.stderr?.destroy()
      })
      await reading
      cut()
      // A signal is the reason by itself: what it wrote last is how far it had come.
      const reason = code === 0 || signal !== null ? null : (words?.() ?? null)
      await this.#tellEnd(run, { exit_code: code, signal, reason })
    } catch (error) {
      log.error({ err: error, session_id: run.session_id }, 'what a run said could not be kept')
      signalGroup(child, 'SIGKILL')
    } finally {
      this.#running.delete(run.run_id)
    }
  }

  /** Reads what is there, keeps it, and reads on: a child whose words wait to be sent waits, too. */
  async #read(run: KeptRun, stream: Readable | null, type: 'session.stdout' | 'session.stderr'): Promise<void> {
    if (stream === null) return
    const { book, clock, timers } = this.#parts
    const began = book.get(run)?.began_ms ?? clock.now()
    const keep = createKeeping(this.#parts, run)
    for await (const data of chunksOf(stream)) {
      await keep.take(outputBodies(type, data, clock.now() - began), data.length)
      while (!stream.destroyed && (await this.#isBehind(run)))
        await new Promise<void>((resolve) => void timers.after(behindMs, resolve))
    }
    await keep.end()
  }

  async #tellEnd(run: KeptRun, end: Ending): Promise<void> {
    const { book, clock, timers } = this.#parts
    const ending = { state: 'ended', ended_ms: clock.now() } as const
    while (book.get(run)?.state !== 'ended') {
      try {
        await book.append(run, [{ type: 'session.exit', ...end }], ending)
      } catch (error) {
        if (!(error instanceof StorageError) || this.#isOver) throw error
        // Nobody can tell of it a second time: it waits for room.
        await new Promise<void>((resolve) => void timers.after(roomMs, resolve))
      }
    }
  }
}

type Ending = { readonly exit_code: number | null; readonly signal: string | null; readonly reason: string | null }

async function endOf(child: ChildProcess): Promise<readonly [number | null, NodeJS.Signals | null]> {
  if (child.exitCode !== null || child.signalCode !== null) return [child.exitCode, child.signalCode]
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return [code, signal]
}

/** Longer than a screen of progress. */
const lastWordsBytes = 8192
const reasonLimit = 300
/** A frame of a spinner is no reason. */
const hasWord = /[\p{L}\p{N}]/u

/** Reads it to its end, and keeps no more than the last line. */
function lastWordsOf(stream: Readable | null): () => string | null {
  let tail = ''
  stream?.setEncoding('utf8').on('data', (part: string) => (tail = (tail + part).slice(-lastWordsBytes)))
  return () => {
    const lines = terminalText(tail, { keepColour: false }).split('\n')
    const last = lines.map((line) => oneLine(line, reasonLimit)).findLast((line) => hasWord.test(line))
    return last ?? null
  }
}

/** All that is there at once, so that many small writes are one part. */
async function* chunksOf(stream: Readable): AsyncGenerator<Buffer> {
  const isOver = (): boolean => stream.readableEnded || stream.destroyed
  const news = { tell: (): void => {} }
  for (const event of ['readable', 'end', 'close', 'error'] as const) stream.on(event, () => news.tell())
  while (!isOver()) {
    const more = new Promise<void>((resolve) => (news.tell = resolve))
    const data: unknown = stream.read()
    if (Buffer.isBuffer(data)) yield data
    else if (!isOver()) await more
  }
}

function signalGroup({ pid, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  try {
    process.kill(-pid, signal)
  } catch {
    // It has ended a moment ago.
  }
}

function notInstalled(program: string): Refusal {
  return {
    error: 'no_device',
    reason: `${program} is not installed on the device.`,
    hint: 'Install it there, or choose another device.',
  }
}
