// Runs of agents in tmux sessions of this machine: they outlive the daemon, which finds them again by name, id and time.
import { ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { ProcessTree } from '#platform/server/process-tree.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { Tmux, TmuxIdentity, TmuxSession } from '#platform/server/tmux/tmux.ts'
import type { RunKey } from '../../contract/envelopes.ts'
import { adapters } from '#base/harness/catalog.ts'
import type { KeptRun, RunBook } from '../spool/run-book.ts'
import { createApprovalTeller, createReports } from './reports.ts'
import { outputBodies, pressOnMs, type HarnessRunner } from './runner.ts'
import { createScreenLooks, type ScreenLooks } from './screen-looks.ts'
import type { TakeReport, TellApproval, AgentTerminals, JudgeScreens, WatchFiles, WatchUsage } from './terminals.ts'

export type TerminalRunnerParts = {
  readonly book: RunBook
  readonly tmux: Tmux
  readonly terminals: AgentTerminals
  readonly screens: JudgeScreens
  readonly usage: WatchUsage
  readonly files: WatchFiles
  readonly processTree: ProcessTree
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
}

/** Output is read this often: soon enough for an eye, and a look at a file that did not grow costs little. */
const readMs = 100
/** What a screen's movement is counted by, as for sessions beside the service. */
const lookMs = 1000
/** The net under what tmux tells by itself. */
const netMs = 30_000
/** Its terminal closes after its wrapper reported the end; one that stays open for something else is not waited for. */
const closingMs = 3000

/** A runner that hooks of this machine report to. */
export type TerminalRunner = HarnessRunner & { readonly report: TakeReport; readonly tellApproval: TellApproval }

export function createTerminalRunner(parts: TerminalRunnerParts): TerminalRunner {
  return new TmuxRuns(parts)
}

class TmuxRuns implements TerminalRunner {
  readonly report: TakeReport
  readonly tellApproval: TellApproval
  readonly #parts: TerminalRunnerParts
  /** Whose terminal is being opened by this daemon. */
  readonly #launching = new Map<string, Promise<void>>()
  /** Whose start was cut short: whether a terminal was opened, a look alone can say. All others without one are not judged. */
  readonly #cutShort = new Map<string, 'may_open' | 'barred'>()
  /** Read and ended one at a time. */
  readonly #busy = new Set<string>()
  /** Whose output the disk does not take: said once. */
  readonly #unkept = new Set<string>()
  readonly #stops: (() => void)[] = []
  #watch: AsyncDisposable | null = null
  readonly #screens: ScreenLooks
  /** While runs are open. */
  #stopReading: (() => void) | null = null
  #looking: Promise<void> | null = null
  #lookAgain = false
  #isOver = false
  #isBehind: (key: RunKey) => Promise<boolean> = async () => false

  constructor(parts: TerminalRunnerParts) {
    this.#parts = parts
    const { book, clock, timers } = parts
    const onExit = (run: KeptRun): void => void timers.after(closingMs, () => void this.#end(run))
    const onError = (error: unknown): void => parts.log.error({ err: error }, 'the turn of an agent could not be told')
    this.#screens = createScreenLooks({ ...parts, onError })
    const runs = { open: () => this.#open(), opened: async (runId: string) => this.#launching.get(runId) }
    const { heard } = this.#screens
    this.report = createReports({
      ...runs,
      book,
      clock,
      timers,
      heard,
      spoke: parts.usage.heard,
      did: parts.files.happened,
      onExit,
      onError,
    })
    this.tellApproval = createApprovalTeller({ ...runs, book, clock, heard })
  }

  waitFor(isBehind: (key: RunKey) => Promise<boolean>): void {
    this.#isBehind = isBehind
  }

  watch(): void {
    const { timers } = this.#parts
    this.#stops.push(timers.every(netMs, () => this.#look()))
    if (this.#open().length > 0) this.#watchTmux()
    // What changed while no daemon was there.
    for (const run of this.#open()) this.#parts.files.happened(run)
    // What ended while no daemon was there has reported it, or is gone.
    for (const run of this.#open())
      if (run.exit_code !== null) this.#parts.timers.after(closingMs, () => void this.#end(run))
    this.#look()
  }

  async launch(run: KeptRun, secrets: Readonly<Record<string, string>>): Promise<Result<null, Refusal>> {
    const { terminals } = this.#parts
    const { harness, prompt, model, working_dir: workingDir, options } = run.start
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#launching.set(run.run_id, promise)
    // Connected before the first terminal: what opens and ends while it connects is a danger to all of them.
    this.#watchTmux()
    try {
      const launched = await terminals.launch({
        id: run.run_id,
        runId: run.run_id,
        name: nameOf(run),
        agentType: harness,
        prompt,
        model,
        workingDir,
        interactive: options.interactive === true,
        label: typeof options.label === 'string' ? options.label : '',
        taskId: typeof options.task_id === 'string' ? options.task_id : null,
        secrets,
      })
      if (!launched.ok) return launched
      await this.#started(run, launched.value)
      return ok(null)
    } catch (error) {
      this.#cutShort.set(run.run_id, 'may_open')
      throw error
    } finally {
      this.#launching.delete(run.run_id)
      resolve()
      this.#look()
    }
  }

  /** A look at tmux says what became of it. */
  async recover({ run_id: id, terminal }: KeptRun): Promise<void> {
    if (terminal === null) this.#cutShort.set(id, 'may_open')
  }

  async stop(key: RunKey): Promise<void> {
    const { book, tmux, timers } = this.#parts
    const run = book.get(key)
    if (run !== null && adapters[run.start.harness].stopSignal !== 'SIGINT') await this.#signal(key, 'SIGTERM')
    else if (run !== null && run.terminal !== null) await tmux.interrupt(run.terminal)
    timers.after(pressOnMs, () => void this.#signal(key, 'SIGTERM'))
    timers.after(2 * pressOnMs, () => void this.#signal(key, 'SIGKILL'))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    for (const stop of this.#stops) stop()
    this.#stopReading?.()
    await this.#screens[Symbol.asyncDispose]()
    await this.#watch?.[Symbol.asyncDispose]()
    await this.#looking
  }

  /** A machine that runs nothing needs no tmux server, and nobody who reads. */
  #watchTmux(): void {
    this.#watch ??= this.#parts.tmux.watch(() => this.#look())
    if (this.#stopReading !== null) return
    const { timers } = this.#parts
    const stops = [
      timers.every(readMs, () => this.#readAll()),
      timers.every(lookMs, () => this.#screens.look(this.#open())),
    ]
    this.#stopReading = () => stops.forEach((stop) => stop())
  }

  #open(): KeptRun[] {
    return this.#parts.book
      .all()
      .filter(({ state, start }) => state !== 'ended' && adapters[start.harness].runsIn === 'terminal')
  }

  async #started(run: KeptRun, { id, name, createdMs }: TmuxIdentity): Promise<void> {
    const { book, clock } = this.#parts
    const terminal = { id, name, createdMs }
    const body = { type: 'session.started', tmux_session: name } as const
    await book.append(run, [body], { state: 'running', terminal, began_ms: clock.now() })
  }

  /** What is left of a run that was asked to end, at its terminal or away from it. */
  async #signal(key: RunKey, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const { book, processTree, tmux } = this.#parts
    const run = book.get(key)
    if (run === null || run.state === 'ended' || this.#isOver) return
    const listed = await processTree.list([`SERVICE_RUN_ID=${key.run_id}`])
    if (listed.ok)
      processTree.signal(
        listed.value.filter(({ mark }) => mark !== null),
        signal,
      )
    if (signal === 'SIGKILL' && run.terminal !== null) await tmux.kill(run.terminal)
    this.#look()
  }

  /** Looks never overlap; one that is asked for meanwhile follows. */
  #look(): void {
    if (this.#isOver) return
    this.#lookAgain = this.#looking !== null
    this.#looking ??= this.#lookOnce()
      .catch((error: unknown) => this.#parts.log.error({ err: error }, 'a look at tmux failed'))
      .finally(() => {
        this.#looking = null
        if (this.#lookAgain) this.#look()
      })
  }

  async #lookOnce(): Promise<void> {
    const { tmux, terminals } = this.#parts
    const open = this.#open().filter((run) => this.#isJudged(run))
    if (open.length === 0) return
    const listing = await tmux.list()
    if (listing.kind === 'unknown' || !(await terminals.drainHooks())) return
    const sessions = listing.kind === 'sessions' ? listing.sessions : []
    for (const run of open) await this.#judge(run, sessions)
  }

  /** A list of terminals says nothing of one that is yet to be opened, whatever of its start is written down. */
  #isJudged({ run_id: id, terminal }: KeptRun): boolean {
    return terminal !== null || this.#cutShort.has(id)
  }

  async #judge(before: KeptRun, sessions: readonly TmuxSession[]): Promise<void> {
    const run = this.#parts.book.get(before)
    if (run === null || run.state === 'ended' || run.terminal?.id !== before.terminal?.id) return
    const found = sessions.find((session) => isOf(run, session))
    if (run.terminal === null) await this.#judgeCutShort(run, found)
    else if (found === undefined) await this.#end(run)
  }

  /** A call that was under way when its daemon was killed may open the terminal yet: it is gone once nothing can begin in it. */
  async #judgeCutShort(run: KeptRun, found: TmuxSession | undefined): Promise<void> {
    const { run_id: id } = run
    if (found === undefined && this.#cutShort.get(id) === 'may_open') {
      await this.#parts.terminals.bar(id)
      this.#cutShort.set(id, 'barred')
      return this.#look()
    }
    if (found === undefined) await this.#end(run)
    else await this.#started(run, found)
    this.#cutShort.delete(id)
  }

  #readAll(): void {
    const open = this.#open()
    for (const run of open) if (run.state === 'running') void this.#read(run)
    if (open.length > 0) return
    this.#stopReading?.()
    this.#stopReading = null
  }

  async #read(run: KeptRun): Promise<void> {
    if (this.#busy.has(run.run_id)) return
    this.#busy.add(run.run_id)
    try {
      if (await this.#isBehind(run)) this.#screens.notRead(run.run_id)
      else await this.#keepOutput(run)
      this.#unkept.delete(run.run_id)
    } catch (error) {
      this.#screens.notRead(run.run_id)
      // Its recorder keeps the last of it meanwhile, and the next look reads on from where this one stands.
      if (!this.#unkept.has(run.run_id))
        this.#parts.log.error({ err: error, session_id: run.session_id }, 'what a run said could not be kept yet')
      this.#unkept.add(run.run_id)
    } finally {
      this.#busy.delete(run.run_id)
    }
  }

  /** What it wrote since, and up to where, in one commit: a daemon that dies here reads on from there. Answers whether more is there. */
  async #keepOutput({ run_id, session_id }: KeptRun): Promise<boolean> {
    const { book, terminals, clock } = this.#parts
    const run = book.get({ run_id, session_id })
    if (run === null || run.state === 'ended') return false
    const since = await terminals.readOutput(run_id, run.read_to)
    if (since === null || since.bytes.length === 0) return false
    const bytes = since.isWhole ? since.bytes : Buffer.concat([cutMark, since.bytes])
    const bodies = outputBodies('session.stdout', bytes, clock.now() - run.began_ms)
    await book.append(run, bodies, { read_to: since.next })
    this.#screens.drew(run, since.bytes.length)
    return !since.isEnd
  }

  /** Its terminal is gone, or its end was reported: the rest of its output comes first. */
  async #end(key: RunKey): Promise<void> {
    const { book, clock, terminals, timers, log } = this.#parts
    if (this.#isOver) return
    if (this.#busy.has(key.run_id)) return void timers.after(readMs, () => void this.#end(key))
    this.#busy.add(key.run_id)
    try {
      const before = book.get(key)
      if (before === null || before.state === 'ended') return
      for (let isMore = true; isMore;) isMore = await this.#keepOutput(before)
      await this.#parts.usage.look()
      await this.#parts.files.ended(before)
      const { exit_code, is_cancelled } = book.get(key) ?? before
      const reason = exit_code === null && !is_cancelled ? 'terminal_gone' : null
      const body = { type: 'session.exit', exit_code, signal: null, reason } as const
      await book.append(key, [body], { state: 'ended', ended_ms: clock.now() })
      await terminals.forget(key.run_id)
    } catch (error) {
      log.error({ err: error, session_id: key.session_id }, 'the end of a run could not be kept')
    } finally {
      this.#busy.delete(key.run_id)
    }
  }
}

const cutMark = Buffer.from('\r\n[output was lost: the daemon was away for too long]\r\n')

/** Each run has a terminal of its own, whatever still closes of the one before. */
function nameOf({ run_id: id, start: { harness } }: KeptRun): string {
  const own = id.replaceAll(/[^A-Za-z0-9]/g, '').slice(-12)
  return `agent-${harness === 'code-agent' ? 'claude' : harness}-${own}`
}

function isOf(run: KeptRun, { id, name, createdMs }: TmuxSession): boolean {
  if (run.terminal === null) return name === nameOf(run)
  return run.terminal.id === id && run.terminal.createdMs === createdMs
}
