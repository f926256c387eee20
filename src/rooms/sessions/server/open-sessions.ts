// Brings the room to life: restores what was known, and keeps log, sessions.json and viewers in step from then on.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { idFrom } from '#base/ids.ts'
import { dayMs, hourMs, toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Publish } from '#platform/server/live/kinds.ts'
import type { Log } from '#platform/server/log/log.ts'
import { isProcessAlive } from '#platform/server/process-alive.ts'
import { systemTimers, type Timers } from '#platform/server/timers.ts'
import type { Tmux } from '#platform/server/tmux/tmux.ts'
import type { SessionCard } from '../contract.ts'
import { trackBackground, type Background } from './background.ts'
import type { SessionsContext } from './context.ts'
import { settleTask } from './dependants.ts'
import { createEventLog, type EventLog } from './event-log.ts'
import { sweepArtifacts } from './launcher/sweep-artifacts.ts'
import { createLedger } from './ledger.ts'
import type { ForgetArtifacts, MachineEventOf, PlanLaunch, Spawn, TaskPort } from './ports.ts'
import { createOwed } from './owed.ts'
import { createRegistry, type Registry } from './registry.ts'
import { restore } from './restore.ts'
import { createSessionsFile, type SessionsFile } from './sessions-file.ts'
import { nameLeftBy, pruneEnded } from './tidy.ts'

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
  /** For tests: how long a terminal that is about to close is waited for. */
  readonly closingLimitMs?: number
  /** Days that events are kept. */
  readonly retentionDays: number
  /** Days that the output of a session is kept which left the board by its age. */
  readonly outputDays: number
}

/** A checkpoint after so many events bounds what a restart without sessions.json replays; then old events go as well. */
const checkpointEvery = 50_000

/** A program may take its time to end after Ctrl+C, and its terminal after it on a busy machine; then it counts as living. */
const usualClosingLimitMs = 10_000

export type OpenedSessions = {
  readonly context: SessionsContext
  readonly file: SessionsFile
  /** Ends what the room does by itself, and waits for what is under way. */
  readonly stop: () => Promise<void>
  /** What runs without anybody waiting for it; resolves when all of it is over. */
  readonly settled: () => Promise<void>
}

/** Rejects when the log can't be read or written; a damaged sessions.json is set aside and rebuilt. */
export async function openSessions(parts: SessionsParts): Promise<OpenedSessions> {
  const { database, clock, log } = parts
  const path = join(parts.home, 'sessions.json')
  const events = createEventLog(database)
  const registry = createRegistry()
  await refill(registry, { path, events, parts })
  const keeper = createKeeper({ registry, events, clock, retentionDays: parts.retentionDays })
  const background = trackBackground(log)
  const ledger = createLedger({
    registry,
    log: events,
    publish: parts.publish,
    lastSeq: await keeper.checkpoint(),
    onCommitted(rows) {
      file.touch()
      if (keeper.isDue(rows)) background.run(keeper.tidy)
    },
  })
  const file = createSessionsFile({
    path,
    registry,
    lastSeq: ledger.lastSeq,
    onError: (error) => log.error({ err: error }, 'sessions.json could not be written; the log has every change'),
  })
  // A log that was lost counts from one again: the file must not claim to know more.
  file.touch()
  file.flushSync()
  background.run(keeper.dropOld)
  const context: SessionsContext = {
    isProcessAlive,
    closingLimitMs: usualClosingLimitMs,
    ...parts,
    registry,
    ledger,
    events,
    makeId: () => idFrom(randomBytes(16)),
    starting: new Map(),
    spawning: new Map(),
    owed: createOwed(log),
    onTaskSettled: (taskId) => background.run(() => settleTask(context, taskId)),
  }
  const stopTidying = startTidying(parts, context, { tidyLog: keeper.tidy, run: background.run })
  return {
    context,
    file,
    async stop() {
      stopTidying()
      await background.settled()
    },
    settled: background.settled,
  }
}

type Tidying = { readonly tidyLog: () => Promise<void>; readonly run: Background['run'] }

/** What goes away in time: cards each hour, events and files of theirs each day. The answer ends it. */
function startTidying(parts: SessionsParts, context: SessionsContext, { tidyLog, run }: Tidying): () => void {
  const { timers = systemTimers, home, clock, outputDays } = parts
  const isKnown = (id: string) => context.registry.get(id) !== null
  const sweep = () => sweepArtifacts(home, { isKnown, outputBeforeMs: clock.now() - outputDays * dayMs })
  run(sweep)
  const stopPruning = timers.every(hourMs, () => run(() => pruneEnded(context)))
  const stopDaily = timers.every(dayMs, () => {
    run(tidyLog)
    run(sweep)
  })
  return () => {
    stopPruning()
    stopDaily()
  }
}

type Refill = { readonly path: string; readonly events: EventLog; readonly parts: SessionsParts }

async function refill(registry: Registry, { path, events, parts }: Refill): Promise<void> {
  const known = await restore(path, events, parts.clock.now())
  if (known.setAside !== null) {
    const message = 'sessions.json could not be read: it was set aside and rebuilt from the log'
    parts.log.warn({ set_aside: known.setAside }, message)
  }
  for (const record of known.records.values()) registry.put(record)
  for (const name of known.dismissed.values()) registry.remember(name)
  for (const record of known.pruned) {
    const name = nameLeftBy(record, parts.clock.now())
    if (name !== null) registry.remember(name)
    await parts.forgetArtifacts(record.session, { log: 'keep' })
  }
}

type KeeperParts = {
  readonly registry: Registry
  readonly events: EventLog
  readonly clock: Clock
  readonly retentionDays: number
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
    return events.dropBefore({ time: toIso(nowMs - retentionDays * dayMs), now: toIso(nowMs) })
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
