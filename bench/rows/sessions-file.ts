// sessions.json at sizes that people never reach: written, and read again by a restart.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { createEventLog } from '#rooms/sessions/server/log/event-log.ts'
import { createRegistry, type Registry } from '#rooms/sessions/server/registry.ts'
import { restore } from '#rooms/sessions/server/restore/restore.ts'
import {
  createSessionsFile,
  writeDebounceMs,
  type SessionsFileWriter,
} from '#rooms/sessions/server/restore/sessions-file.ts'
import { longestStall } from '../lib/event-loop.ts'
import { atMost, compareMedians, ratioAtMost, type Line, type Row } from '../lib/line.ts'
import { interleave, timed } from '../lib/rounds.ts'
import { temporaryFolder } from '../lib/service.ts'
import { manySessions, movedSession } from '../lib/session-records.ts'
import { median } from '../lib/stats.ts'

const writes = 15
const reads = 9
const stallRounds = 7
/** Sessions that change between two writes: as many as speak in half a second on the busiest board. */
const changedShare = 0.05

export const sessionsFile: Row = {
  name: 'sessions-file',
  run: async () => [...(await measure(1000)), ...(await measure(10_000)), ...(await measureStalls(10_000))],
}

async function measure(count: number): Promise<Line[]> {
  await using home = temporaryFolder()
  const file = openFile(home.path, count)
  const { ours, bare } = await interleave(writes, {
    ours: async () => {
      file.change()
      return timed(() => file.sessions.flushSync())
    },
    bare: async () => {
      const sessions = [...file.registry.all()]
      return timed(() => writeBare(join(home.path, 'bare.json'), sessions))
    },
  })
  const size = `${count.toLocaleString('en')} sessions`
  const megabytes = (statSync(file.path).size / 1e6).toFixed(1)
  const note = `${megabytes} MB, ${changedShare * 100} % of the sessions changed since the write before`
  return [
    compareMedians({ title: `sessions.json write, ${size}`, unit: 'ms', ours, bare, goal: ratioAtMost(1.3), note }),
    await measureRestore(home.path, { path: file.path, count, size }),
  ]
}

type Written = { readonly path: string; readonly count: number; readonly size: string }

async function measureRestore(home: string, { path, count, size }: Written): Promise<Line> {
  await using database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  const log = createEventLog(database)
  let known = 0
  const { ours, bare } = await interleave(reads, {
    ours: () => timed(async () => (known = (await restore(path, log, Date.now())).records.size)),
    bare: () => timed(() => JSON.parse(readFileSync(path, 'utf8'))),
  })
  if (known !== count) throw new Error(`${known} of ${count} sessions were restored`)
  const note = 'bare reads the file and parses it'
  return compareMedians({ title: `restore, ${size}`, unit: 'ms', ours, bare, goal: ratioAtMost(2), note })
}

/** What stops the service while it serves: the debounced write, and the checkpoint that lets old events go. */
async function measureStalls(count: number): Promise<Line[]> {
  await using home = temporaryFolder()
  await using database = openDatabase({ path: join(home.path, 'service.db'), sync: 'normal' })
  const log = createEventLog(database)
  const file = openFile(home.path, count)
  const writeStalls = await repeatStalls(async () => {
    file.change()
    await wait(writeDebounceMs + 250)
  })
  const records = file.registry.all().toArray()
  const checkpointStalls = await repeatStalls(async () => {
    await log.checkpoint(() => ({ at: new Date().toISOString(), records, dismissed: [] }))
  })
  const size = `${count.toLocaleString('en')} sessions`
  return [
    stallLine(`longest stall of a write, ${size}`, writeStalls),
    stallLine(`stall of a checkpoint, ${size}`, checkpointStalls),
  ]
}

async function repeatStalls(work: () => Promise<void>): Promise<number[]> {
  const stalls: number[] = []
  for (let round = 0; round < stallRounds; round++) {
    const stall = longestStall()
    await work()
    stalls.push(await stall.end())
  }
  return stalls
}

function stallLine(title: string, stalls: readonly number[]): Line {
  const note = `of the event loop, without the time that other programs had the processor; median of ${stallRounds}`
  return { title, unit: 'ms', measured: median(stalls), bare: null, ratio: null, goal: atMost(20), note }
}

type OpenedFile = {
  readonly path: string
  readonly registry: Registry
  readonly sessions: SessionsFileWriter
  /** Moves some sessions on and says so. */
  readonly change: () => void
}

/** A file that was written once, so that what follows is the usual write. */
function openFile(home: string, count: number): OpenedFile {
  const path = join(home, 'sessions.json')
  const registry = createRegistry()
  for (const record of manySessions(count)) registry.put(record)
  let seq = 0
  let failure: unknown = null
  const sessions = createSessionsFile({ path, registry, lastSeq: () => seq, onError: (error) => (failure = error) })
  const change = (): void => {
    if (failure !== null) throw new Error('sessions.json could not be written', { cause: failure })
    seq += 1
    const moving = registry
      .all()
      .take(Math.ceil(count * changedShare))
      .toArray()
    for (const record of moving) registry.put(movedSession(record, seq))
    sessions.touch()
  }
  sessions.touch()
  sessions.flushSync()
  return { path, registry, sessions, change }
}

/** The least that replaces a file safely. */
function writeBare(path: string, content: unknown): void {
  const temporary = `${path}.tmp`
  const file = openSync(temporary, 'w')
  writeSync(file, JSON.stringify(content))
  fsyncSync(file)
  closeSync(file)
  renameSync(temporary, path)
}
