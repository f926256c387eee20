// A run of triage over more tasks than people have, without the time that the model takes.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { systemClock } from '#platform/server/clock.ts'
import { openDatabase, type Database } from '#platform/server/db/open-database.ts'
import { ok } from '#base/result.ts'
import { keepTold } from '#platform/server/live/live-feed.testkit.ts'
import { silentLog } from '#platform/server/log/log.ts'
import type { ChatModel } from '#platform/server/model/chat-model.ts'
import { systemTimers } from '#platform/server/timers.ts'
import { openTasksRoom } from '#rooms/tasks/server/index.ts'
import { liveLanes } from '#rooms/triage/api.ts'
import { openTriage, triageOver } from '#rooms/triage/server/open-triage.ts'
import { sampleConfig } from '#testing/sample-config.testkit.ts'
import { longestStall } from '../lib/event-loop.ts'
import { atMost, compareMedians, type Line, type Row } from '../lib/line.ts'
import { interleave } from '../lib/rounds.ts'
import { temporaryFolder } from '../lib/service.ts'
import { median } from '../lib/stats.ts'

const count = 10_000
const rounds = 7
/** What servers give to a big model; a small one only means more batches. */
const contextTokens = 128_000

export const triage: Row = { name: 'triage', run: measure }

async function measure(): Promise<Line[]> {
  await using home = temporaryFolder()
  await using database = openDatabase({ path: join(home.path, 'service.db'), sync: 'normal' })
  await addTasks(database)
  const model = instantModel()
  const rig = await openRig(database, model)
  // The first run fills the caches that every later one finds.
  await rig.run()
  const bare = openBare(join(home.path, 'bare.db'))
  const times = await interleave(rounds, { ours: () => rig.run(), bare: async () => bare.write() })
  bare.close()
  const stalls: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    // Watching takes more time than the work, so that it is not watched where that is measured.
    const stall = longestStall()
    const stalled = Promise.withResolvers<number>()
    await rig.run(() => void stall.end().then(stalled.resolve))
    stalls.push(await stalled.promise)
  }
  const batches = model.asked() / (2 * rounds + 1)
  const note = `${count.toLocaleString('en')} tasks, all of them scored anew, in ${batches} batches; processor time; bare writes as many rows in one go`
  return [
    compareMedians({ title: 'triage without the model', unit: 'ms', ...times, goal: atMost(250), note }),
    {
      title: 'longest stall of a triage run',
      unit: 'ms',
      measured: median(stalls),
      bare: null,
      ratio: null,
      goal: atMost(50),
      note: `of the event loop until the commit, without the time that other programs had the processor; median of ${rounds}`,
    },
  ]
}

type Rig = {
  /** Milliseconds of the processor from the start to the commit, without those that the model took. */
  readonly run: (onCommitted?: () => void) => Promise<number>
}

async function openRig(database: Database, model: InstantModel): Promise<Rig> {
  const config = sampleConfig('/nowhere')
  const ground = { config, database, live: keepTold(), clock: systemClock, timers: systemTimers, log: silentLog }
  const tasks = await openTasksRoom(ground)
  let committedMs = 0
  let told: (() => void) | null = null
  const opened = await openTriage({
    ...ground,
    ...ground.live.offer(liveLanes, {}),
    tasks: {
      ...tasks.triage,
      cards: tasks.cards,
      task: tasks.task,
      placed(places) {
        committedMs = processorMs()
        const telling = tasks.triage.placed(places)
        told?.()
        return telling
      },
    },
    model,
    maxTasks: () => count,
  })
  const room = triageOver(opened)
  return {
    async run(onCommitted) {
      told = onCommitted ?? null
      model.newMood()
      const modelMs = model.tookMs()
      const startedMs = processorMs()
      const run = await room.run({ triggerBy: 'bench' })
      if (!run.ok || run.value.status !== 'success' || run.value.run_summary?.scored !== count)
        throw new Error(`the run did not score all tasks: ${JSON.stringify(run)}`)
      return committedMs - startedMs - (model.tookMs() - modelMs)
    },
  }
}

/** Of this process: other programs do not count. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

type InstantModel = ChatModel & {
  /** Other scores than before, for all tasks. */
  readonly newMood: () => void
  readonly asked: () => number
  /** Spent on making up answers. */
  readonly tookMs: () => number
}

function instantModel(): InstantModel {
  let mood = 0
  let asked = 0
  let tookMs = 0
  return {
    contextTokens,
    newMood: () => void (mood += 1),
    asked: () => asked,
    tookMs: () => tookMs,
    async chat({ messages }) {
      const startedMs = processorMs()
      asked += 1
      const ids = (messages.at(-1)?.content ?? '').matchAll(/^\{"id":"([^"]+)"/gm)
      const scores = ids.map(([, id = '']) => ({ id, ...partsOf(id, mood), lane: 'later', reason: 'as good as any' }))
      const text = JSON.stringify({ scores: scores.toArray() })
      tookMs += processorMs() - startedMs
      return ok({
        text,
        model: 'instant',
        isCut: false,
        form: 'json_schema',
        promptTokens: null,
        completionTokens: null,
      })
    },
  }
}

function partsOf(id: string, mood: number) {
  const number = Number(id.slice(2)) + mood * 7
  const part = (of: number): number => (Math.floor(number / of) % 5) + 1
  return { impact: part(1), urgency: part(5), confidence: part(25), effort: part(125) }
}

/** The least that a run has to write: a row of history and three columns for each task, in one transaction. */
function openBare(path: string) {
  const db = new DatabaseSync(path)
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = normal;
    CREATE TABLE tasks (seq INTEGER PRIMARY KEY, title TEXT, score REAL, lane TEXT, rank INTEGER);
    CREATE TABLE history (id INTEGER PRIMARY KEY, task TEXT, parts TEXT, score REAL, lane TEXT, rank INTEGER);
    CREATE INDEX history_by_task ON history (task, id)`)
  const add = db.prepare("INSERT INTO tasks (seq, title) VALUES (?, 'Some task of many that somebody wrote down')")
  for (let seq = 1; seq <= count; seq += 1) add.run(seq)
  const update = db.prepare('UPDATE tasks SET score = ?, lane = ?, rank = ? WHERE seq = ?')
  const insert = db.prepare('INSERT INTO history (task, parts, score, lane, rank) VALUES (?, ?, ?, ?, ?)')
  return {
    /** Milliseconds of the processor. */
    write(): number {
      const startedMs = processorMs()
      db.exec('BEGIN')
      for (let seq = 1; seq <= count; seq += 1) {
        insert.run(`T-${seq}`, '5,4,3,2 as good as any', seq / 3, 'later', seq)
        update.run(seq / 3, 'later', seq, seq)
      }
      db.exec('COMMIT')
      return processorMs() - startedMs
    },
    close: () => db.close(),
  }
}

/** A table of tasks as the service would have it. */
async function addTasks(database: Database): Promise<void> {
  const at = new Date().toISOString()
  const about = 'What has to be done, where it was noticed, and who waits for it. '.repeat(4)
  await database.commits.write({
    run(db) {
      const insert = db.prepare(
        `INSERT INTO tasks (seq, id, title, description, priority, project, created_at, updated_at, status_since)
         VALUES (?, ?, ?, ?, ?, 'orrery', ?, ?, ?)`,
      )
      for (let seq = 1; seq <= count; seq += 1)
        insert.run(
          seq,
          `T-${seq}`,
          `Task ${seq} of many that somebody wrote down`,
          about,
          `P${(seq % 4) + 1}`,
          at,
          at,
          at,
        )
    },
  })
}
