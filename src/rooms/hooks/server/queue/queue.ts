// The retry queue: delivers the events that hooks could not, every 5 s, and gives up on those that keep failing.
import { rm } from 'node:fs/promises'
import { secondMs, toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import { StorageError } from '#platform/server/db/storage-error.ts'
import { appendPrivateFile } from '#platform/server/files/private-file.ts'
import type { Log } from '#platform/server/log/log.ts'
import {
  badLine,
  cutShort,
  deadLetterLine,
  describeRefusal,
  lineLimitBytes,
  maxTries,
  readQueueLine,
  retryLine,
  verdictOn,
  type QueueLine,
} from '../../core/queue-line.ts'
import { blackOut, crossOut, openLines, readLines, type Line } from './line-file.ts'
import type { AgentReport } from '#rooms/sessions/contract.ts'
import type { ApplyReport } from '../ports.ts'
import { appendDeadLetter, claimQueue, queueFiles, spoolsOf, type Spool } from './queue-files.ts'

/** Specification, 'Limits'. */
const drainIntervalMs = 5 * secondMs

/**
 * Delivers every queued event at least once and, but for a crash, exactly once: a line is crossed out in its file as
 * soon as what becomes of it is certain. After kill -9 only the one line in work at that moment may be delivered, queued
 * or dead-lettered again; after a power loss also those whose crossing out had not reached the disk.
 */
export interface HookQueue {
  /** Drains once, then every 5 s until stopped. Never rejects: what went wrong is logged, and tried again. */
  start(): Promise<void>
  /** Ends after the line in work; the rest waits for the next start. May be called twice. */
  stop(): Promise<void>
  /**
   * Drains now. The timer joins a drain at work. A look has one of its own after that, which delivers all that was queued
   * before the call: the drain at work may have read past the last line, and the look would take an agent that reported its
   * end there for one that vanished. Rejects when a file cannot be read or written; nothing is lost then.
   */
  drain(occasion: DrainOccasion): Promise<DrainCounts>
  /**
   * Drains for a look at tmux. False when events were left that could be delivered later, as when the service ends or its disk
   * is full: an agent may have reported its end among them. Never rejects, like `start`.
   */
  drainBeforeLook(): Promise<boolean>
  /** Takes the session's events out of the queue. Need not wait for a drain at work; never rejects, like `start`. */
  removeSessionEvents(session: SessionNames): Promise<void>
}

/**
 * Only the timer's drains use up an event's tries. Looks at tmux, a dozen a second while agents start, deliver what can be
 * delivered and leave the rest as it is: five of them in a row say nothing about an event.
 */
export type DrainOccasion = 'timer' | 'look'

export type DrainCounts = { readonly delivered: number; readonly failed: number; readonly dead: number }
export type SessionNames = { readonly sessionId: string; readonly tmuxSession: string }

export type HookQueueOptions = {
  /** `$SERVICE_HOME`, absolute. */
  readonly home: string
  readonly applyReport: ApplyReport
  readonly clock: Clock
  readonly log: Log
}

export function createHookQueue(options: HookQueueOptions): HookQueue {
  const { home, log } = options
  const files = queueFiles(home)
  let timer: NodeJS.Timeout | undefined
  const work: DrainWork = {
    ...options,
    files,
    isStopping: false,
    occasion: 'look',
    counts: { delivered: 0, failed: 0, dead: 0 },
  }

  const drains = takeTurns((occasion) => drainFiles(work, occasion))

  const trouble = tellOnce(log)

  async function drainAndLog(occasion: DrainOccasion): Promise<void> {
    try {
      const { counts } = await drains.drain(occasion)
      trouble.over()
      if (counts.delivered + counts.failed + counts.dead > 0) log.info(counts, 'queued hook events were dealt with')
    } catch (error) {
      trouble.tell({ err: error }, notDrained)
    }
  }

  async function drainBeforeLook(): Promise<boolean> {
    try {
      const { isWhole } = await drains.drain('look')
      trouble.over()
      return isWhole
    } catch (error) {
      trouble.tell({ err: error }, notDrained)
      return true
    }
  }

  return {
    async start() {
      await drainAndLog('look')
      if (work.isStopping) return
      timer = setInterval(() => void drainAndLog('timer'), drainIntervalMs)
    },
    async stop() {
      work.isStopping = true
      clearInterval(timer)
      await drains.atWork()?.catch(() => undefined /* Whoever began it hears how it went. */)
    },
    drain: async (occasion) => (await drains.drain(occasion)).counts,
    drainBeforeLook,
    async removeSessionEvents(session) {
      try {
        await removeFromAll(home, session)
      } catch (error) {
        const message = 'queued events of a removed session could not be taken out'
        trouble.tell({ err: error, session_id: session.sessionId }, message)
      }
    },
  }
}

const notDrained = 'the queue of hook events could not be drained; it is tried again'

/** A full disk is told once, whoever meets it, and not with every try until there is room. */
function tellOnce(log: Log): { tell: (fields: object, message: string) => void; over: () => void } {
  let isTold = false
  return {
    tell(fields, message) {
      if (!isTold) log.error(fields, message)
      isTold = true
    },
    over() {
      isTold = false
    },
  }
}

type Drained = { readonly counts: DrainCounts; readonly isWhole: boolean }
type Drain = (occasion: DrainOccasion) => Promise<Drained>

/** One drain at a time. The timer joins the one at work; looks that come meanwhile share one that follows it. */
function takeTurns(drainNow: Drain): { drain: Drain; atWork: () => Promise<Drained> | null } {
  let draining: Promise<Drained> | null = null
  let following: Promise<Drained> | null = null

  function join(occasion: DrainOccasion): Promise<Drained> {
    draining ??= drainNow(occasion).finally(() => {
      draining = null
    })
    return draining
  }

  function follow(): Promise<Drained> {
    following = null
    return join('look')
  }

  return {
    drain(occasion) {
      if (occasion === 'timer' || draining === null) return join(occasion)
      following ??= draining.then(follow, follow)
      return following
    },
    atWork: () => following ?? draining,
  }
}

type DrainWork = HookQueueOptions & {
  readonly files: ReturnType<typeof queueFiles>
  isStopping: boolean
  occasion: DrainOccasion
  counts: { delivered: number; failed: number; dead: number }
}

/**
 * A drained file stays until the next drain, which reads it once more: a hook may have opened it before it was renamed
 * and write after we have reached its end.
 */
async function drainFiles(work: DrainWork, occasion: DrainOccasion): Promise<Drained> {
  work.occasion = occasion
  work.counts = { delivered: 0, failed: 0, dead: 0 }
  for (const spool of spoolsOf(work.home)) {
    if (!(await drainSpool(work, spool))) return { counts: work.counts, isWhole: false }
  }
  return { counts: work.counts, isWhole: !work.isStopping }
}

/** False when it was interrupted. */
async function drainSpool(work: DrainWork, spool: Spool): Promise<boolean> {
  if (!(await deliverFile(work, { spool, lines: 'all' }))) return false
  await rm(spool.draining, { force: true })
  return !(await claimQueue(spool)) || (await deliverFile(work, { spool, lines: 'ended' }))
}

type Delivery = { readonly spool: Spool; readonly lines: 'all' | 'ended' }

/**
 * False when it was interrupted. `ended` leaves a last line without its end alone unless it is a whole event: somebody
 * may be writing it.
 */
async function deliverFile(work: DrainWork, { spool, lines }: Delivery): Promise<boolean> {
  const file = await openLines(spool.draining)
  if (file === null) return true
  try {
    for await (const line of readLines(file)) {
      if (work.isStopping) return false
      const read = judge(line)
      if (lines === 'ended' && !line.isEnded && read.kind !== 'event') continue
      if (!(await deal(work, read))) return false
      if (read.kind !== 'nothing') await crossOut(file, line)
    }
    return true
  } finally {
    await file.close()
  }
}

function judge(line: Line): QueueLine {
  const read = readQueueLine(line.text)
  if (line.length <= lineLimitBytes || read.kind === 'nothing') return read
  return { kind: 'dead', fields: badLine(line.text), error: `is longer than ${lineLimitBytes} bytes` }
}

/** False when the line is to stay as it is. */
async function deal(work: DrainWork, read: QueueLine): Promise<boolean> {
  if (read.kind === 'nothing') return true
  if (read.kind === 'dead') {
    await bury(work, read)
    return true
  }
  const failure = await deliver(work, read.report)
  if (failure?.verdict === 'later') return false
  if (read.cut !== undefined) await bury(work, { fields: badLine(read.cut), error: cutShort })
  if (failure === null) {
    work.counts.delivered += 1
    return true
  }
  const tries = work.occasion === 'timer' ? read.tries + 1 : read.tries
  const fields = { ...read.fields, tries }
  if (failure.verdict === 'hopeless' || tries >= maxTries) {
    await bury(work, { fields, error: failure.error })
    return true
  }
  appendPrivateFile(work.files.queue, retryLine(fields, tries))
  work.counts.failed += 1
  return true
}

type Failure = { readonly verdict: ReturnType<typeof verdictOn>; readonly error: string }

/** Null once the event is committed. An error of ours counts as a failure, lest one event holds up all others. */
async function deliver({ applyReport, log }: DrainWork, report: AgentReport): Promise<Failure | null> {
  try {
    const applied = await applyReport(report)
    return applied.ok ? null : { verdict: verdictOn(applied.error.error), error: describeRefusal(applied.error) }
  } catch (error) {
    // Every event would fail alike, and goes on by itself once the database takes changes.
    if (error instanceof StorageError) return { verdict: 'later', error: error.message }
    log.error({ err: error, tmux_session: report.tmuxSession }, 'a queued hook event could not be applied')
    return { verdict: 'failure', error: error instanceof Error ? error.message : String(error) }
  }
}

async function bury(work: DrainWork, { fields, error }: { fields: object; error: string }): Promise<void> {
  const at = toIso(work.clock.now())
  await appendDeadLetter(work.files, deadLetterLine({ fields: { ...fields }, error, at }))
  work.counts.dead += 1
}

async function removeFromAll(home: string, session: SessionNames): Promise<void> {
  for (const { draining, queue } of spoolsOf(home)) {
    for (const path of [draining, queue]) await removeFrom(path, session)
  }
}

async function removeFrom(path: string, { sessionId, tmuxSession }: SessionNames): Promise<void> {
  const file = await openLines(path)
  if (file === null) return
  try {
    for await (const line of readLines(file)) {
      const read = readQueueLine(line.text)
      if (read.kind !== 'event') continue
      const { report } = read
      const concernsIt = report.sessionId === sessionId || report.tmuxSession === tmuxSession
      if (concernsIt) await blackOut(file, line)
    }
  } finally {
    await file.close()
  }
}
