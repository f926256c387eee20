// What hooks and wrappers of this machine report of runs: kept before it is answered, and sent like all that a run says.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { AgentReport, MachineEvent, ReportAnswer } from '#rooms/sessions/contract.ts'
import type { KeptRun, RunBook } from '../spool/run-book.ts'
import type { TakeReport, TellApproval, WatchUsage } from './terminals.ts'

export type ReportsParts = {
  readonly book: RunBook
  readonly clock: Clock
  readonly timers: Timers
  /** The runs that a hook may be of. */
  readonly open: () => readonly KeptRun[]
  /** Resolves once it is told that the run was started, where its terminal is being opened: an agent may speak before. */
  readonly opened: (runId: string) => Promise<void>
  /** Its client said so. */
  readonly heard: (run: KeptRun, events: readonly MachineEvent[]) => void
  /** An agent of the run spoke. */
  readonly spoke: WatchUsage['heard']
  /** One of its tools ran. */
  readonly did: (run: KeptRun) => void
  /** Its wrapper said how it ended; its terminal closes. */
  readonly onExit: (run: KeptRun) => void
  readonly onError: (error: unknown) => void
}

/** A client whose turn is over and whose command goes on for so long waits for its person. */
const turnEndMs = 10_000

/** Rejects with `StorageError`; the hook then asks in its terminal alone. */
export function createApprovalTeller({
  book,
  clock,
  open,
  opened,
  heard,
}: Pick<ReportsParts, 'book' | 'clock' | 'open' | 'opened' | 'heard'>): TellApproval {
  return async (report, approval) => {
    await opened(report.runId ?? '')
    const run = open().find((each) => isAbout(each, report))
    if (run === undefined) return err(nobodys)
    const at = Math.max(0, clock.now() - run.began_ms)
    await book.append(run, [{ type: 'session.approval', approval, at }])
    // As the hub moves its card.
    if (approval.kind === 'ask') heard(run, ['hook.to_review'])
    else if (approval.how === 'told') heard(run, ['hook.to_running'])
    return ok(null)
  }
}

/** Rejects with `StorageError`; the hook then leaves its report in the queue. */
export function createReports(parts: ReportsParts): TakeReport {
  const { book, clock, timers, open, opened, heard, spoke, did, onExit, onError } = parts
  const turnEnds = new Map<string, () => void>()
  const conversations = new Map<string, string>()

  async function tell(
    run: KeptRun,
    events: readonly MachineEvent[],
    { metadata, tool, ...report }: Told,
  ): Promise<void> {
    const [event, ...then] = events
    if (event === undefined) return
    const at = Math.max(0, clock.now() - run.began_ms)
    const conversation = newConversation(conversations, run, report)
    const more = { ...(then.length === 0 ? {} : { then }), ...(conversation === null ? {} : { conversation }) }
    const used =
      tool === undefined ? [] : [{ type: 'session.derived', change: { source: 'hook', ...tool }, at } as const]
    await book.append(run, [{ type: 'session.event', event, metadata, at, ...more }, ...used])
    heard(run, events)
    if (tool !== undefined) did(run)
  }

  return async (report): Promise<Result<ReportAnswer, Refusal>> => {
    await opened(report.runId ?? '')
    const run = open().find((each) => isAbout(each, report))
    if (run === undefined) return err(nobodys)
    spoke(run, report)
    turnEnds.get(run.run_id)?.()
    turnEnds.delete(run.run_id)
    if (report.exitCode !== null) {
      await book.append(run, [], { exit_code: report.exitCode })
      onExit(run)
    } else if (run.exit_code === null) {
      // A client knows that its turn is over; how the command ends, its wrapper alone.
      const events = report.events.filter((event) => event !== 'process.exit')
      await tell(run, events, report)
      if (events.length < report.events.length) {
        const { tool: _told, ...turn } = report
        const waits = (): void => void tell(run, ['hook.to_review'], turn).catch(onError)
        turnEnds.set(run.run_id, timers.after(turnEndMs, waits))
      }
    }
    return ok({ ok: true, changed: true, session: null })
  }
}

type Told = Pick<AgentReport, 'metadata' | 'client' | 'agentType' | 'tool'>

/** Remembered for runs of this daemon's life; told twice it costs a few bytes. */
const mostConversations = 1000

/** Null where the client told of none, or the hub knows it. */
function newConversation(
  known: Map<string, string>,
  { run_id: run }: KeptRun,
  { client, agentType: harness }: Omit<Told, 'metadata' | 'tool'>,
): { readonly id: string; readonly harness: string } | null {
  const id = client?.session ?? null
  if (id === null || known.get(run) === id) return null
  if (known.size >= mostConversations) known.clear()
  known.set(run, id)
  return { id, harness }
}

function isAbout(run: KeptRun, { runId, tmuxSession }: Pick<AgentReport, 'runId' | 'tmuxSession'>): boolean {
  if (runId !== null) return runId === run.run_id
  return tmuxSession !== null && tmuxSession === run.terminal?.name
}

const nobodys: Refusal = {
  error: 'not_found',
  reason: 'No run of this device has that terminal.',
  hint: 'Agents that were started by hand are told of by a service of their own.',
}
