// What sessions printed last: read while somebody looks, at most once a second, and of each output only the end.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { secondMs, toIso } from '#base/time.ts'
import type { LiveChange } from '#platform/live-kind.ts'
import type { Publish } from '#platform/server/live/kinds.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { LastLine, Session } from '../../contract.ts'
import { isRecorded, readTail, tellsByHooks } from '../../core/output/last-line.ts'
import type { SessionRecord } from '../../core/record.ts'
import type { LogMark } from '../launcher/log-recorder.ts'
import type { KnownLine } from './known-line.ts'
import { readScreens, textOf, type OnScreen, type ScreenSource } from './read-screens.ts'

export type LastLinesParts = ScreenSource & {
  readonly records: () => Iterable<SessionRecord>
  /** Whether anybody sees what is published. */
  readonly isWatched: () => boolean
  /** What tells whether a session's log grew; null where there is none. */
  readonly logMark: (sessionId: string) => Promise<LogMark | null>
  /** The end of it, at most `bytes`. */
  readonly logEnd: (sessionId: string, bytes: number) => Promise<Buffer | null>
  readonly publish: Publish<LastLine>
  readonly timers: Timers
  readonly log: Log
}

export interface LastLines extends AsyncDisposable {
  /** Those that are known, as they were at the last look. */
  all(): LastLine[]
  of(sessionId: string): LastLine | null
  /** Looks, unless the last look is less than a second old: for whoever asks once, and waits for it a moment at most. Never rejects. */
  refresh(): Promise<void>
}

/** Nobody reads faster; and the most that a chatty agent costs. */
export const lookEveryMs = secondMs
/** So many lines a second are read: where more than this change, each is looked at less often, but as often as this. */
const mostReads = 500
const longestRestMs = 2 * secondMs
/** How soon after the first viewer came, or a second was over, a look begins. */
const tickMs = 250
/** Longest wait of who asks: a tmux that hangs holds up no list, which then tells the lines of the look before. */
const askWaitMs = 250
/** Some lines with their escape sequences. */
const endBytes = 8 * 1024
/** Ended sessions are read once each; so many a look, so that a first viewer of a full board waits for nobody. */
const endedALook = 50
/** So long at once: what a device wrote is read without waiting for the disk, and others are to have their turn. */
const turnMs = 0.25

export function followLastLines(parts: LastLinesParts): LastLines {
  const { isWatched, timers, log } = parts
  let known: ReadonlyMap<string, KnownLine> = new Map()
  let nextLookMs = Number.NEGATIVE_INFINITY
  let current: Promise<void> | null = null

  async function look(): Promise<void> {
    const begunMs = timers.passedMs()
    const next = await readAll(parts, known)
    const changes = changesBetween(known, next)
    known = next
    nextLookMs = Math.max(nextLookMs, begunMs + Math.min(longestRestMs, (changes.length * secondMs) / mostReads))
    if (changes.length > 0) parts.publish(changes)
  }

  function refresh(): Promise<void> {
    if (current !== null) return aMomentFor(current)
    if (timers.passedMs() < nextLookMs) return Promise.resolve()
    nextLookMs = timers.passedMs() + lookEveryMs
    current = look()
      .catch((error: unknown) => log.error({ err: error }, 'the last lines of sessions could not be read'))
      .finally(() => {
        current = null
      })
    return aMomentFor(current)
  }

  function aMomentFor(look: Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const forget = timers.after(askWaitMs, resolve)
    void look.then(resolve).finally(forget)
    return promise
  }

  const stop = timers.every(tickMs, () => {
    if (isWatched()) void refresh()
  })
  return {
    all: () => [...known.values()].flatMap(({ line }) => line ?? []),
    of: (sessionId) => known.get(sessionId)?.line ?? null,
    refresh,
    async [Symbol.asyncDispose]() {
      stop()
      await current
    },
  }
}

/** One after the other: a thousand of them are read in turns, and nothing else waits for it. */
async function readAll(
  parts: LastLinesParts,
  before: ReadonlyMap<string, KnownLine>,
): Promise<ReadonlyMap<string, KnownLine>> {
  const next = new Map<string, KnownLine>()
  const onScreen: OnScreen[] = []
  let ended = 0
  let untilMs = parts.timers.passedMs() + turnMs
  for (const record of parts.records()) {
    if (parts.timers.passedMs() > untilMs) {
      await nextTurn()
      untilMs = parts.timers.passedMs() + turnMs
    }
    const { session, tmuxId } = record
    if (!hasOutput(record)) continue
    const known = knownOf(before.get(session.id), session)
    next.set(session.id, known)
    if (known.isOver || (session.ended_at !== null && ended >= endedALook)) continue
    if (session.ended_at !== null) ended += 1
    const read = await readLogOf(parts, record, known)
    if ('line' in read) next.set(session.id, read)
    else if (tmuxId !== null) onScreen.push({ known, id: session.id, tmuxId, log: read.log })
  }
  for (const [id, known] of await readScreens(parts, onScreen)) next.set(id, known)
  return next
}

function hasOutput(record: SessionRecord): boolean {
  const { session } = record
  if (session.state === 'idle' || tellsByHooks(record)) return false
  return session.tmux_alive === true || isRecorded(session)
}

/** A new run has printed nothing yet. */
function knownOf(known: KnownLine | undefined, { started_at: run, ended_at: ended }: Session): KnownLine {
  if (known === undefined || known.run !== run) return { run, mark: null, isOver: false, line: null }
  return known.isOver && ended === null ? { ...known, isOver: false } : known
}

/** The line, or that its screen tells it; `log` is null for a session that is not recorded. */
async function readLogOf(
  parts: LastLinesParts,
  { session, tmuxCreatedMs }: SessionRecord,
  known: KnownLine,
): Promise<KnownLine | { readonly log: LogMark | null }> {
  const { id } = session
  const isAlive = session.tmux_alive === true
  const log = isRecorded(session) ? await parts.logMark(id) : null
  if (log === null) return isAlive ? { log } : known
  const isOver = session.ended_at !== null && !isAlive
  const mark = textOf(log)
  if (mark === known.mark) return { ...known, isOver }
  const end = await parts.logEnd(id, endBytes)
  // Before the terminal was made, which tmux tells to the second, an earlier run wrote into the same log.
  const isOlder = tmuxCreatedMs !== null && log.changedMs < tmuxCreatedMs
  if (end === null || end.length === 0 || isOlder) return { ...known, mark, isOver }
  const { isDrawn, text } = readTail(end.toString(), { isCut: end.length >= endBytes })
  if (isDrawn && isAlive) return { log }
  const line: LastLine | null = text === null ? null : { id, text, from: 'output', at: toIso(log.changedMs) }
  return { ...known, mark, isOver, line: line ?? known.line }
}

function changesBetween(
  before: ReadonlyMap<string, KnownLine>,
  after: ReadonlyMap<string, KnownLine>,
): LiveChange<LastLine>[] {
  const changes: LiveChange<LastLine>[] = []
  for (const [id, { line }] of after) {
    const old = before.get(id)?.line ?? null
    if (line !== null && !isSame(old, line)) changes.push({ op: 'upsert', id, value: line })
    if (line === null && old !== null) changes.push({ op: 'remove', id, value: null })
  }
  for (const [id, { line }] of before) {
    if (line !== null && !after.has(id)) changes.push({ op: 'remove', id, value: null })
  }
  return changes
}

function isSame(one: LastLine | null, other: LastLine): boolean {
  return one !== null && one.text === other.text && one.from === other.from && one.at === other.at
}
