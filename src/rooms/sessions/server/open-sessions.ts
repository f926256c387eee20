// Brings the room to life: restores what was known, and keeps log, sessions.json and viewers in step from then on.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { idFrom } from '#base/ids.ts'
import { dayMs, toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Publish } from '#platform/server/live/feed.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Tmux } from '#platform/server/tmux/tmux.ts'
import type { SessionsContext } from './context.ts'
import { settleTask } from './dependants.ts'
import { createEventLog } from './event-log.ts'
import { createLedger } from './ledger.ts'
import type { ForgetArtifacts, MachineEventOf, PlanLaunch, Spawn, TaskPort } from './ports.ts'
import { createRegistry } from './registry.ts'
import { restore } from './restore.ts'
import { createSessionsFile, type SessionsFile } from './sessions-file.ts'

export type SessionsParts = {
  readonly home: string
  readonly database: Database
  readonly publish: Publish
  readonly clock: Clock
  readonly log: Log
  readonly tmux: Tmux
  readonly tasks: TaskPort
  readonly spawn: Spawn
  readonly planLaunch: PlanLaunch
  readonly machineEventOf: MachineEventOf
  readonly forgetArtifacts: ForgetArtifacts
  /** Days that events are kept. */
  readonly retentionDays: number
}

/** A checkpoint after so many events bounds what a restart without sessions.json replays; then old events go as well. */
const checkpointEvery = 50_000

export type OpenedSessions = {
  readonly context: SessionsContext
  readonly file: SessionsFile
  /** What runs without anybody waiting for it; resolves when all of it is over. */
  readonly settled: () => Promise<void>
}

/** Rejects when the log can't be read or written; a damaged sessions.json is set aside and rebuilt. */
export async function openSessions(parts: SessionsParts): Promise<OpenedSessions> {
  const { home, database, clock, log } = parts
  const path = join(home, 'sessions.json')
  const events = createEventLog(database)
  const registry = createRegistry()
  const known = await restore(path, events, clock.now())
  if (known.setAside !== null) {
    log.warn(
      { set_aside: known.setAside },
      'sessions.json could not be read: it was set aside and rebuilt from the log',
    )
  }
  for (const record of known.records.values()) registry.put(record)
  for (const name of known.dismissed.values()) registry.remember(name)
  for (const { session } of known.pruned) await parts.forgetArtifacts(session)

  function checkpoint(): Promise<number> {
    return events.checkpoint({
      at: toIso(clock.now()),
      records: [...registry.all()],
      dismissed: [...registry.dismissed()],
    })
  }

  async function prune(): Promise<void> {
    await checkpoint()
    await events.dropBefore(toIso(clock.now() - parts.retentionDays * dayMs))
  }

  const background = trackBackground(log)
  let sinceCheckpoint = 0
  const ledger = createLedger({
    registry,
    log: events,
    publish: parts.publish,
    lastSeq: await checkpoint(),
    onCommitted(rows) {
      file.touch()
      sinceCheckpoint += rows
      if (sinceCheckpoint < checkpointEvery) return
      sinceCheckpoint = 0
      background.run(prune)
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
  background.run(prune)
  const context: SessionsContext = {
    ...parts,
    registry,
    ledger,
    events,
    makeId: () => idFrom(randomBytes(16)),
    starting: new Map(),
    onTaskSettled: (taskId) => background.run(() => settleTask(context, taskId)),
  }
  return { context, file, settled: background.settled }
}

/** Keeps hold of what nobody awaits: its failures are logged, and an orderly end waits for it. */
function trackBackground(log: Log) {
  const running = new Set<Promise<unknown>>()
  return {
    run(work: () => Promise<unknown>): void {
      const promise = work().catch((error: unknown) => log.error({ err: error }, 'work in the background failed'))
      running.add(promise)
      void promise.finally(() => running.delete(promise))
    },
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
