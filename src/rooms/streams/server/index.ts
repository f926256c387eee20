// The streams room as app/ wires it.
import { readdir } from 'node:fs/promises'
import { basename } from 'node:path'
import { fromIso, toIso } from '#base/time.ts'
import type { Alongside } from '#platform/server/db/alongside.ts'
import type { Room } from '#platform/server/house/room.ts'
import { liveSummaries } from '#rooms/sessions/api.ts'
import { createDiffs } from './diffs.ts'
import { factOfDevice } from './facts-of-devices.ts'
import { createFactStore, type FactStore } from './facts.ts'
import { createFollows } from './follows.ts'
import { measure, type StreamFiles } from './journal-files.ts'
import { createJournals, type Journals } from './journals.ts'
import { keepTools } from './keep-tools.ts'
import type { ReportTo, StreamsGround, StreamsOfDevices, StreamsPorts } from './ports.ts'
import { mountStreams } from './routes.ts'
import { createSources } from './sources.ts'
import { createSummaries, type Summaries } from './summaries.ts'
import { watchOnce } from '#platform/server/files/watch-once.ts'

export { followOnDevice } from './follow-on-device.ts'

/** What sessions wrote and did, and when. */
export interface StreamsRoom extends Room {
  /** Applies reports as `report` does, and commits what a tool did with them. */
  keepTools(report: ReportTo): ReportTo
  /** What a device learned of one of its sessions, to be committed with the envelope; null for what is no fact. */
  factOfDevice(sessionId: string, change: unknown): Alongside | null
  /** Says how devices are asked; null where there are none. */
  readOnDevices(devices: StreamsOfDevices | null): void
  /** Takes down how large a session's terminal is now; the same size again changes nothing. */
  tellSize(sessionId: string, size: { readonly columns: number; readonly rows: number }): void
}

/**
 * What sessions wrote, and when. Its start takes down what came while the service was down, then follows every log; before
 * it nothing is read or written.
 */
export function openStreamsRoom(ground: StreamsGround, { sessions, auth }: StreamsPorts): StreamsRoom {
  const filesOf = (sessionId: string) => filesBeside(sessions.logOf(sessionId))
  const facts = createFactStore(ground.database)
  const journals = createJournals({
    ...ground,
    filesOf,
    watchOnce,
    isAtWork: (sessionId) => sessions.isAtWork(sessionId),
    grown: (sessionId) => sources.grown(sessionId),
    async toldAfter(sessionId, last) {
      const told = [await sessions.eventsAfter(sessionId, last.event), await facts.after(sessionId, last.fact)]
      return told.flat().toSorted((one, other) => fromIso(one.at) - fromIso(other.at))
    },
  })
  const follows = createFollows(auth)
  const summaries = openSummaries(ground, sessions, facts)
  const sources = createSources({
    ...ground,
    facts,
    sessions,
    tell: journals.tell,
    happened: (id) => summaries.happened(id),
  })

  let devices: StreamsOfDevices | null = null
  const diff = createDiffs({ files: sources.files, devices: () => devices })

  return {
    mount: (api) => mountStreams(api, { ...ground, diff, sessions, filesOf, journals, follows, facts }),
    keepTools: (report) => keepTools({ ...ground, tell: sources.tell }, report),
    factOfDevice: (sessionId, change) => factOfDevice({ ...ground, tell: sources.tell }, sessionId, change),
    readOnDevices: (those) => void (devices = those),
    tellSize: (sessionId, size) => journals.tell({ ...size, sessionId, at: toIso(ground.clock.now()) }),
    async start() {
      await summaries.start()
      const folder = await sessions.logFolder()
      await takeUpMissed(folder, { filesOf, journals, isAtWork: sessions.isAtWork })
      sessions.onForgotten(async (id) => {
        journals.forget(id)
        await Promise.all([facts.forget(id), summaries.forget(id), sources.files.forget(id)])
      })
      sessions.onLogged((events) => events.forEach(sources.tell))
      sessions.onStarting(sources.starting)
    },
    async stop() {
      follows.endAll()
      // What is looked at now is still taken down.
      await sources[Symbol.asyncDispose]()
      await summaries.stop()
      journals.closeAll()
    },
    async [Symbol.asyncDispose]() {
      follows.endAll()
      await sources[Symbol.asyncDispose]()
    },
  }
}

function openSummaries(ground: StreamsGround, sessions: StreamsPorts['sessions'], facts: FactStore): Summaries {
  const { publish } = ground.live.offer(liveSummaries, {
    all: () => summaries.all().filter(({ id }) => sessions.isOnBoard(id)),
  })
  const summaries = createSummaries({ ...ground, facts, sessions, publish })
  sessions.summariseBy((id) => summaries.of(id))
  return summaries
}

function filesBeside(found: ReturnType<StreamsPorts['sessions']['logOf']>): StreamFiles | null {
  if (found === null) return null
  const journal = found.log.replace(/\.log$/, '.stream')
  return { ...found, journal, olderJournal: `${journal}.1` }
}

type Missed = {
  readonly filesOf: (sessionId: string) => StreamFiles | null
  readonly journals: Journals
  readonly isAtWork: (sessionId: string) => boolean
}

/** Logs that were written to after their journals were, and those of sessions that go on. */
async function takeUpMissed(folder: string, { filesOf, journals, isAtWork }: Missed): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.log')) continue
    const id = basename(name, '.log')
    const files = filesOf(id)
    const log = files === null ? null : measure(files.log)
    const journal = files === null ? null : measure(files.journal)
    const isBehind = log !== null && log.size > 0 && (journal === null || journal.changedMs <= log.changedMs)
    if (isBehind || isAtWork(id)) await journals.catchUp(id)
  }
}
