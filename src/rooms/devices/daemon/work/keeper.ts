// What this machine does for its hub: starts and ends runs, and finds them again after its own restart.
import { adapters } from '#base/harness/catalog.ts'
import { err, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { RunKey, StreamMark } from '../../contract/envelopes.ts'
import type { KnownRun } from '../../contract/from-device.ts'
import type { RequestFrame, SessionStart, TerminalFrame } from '../../contract/from-hub.ts'
import { handedTo, type HandedRun } from '../spool/masked-book.ts'
import { newRun } from '../spool/spool-tables.ts'
import { startPump, type Channel, type Pump } from '../spool/pump.ts'
import type { KeptRun, RunBook } from '../spool/run-book.ts'
import { pressOnMs, type HarnessRunner } from './runner.ts'
import type { TerminalViews } from './terminal-views.ts'

export type KeeperParts = {
  readonly book: RunBook
  /** Looks at terminals here. */
  readonly views: TerminalViews
  readonly runners: { readonly process: HarnessRunner; readonly terminal: HarnessRunner }
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  /** What a run is handed, opened: its environment. */
  readonly openSecrets: (run: HandedRun) => Promise<Result<Readonly<Record<string, string>>, Refusal>>
  /** The hub's answer to what an agent asks here. */
  readonly onAnswer: (approvalId: string, decision: unknown) => void
}

/** The work of a device. Its disposal ends what can't outlive it, and leaves terminals as they are. */
export interface Work extends AsyncDisposable {
  /** For `hello`. */
  known(): KnownRun[]
  /** The hub was heard to be the hub: what it does not have goes on its way. */
  join(channel: Channel, resume: readonly StreamMark[]): void
  /** The connection is over. */
  leave(): void
  /** May come again: what was done once is not done twice. */
  start(start: SessionStart): void
  cancel(key: RunKey): void
  acknowledge(mark: StreamMark): void
  /** May come again. */
  answer(approvalId: string, decision: unknown): void
  /** A person looks at a terminal here. */
  show(frame: TerminalFrame | RequestFrame): void
  /** For a hub that wants nothing of it any more: ends all that runs, and resolves once nothing does, or no later than what a stop takes. */
  endAll(): Promise<void>
  /** Whether the hub has all that was kept for it. */
  isTold(): boolean
}

/** Finds again what was under way, then takes commands. */
export async function openWork(parts: KeeperParts): Promise<Work> {
  const keeper = new Keeper(parts)
  await keeper.recover()
  return keeper
}

/** A stop that has to press on twice is over by then. */
const endAllMs = 3 * pressOnMs
const endLookMs = 50

class Keeper implements Work {
  readonly #parts: KeeperParts
  /** Commands about a run follow each other. */
  readonly #turns = new Map<string, Promise<void>>()
  #pump: Pump | null = null

  constructor(parts: KeeperParts) {
    this.#parts = parts
    const isBehind = async (key: RunKey): Promise<boolean> => (await this.#pump?.isBehind(key)) ?? false
    for (const runner of Object.values(parts.runners)) runner.waitFor(isBehind)
  }

  async recover(): Promise<void> {
    const open = this.#parts.book.all().filter(({ state }) => state !== 'ended')
    await Promise.all(open.map((run) => this.#inTurn(run, () => this.#recoverOne(run))))
    for (const runner of Object.values(this.#parts.runners)) runner.watch()
  }

  known(): KnownRun[] {
    return this.#parts.book.known()
  }

  join(channel: Channel, resume: readonly StreamMark[]): void {
    const { book, clock, timers, log } = this.#parts
    this.leave()
    const onError = (error: unknown): void => log.error({ err: error }, 'the spool could not be sent')
    this.#parts.views.join(channel)
    this.#pump = startPump({ book, channel, clock, timers, onError }, resume)
  }

  leave(): void {
    this.#parts.views.leave()
    this.#pump?.stop()
    this.#pump = null
  }

  start(start: SessionStart): void {
    void this.#inTurn(start, () => this.#start(start))
  }

  cancel(key: RunKey): void {
    void this.#inTurn(key, async () => {
      const run = this.#parts.book.get(key)
      if (run === null || run.state === 'ended') return
      await this.#parts.book.append(key, [], { is_cancelled: true })
      await this.#runnerOf(run).stop(key)
    })
  }

  acknowledge(mark: StreamMark): void {
    const { book, log } = this.#parts
    book
      .acknowledge(mark)
      .catch((error: unknown) => log.error({ err: error }, 'an acknowledgement could not be stored'))
  }

  answer(approvalId: string, decision: unknown): void {
    this.#parts.onAnswer(approvalId, decision)
  }

  show(frame: TerminalFrame | RequestFrame): void {
    this.#parts.views.show(frame)
  }

  async endAll(): Promise<void> {
    const { book, timers } = this.#parts
    const open = () => book.all().filter(({ state }) => state !== 'ended')
    for (const run of open()) this.cancel(run)
    const untilMs = timers.passedMs() + endAllMs
    while (open().length > 0 && timers.passedMs() < untilMs)
      await new Promise<void>((resolve) => void timers.after(endLookMs, resolve))
  }

  isTold(): boolean {
    return this.#parts.book.all().every(({ lastSeq, acked }) => acked >= lastSeq)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.leave()
    await Promise.all(this.#turns.values())
    for (const runner of Object.values(this.#parts.runners)) await runner[Symbol.asyncDispose]()
  }

  async #start({ session_id, run_id, v: _v, type: _type, id: _id, ts: _ts, ...start }: SessionStart): Promise<void> {
    const { book, clock } = this.#parts
    const key = { session_id, run_id }
    if (book.get(key) !== null) return
    const row = newRun({ ...key, start, beganMs: clock.now() })
    await book.add(row, { type: 'session.accepted' })
    await this.#launch(key)
  }

  async #launch(key: RunKey): Promise<void> {
    const { book } = this.#parts
    const run = book.get(key)
    if (run === null) return
    if (run.is_cancelled) return refuse(this.#parts, key, err(wasCancelled))
    await book.append(key, [], { state: 'launching' })
    const secrets = await this.#parts.openSecrets(handedTo(run))
    const launched = secrets.ok ? await this.#runnerOf(run).launch(run, secrets.value) : secrets
    if (launched.ok) return
    await refuse(this.#parts, key, launched)
  }

  async #recoverOne(run: KeptRun): Promise<void> {
    if (run.state === 'accepted') return this.#launch(run)
    await this.#runnerOf(run).recover(run)
    if (run.is_cancelled) await this.#runnerOf(run).stop(run)
  }

  #runnerOf({ start: { harness } }: KeptRun): HarnessRunner {
    return this.#parts.runners[adapters[harness].runsIn]
  }

  #inTurn(key: RunKey, act: () => Promise<void>): Promise<void> {
    const name = JSON.stringify([key.session_id, key.run_id])
    const before = this.#turns.get(name) ?? Promise.resolve()
    const turn = before.then(act).catch((error: unknown) => {
      this.#parts.log.error({ err: error, session_id: key.session_id }, 'a command of the hub could not be carried out')
    })
    this.#turns.set(name, turn)
    void turn.finally(() => {
      if (this.#turns.get(name) === turn) this.#turns.delete(name)
    })
    return turn
  }
}

async function refuse(
  { book, clock }: KeeperParts,
  key: RunKey,
  { error }: Extract<Result<null, Refusal>, { readonly ok: false }>,
): Promise<void> {
  const body = { type: 'session.refused', reason: error.reason, hint: error.hint ?? null } as const
  await book.append(key, [body], { state: 'ended', ended_ms: clock.now() })
}

const wasCancelled: Refusal = { error: 'conflict', reason: 'It was stopped before it began.' }
