// Search over ten thousand sessions and fifty thousand tasks: how long a question takes, how large its index is, how long
// others wait while it is filled, and what it costs those who report events.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { scriptOf } from '#platform/server/db/group-commit.ts'
import { openDatabase, type Database, type FileDatabase } from '#platform/server/db/open-database.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { systemTimers } from '#platform/server/timers.ts'
import type { SearchDocument, SearchKind, SearchSource } from '#rooms/search/contract.ts'
import { find } from '#rooms/search/server/find.ts'
import { createIndexer } from '#rooms/search/server/indexer.ts'
import { createIndexStore } from '#rooms/search/server/index-store.ts'
import { openRoom } from '#rooms/sessions/server/room.testkit.ts'
import { createSessionSearch } from '#rooms/sessions/server/search-sources.ts'
import { threadMs } from '../lib/event-loop.ts'
import { atMost, compareRounds, ratioAtMost, type Line, type Row } from '../lib/line.ts'
import { makeUpText, type MadeUpText } from '../lib/made-up-text.ts'
import { interleave } from '../lib/rounds.ts'
import { temporaryFolder } from '../lib/service.ts'
import { percentile } from '../lib/stats.ts'

const sessionCount = 10_000
const sessionCharacters = 2000
const taskCount = 50_000
const taskCharacters = 300
const titleCharacters = 60
const questions = 500

export const search: Row = { name: 'search', run: measure }

async function measure(): Promise<Line[]> {
  return [...(await measureIndex()), await measureIngest(), await measureFilling()]
}

async function measureIndex(): Promise<Line[]> {
  await using home = temporaryFolder()
  const path = join(home.path, 'service.db')
  await using database = openDatabase({ path, sync: 'normal' })
  const made = makeUpText(7)
  const sources = [
    sourceOf('session', documentsOf(made, sessionCount, sessionCharacters)),
    sourceOf('task', documentsOf(made, taskCount, taskCharacters)),
  ]
  const emptyBytes = await usedBytes(path, database)
  const store = createIndexStore(database.read)
  const { commits, longest } = watchWrites(database)
  await using indexer = createIndexer({ commits, store, sources, timers: systemTimers, log: silentLog })
  const beganMs = processorMs()
  await indexer.catchUp()
  const filledMs = processorMs() - beganMs
  const bytes = (await usedBytes(path, database)) - emptyBytes
  const textBytes = sessionCount * sessionCharacters + taskCount * taskCharacters
  const took = await ask(made, (q) =>
    find({ store, sources, nowMs: Date.now, isComplete: async () => true }, { q, limit: 20 }),
  )
  const perDocument = (filledMs * 1000) / (sessionCount + taskCount)
  return [
    inMs({
      title: 'search, p99 of random questions',
      measured: percentile(took, 0.99),
      limit: 50,
      note: `processor time; median ${percentile(took, 0.5).toFixed(1)} ms`,
    }),
    {
      title: 'index of search',
      unit: 'MB',
      measured: bytes / 1e6,
      bare: textBytes / 1e6,
      ratio: bytes / textBytes,
      goal: ratioAtMost(0.45),
      note: `of the text of ${sessionCount.toLocaleString('en')} sessions and ${taskCount.toLocaleString('en')} tasks`,
    },
    inMs({
      title: 'longest write of the index',
      measured: longest(),
      limit: 10,
      note: `with its commit, processor time; ${perDocument.toFixed(0)} µs a document`,
    }),
  ]
}

/** Processor milliseconds of the longest write, from its beginning until it is committed. */
function watchWrites({ commits }: Database) {
  let longestMs = 0
  const watched: Database['commits'] = {
    writeInSlices: (write) => commits.writeInSlices(write),
    count: () => commits.count(),
    write(write) {
      let beganMs = 0
      return commits.write({
        ...write,
        *script() {
          beganMs = threadMs()
          yield* scriptOf(write)
        },
        committed: () => (longestMs = Math.max(longestMs, threadMs() - beganMs)),
      })
    },
  }
  return { commits: watched, longest: () => longestMs }
}

type Milliseconds = Pick<Line, 'title' | 'measured' | 'note'> & { readonly limit: number }

function inMs({ limit, ...line }: Milliseconds): Line {
  return { ...line, unit: 'ms', bare: null, ratio: null, goal: atMost(limit) }
}

function documentsOf({ text }: MadeUpText, count: number, characters: number): Map<string, SearchDocument> {
  const make = (index: number): SearchDocument => ({
    id: `document${index}`,
    title: text(titleCharacters),
    text: text(characters - titleCharacters),
    at: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
    href: '/',
    state: null,
    where: '',
    isLive: index % 10 === 0,
  })
  return new Map(Array.from({ length: count }, (_, index) => [`document${index}`, make(index)]))
}

function sourceOf(kind: SearchKind, documents: ReadonlyMap<string, SearchDocument>): SearchSource {
  const ids = [...documents.keys()]
  return {
    kind,
    async changes(mark, limit) {
      const from = Number(mark ?? 0)
      const some = ids.slice(from, from + limit)
      return { ids: some, mark: String(from + some.length), isEnd: from + some.length === ids.length }
    },
    read: async (some) => some.flatMap((id) => documents.get(id) ?? []),
  }
}

/** Without free pages, and with what still stands in the write-ahead log. */
async function usedBytes(path: string, { commits }: FileDatabase): Promise<number> {
  commits.flushSync()
  const db = new DatabaseSync(path)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const free = Number(db.prepare('PRAGMA freelist_count').get()?.freelist_count)
  const page = Number(db.prepare('PRAGMA page_size').get()?.page_size)
  db.close()
  return statSync(path).size - free * page
}

/** Of one, two and three words, whole and begun, common and rare. */
async function ask({ word }: MadeUpText, question: (q: string) => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  for (let index = 0; index < questions; index++) {
    const words = Array.from({ length: 1 + (index % 3) }, word)
    const last = words.pop() ?? ''
    const q = [...words, last.slice(0, 2 + (index % 5))].join(' ')
    const beganMs = processorMs()
    await question(q)
    took.push(processorMs() - beganMs)
  }
  return took
}

const rounds = 3
/** A round has to outlast several looks of the index, which come once a second. */
const eventsPerRound = 300_000
const agents = 40

/** The same room, with the index at its heels in every second round. */
async function measureIngest(): Promise<Line> {
  const room = await openRoom()
  const { context, database } = room
  const load = await loadOf(room)
  const sources = createSessionSearch({ context, read: database.read, readLog: async () => null })
  const store = createIndexStore(database.read)
  const parts = { ...database, store, sources, timers: systemTimers, log: silentLog }
  const measured = await interleave(rounds, {
    ours: async () => {
      await using indexer = createIndexer(parts)
      // The first filling rests less, and is over after minutes.
      await indexer.catchUp()
      const before = (await store.mark('session')).mark
      indexer.start()
      const cost = await load()
      if ((await store.mark('session')).mark === before)
        throw new Error('the index followed nothing: the round is too short')
      return cost
    },
    bare: load,
  })
  await room.close()
  return compareRounds({
    title: 'events while search follows',
    unit: 'µs',
    ...measured,
    goal: ratioAtMost(1.05),
    note: `an event of the sessions room, committed; ${agents} agents whose state changes with each; the reference is the same without search`,
  })
}

/** The same while a first index is filled, of more documents than a round has time for. */
async function measureFilling(): Promise<Line> {
  const room = await openRoom()
  const { database } = room
  const load = await loadOf(room)
  const store = createIndexStore(database.read)
  const sources = [sourceOf('task', documentsOf(makeUpText(11), taskCount, taskCharacters))]
  const measured = await interleave(rounds, {
    ours: async () => {
      await using indexer = createIndexer({ ...database, store, sources, timers: systemTimers, log: silentLog })
      await indexer.rebuild()
      indexer.start()
      const cost = await load()
      if ((await store.mark('task')).isComplete) throw new Error('the index was full before the round ended')
      return cost
    },
    bare: load,
  })
  await room.close()
  return compareRounds({
    title: 'events while search fills',
    unit: 'µs',
    ...measured,
    goal: ratioAtMost(1.05),
    note: 'as above, while the index is filled for the first time',
  })
}

type TestRoom = Awaited<ReturnType<typeof openRoom>>

/** Sends a round of events, warm from the first call on; answers what one cost. */
async function loadOf(room: TestRoom): Promise<() => Promise<number>> {
  const names = Array.from({ length: agents }, (_, index) => `agent-${index}`)
  for (const name of names) await room.report(name, 'start')
  const load = async (): Promise<number> => {
    const beganMs = processorMs()
    for (let sent = 0; sent < eventsPerRound; sent += agents) {
      const event = (sent / agents) % 2 === 0 ? 'hook.to_review' : 'agent.tool_use'
      await Promise.all(names.map((name) => room.report(name, event, { metadata: `round ${sent}` })))
    }
    return ((processorMs() - beganMs) * 1000) / eventsPerRound
  }
  await load()
  return load
}

/** Of this process: other programs do not count. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
