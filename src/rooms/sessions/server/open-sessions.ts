// Brings the room to life: restores what was known, and keeps log, sessions.json and viewers in step from then on.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { idFrom } from '#base/ids.ts'
import { dayMs, hourMs, toIso } from '#base/time.ts'
import type { ReadProcessTerminal } from '#platform/server/foreground.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Publish } from '#platform/server/live/kinds.ts'
import type { Log } from '#platform/server/log/log.ts'
import { isProcessAlive } from '#platform/server/process-alive.ts'
import type { ProcessTree } from '#platform/server/process-tree.ts'
import { systemTimers, type Timers } from '#platform/server/timers.ts'
import type { Tmux } from '#platform/server/tmux/tmux.ts'
import type { SessionCard } from '../contract.ts'
import { createAnswerLog, type AnswerLog } from './answer/answer-log.ts'
import { trackBackground, type Background } from './background.ts'
import type { SessionsContext } from './context.ts'
import { settleTask } from './start/dependants.ts'
import { createEventLog, type EventLog, type LogRow } from './log/event-log.ts'
import { sweepArtifacts } from './launcher/sweep-artifacts.ts'
import { createLedger } from './log/ledger.ts'
import type { PlanLaunch } from './launcher/plan-launch.ts'
import type { Spawn } from './launcher/spawn.ts'
import type { ForgetArtifacts } from './past/forget.ts'
import type { MachineEventOf, TaskPort } from './ports.ts'
import { createOwed } from './end/owed.ts'
import { createForget, type Forget } from './past/forget.ts'
import { createPastStore, type PastStore } from './past/past-store.ts'
import { createSessionProcesses } from './end/session-processes.ts'
import { createForeignSessions } from './nodes/foreign-sessions.ts'
import { openLeases, type DeviceLeases } from './nodes/leases.ts'
import { hearOfLease } from './nodes/take-over.ts'
import { joinOthers, tellOpened } from './nodes/join-others.ts'
import { createRegistry, type Registry } from './registry.ts'
import type { SessionRecord } from '../core/record.ts'
import { restore } from './restore/restore.ts'
import { noDevices } from './fabric/no-devices.ts'
import { createSessionsFile, type SessionsFileParts, type SessionsFileWriter } from './restore/sessions-file.ts'
import { nameLeftBy, pruneEnded } from './end/tidy.ts'

export type SessionsParts = {
  readonly home: string
  readonly database: Database
  readonly publish: Publish<SessionCard>
  readonly clock: Clock
  /** Default: the machine's. */
  readonly timers?: Timers
  readonly log: Log
  readonly tmux: Tmux
  readonly tasks: TaskPort
  readonly spawn: Spawn
  readonly planLaunch: PlanLaunch
  readonly machineEventOf: MachineEventOf
  readonly forgetArtifacts: ForgetArtifacts
  /** For tests; default: this machine's own processes. */
  readonly isProcessAlive?: (pid: number) => boolean
  /** Asks for a look at tmux; nobody waits for it. */
  readonly lookSoon: () => void
  readonly processTree: ProcessTree
  /** The last line that the present run of a session wrote, as far as it is recorded. */
  readonly readLastWords: (sessionId: string) => Promise<string | null>
  /** For tests: how long a terminal that is about to close is waited for. */
  readonly closingLimitMs?: number
  readonly readProcessTerminal: ReadProcessTerminal
  /** For tests: between two looks at whether a paste has arrived. */
  readonly settleMs?: number
  /** Days that events are kept. */
  readonly retentionDays: () => number
  /** Days that a session which left the board is kept, with its output and its events. */
  readonly pastDays: () => number
  /** Told of the rows of each commit, right after it; default: nobody is. */
  readonly onLogged?: (rows: readonly LogRow[], lastSeq: number) => void
  /** Told of each session that is forgotten for good, before anything of it goes; default: nobody is. */
  readonly onForgotten?: (sessionId: string) => Promise<void>
}

/** A checkpoint after so many events bounds what a restart without sessions.json replays; then old events go as well. */
const checkpointEvery = 50_000

/** A program may take its time to end after Ctrl+C, and its terminal after it on a busy machine; then it counts as living. */
const usualClosingLimitMs = 10_000

/** Claude Code takes a key that comes within a quarter of a second after a paste for a part of it. */
const usualSettleMs = 300

export type OpenedSessions = {
  readonly context: SessionsContext
  readonly file: SessionsFileWriter
  /** Ends what the room does by itself, and waits for what is under way. */
  readonly stop: () => Promise<void>
  /** What runs without anybody waiting for it; resolves when all of it is over. */
  readonly settled: () => Promise<void>
  /** Forgets what is past its time, in the background; each day from then on it happens by itself. */
  readonly forgetDue: () => void
}

/** Rejects when the log can't be read or written; a damaged sessions.json is set aside and rebuilt. */
export async function openSessions(parts: SessionsParts): Promise<OpenedSessions> {
  const { database, clock, log, home } = parts
  const path = join(home, 'sessions.json')
  const events = createEventLog(database)
  const registry = createRegistry()
  const past = createPastStore(database)
  await joinOthers(parts, path)
  const leases = await openLeasesOf(parts)
  await refill(registry, { path, events, past, parts, leases })
  const retentionDays = () => Math.max(parts.retentionDays(), parts.pastDays())
  const keeper = createKeeper({ registry, events, clock, retentionDays })
  const background = trackBackground(log)
  const ledger = createLedger({
    registry,
    log: events,
    publish: parts.publish,
    leases,
    lastSeq: await keeper.checkpoint(),
    onCommitted(rows, last) {
      file.touch()
      parts.onLogged?.(rows, last)
      if (keeper.isDue(rows.length)) background.run(keeper.tidy)
    },
  })
  const file = openFile({ path, registry, lastSeq: ledger.lastSeq }, log)
  background.run(keeper.dropOld)
  const onTaskSettled = (taskId: string) => background.run(() => settleTask(context, taskId))
  const foreign = createForeignSessions({ ...parts, events, onTaskSettled, leases, registry })
  const context: SessionsContext = {
    isProcessAlive,
    closingLimitMs: usualClosingLimitMs,
    settleMs: usualSettleMs,
    ...parts,
    registry,
    foreign,
    leases,
    ledger,
    events,
    makeId: () => idFrom(randomBytes(16)),
    ...nothingUnderWay(),
    owed: createOwed(log),
    answers: await openAnswers(database, registry),
    past,
    forget: openForget(parts, { past, keeper, file }),
    processes: createSessionProcesses({ tmux: parts.tmux, tree: parts.processTree, home }),
    onTaskSettled,
  }
  await beginBeside(context, database)
  const stopTidying = startTidying({ ...parts, retentionDays }, context, { tidyLog: keeper.tidy, run: background.run })
  return {
    context,
    file,
    async stop() {
      stopTidying()
      await background.settled()
    },
    settled: background.settled,
    forgetDue: () => background.run(context.forget.due),
  }
}

/** Others are followed first: what they do meanwhile is heard of. */
async function beginBeside(context: SessionsContext, database: Database): Promise<void> {
  context.leases.follow((deviceId) => hearOfLease(context, deviceId))
  await context.foreign.begin()
  await tellOpened(database)
}

function openLeasesOf({ database, clock, log, timers = systemTimers }: SessionsParts): Promise<DeviceLeases> {
  return openLeases({ database, clock, log, passedMs: () => timers.passedMs() })
}

function openFile(parts: Omit<SessionsFileParts, 'onError'>, log: Log): SessionsFileWriter {
  const file = createSessionsFile({
    ...parts,
    onError: (error) => log.error({ err: error }, 'sessions.json could not be written; the log has every change'),
  })
  // A log that was lost counts from one again: the file must not claim to know more.
  file.touch()
  file.flushSync()
  return file
}

async function openAnswers(database: Database, registry: Registry): Promise<AnswerLog> {
  const answers = createAnswerLog(database)
  await answers.settle(database.others.node === null ? null : (id) => registry.get(id) !== null)
  return answers
}

type UnderWay = Pick<
  SessionsContext,
  'starting' | 'spawning' | 'answering' | 'screensBefore' | 'devices' | 'summaries' | 'budget'
>

function nothingUnderWay(): UnderWay {
  return {
    devices: { port: noDevices },
    summaries: { of: () => null },
    budget: { mayStart: () => null },
    starting: new Map(),
    spawning: new Map(),
    answering: new Set(),
    screensBefore: new Map(),
  }
}

type Forgetting = {
  readonly past: PastStore
  readonly keeper: Pick<ReturnType<typeof createKeeper>, 'checkpoint'>
  readonly file: SessionsFileWriter
}

function openForget(parts: SessionsParts, { past, keeper, file }: Forgetting): Forget {
  return createForget({
    ...parts,
    commits: parts.database.commits,
    past,
    days: parts.pastDays,
    onForgotten: parts.onForgotten ?? (async () => undefined),
    async settle() {
      await keeper.checkpoint()
      await file.flush()
    },
  })
}

type Tidying = { readonly tidyLog: () => Promise<void>; readonly run: Background['run'] }

/** What goes away in time: cards each hour, events and files of theirs each day. The answer ends it. */
function startTidying(parts: SessionsParts, context: SessionsContext, { tidyLog, run }: Tidying): () => void {
  const { timers = systemTimers, home, clock, pastDays } = parts
  const isOnBoard = (id: string) => context.registry.get(id) !== null
  const sweep = async () => {
    const past = await context.past.ids()
    const hasOutput = (id: string) => isOnBoard(id) || past.has(id)
    await sweepArtifacts(home, { isOnBoard, hasOutput, outputBeforeMs: clock.now() - pastDays() * dayMs })
  }
  run(sweep)
  const stopPruning = timers.every(hourMs, () => run(() => pruneEnded(context)))
  const stopDaily = timers.every(dayMs, () => {
    run(tidyLog)
    run(() => context.answers.dropBefore(toIso(clock.now() - parts.retentionDays() * dayMs)))
    run(sweep)
    run(context.forget.due)
  })
  return () => {
    stopPruning()
    stopDaily()
  }
}

type Refill = {
  readonly leases: DeviceLeases
  readonly path: string
  readonly events: EventLog
  readonly past: PastStore
  readonly parts: SessionsParts
}

async function refill(registry: Registry, { path, events, past, parts, leases }: Refill): Promise<void> {
  const known = await restore(path, events, parts.clock.now())
  if (known.setAside !== null) {
    const message = 'sessions.json could not be read: it was set aside and rebuilt from the log'
    parts.log.warn({ set_aside: known.setAside }, message)
  }
  // Those whose device went to another node meanwhile went with it: the checkpoint that follows leaves them out.
  const isOurs = ({ session }: SessionRecord): boolean =>
    !leases.concerns(session) || leases.elsewhere(session.device_id ?? '') === null
  for (const record of known.records.values()) if (isOurs(record)) registry.put(record)
  const pruned = known.pruned.filter(isOurs)
  for (const name of known.dismissed.values()) registry.remember(name)
  // Before the checkpoint and the file, which both leave them out: after a kill they are pruned once more.
  const leftAt = toIso(parts.clock.now())
  await past.add(pruned.map(({ session }) => ({ session, leftAt, leftAs: 'pruned' })))
  for (const record of pruned) {
    const name = nameLeftBy(record, parts.clock.now())
    if (name !== null) registry.remember(name)
    await parts.forgetArtifacts(record.session, { log: 'keep' })
  }
}

type KeeperParts = {
  readonly registry: Registry
  readonly events: EventLog
  readonly clock: Clock
  readonly retentionDays: () => number
}

/** Keeps the log short: a checkpoint now and then, and no events past their time. */
function createKeeper({ registry, events, clock, retentionDays }: KeeperParts) {
  let rowsSince = 0

  function checkpoint(): Promise<number> {
    return events.checkpoint(() => ({
      at: toIso(clock.now()),
      records: registry.all().toArray(),
      dismissed: registry.dismissed().toArray(),
    }))
  }

  /** Only after a checkpoint: a replay begins there. */
  function dropOld(): Promise<void> {
    const nowMs = clock.now()
    return events.dropBefore({ time: toIso(nowMs - retentionDays() * dayMs), now: toIso(nowMs) })
  }

  return {
    checkpoint,
    isDue(rows: number): boolean {
      rowsSince += rows
      if (rowsSince < checkpointEvery) return false
      rowsSince = 0
      return true
    },
    dropOld,
    async tidy(): Promise<void> {
      await checkpoint()
      await dropOld()
    },
  }
}
