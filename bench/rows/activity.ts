// What happened, over a million rows: any filter, any page, and all of it as a file.
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openDatabase, type Database } from '#platform/server/db/open-database.ts'
import { runScript } from '#platform/server/db/sqlite-script.ts'
import type { ActivityFilter } from '#rooms/activity/contract.ts'
import { exportRows } from '#rooms/activity/server/export-rows.ts'
import type { ActivityLogs } from '#rooms/activity/server/logs.ts'
import { readDensity } from '#rooms/activity/server/read-density.ts'
import { readActivityPage } from '#rooms/activity/server/read-page.ts'
import { runActivity } from '#rooms/flow/server/store/run-activity.ts'
import { addActivity, sessionActivity } from '#rooms/sessions/server/log/session-activity.ts'
import { taskActivity } from '#rooms/tasks/server/store/task-activity.ts'
import { openAgents } from '../lib/agents.ts'
import { longestTurn, threadMs } from '../lib/event-loop.ts'
import { interleave } from '../lib/rounds.ts'
import { agentCount } from '../lib/ingest-load.ts'
import { atMost, compareRounds, ratioAtMost, type Line, type Row } from '../lib/line.ts'
import { cpuOf } from '../lib/process-usage.ts'
import { startService, temporaryFolder } from '../lib/service.ts'
import { median } from '../lib/stats.ts'

const counts = { events: 700_000, changes: 200_000, runs: 100_000 }
const pageRounds = 9

/** Places by time: the newest, the middle, and the last page. */
const places = { first: undefined, deep: 700_000, last: 20 } as const
const filters: Readonly<Record<string, ActivityFilter>> = {
  'no filter': {},
  'a rare kind': { kind: 'session.requeued' },
  'an actor': { actor: 'person' },
  'a source': { source: 'workflow' },
  'failed runs': { kind: 'run.failed' },
  'common words': { text: 'works' },
  'words that nothing has': { text: 'nowhere' },
}

export const activity: Row = { name: 'activity', run: measure }

const nameOf = (id: string): string => id

async function measure(): Promise<Line[]> {
  await using home = temporaryFolder()
  await using database = openDatabase({ path: join(home.path, 'service.db'), sync: 'normal' })
  await database.commits.write({ run: fill })
  const sources = [...sessionActivity(database, nameOf), taskActivity(database), ...runActivity(database, nameOf)]
  const logs: ActivityLogs = { sources, namesOfAgents: async () => new Map() }
  const lines: Line[] = []
  for (const [name, filter] of Object.entries(filters)) lines.push(await slowestPage(logs, name, filter))
  return [...lines, await density(logs), ...(await exportAll(logs)), await measureIngest(database)]
}

async function slowestPage(logs: ActivityLogs, name: string, filter: ActivityFilter): Promise<Line> {
  const medians: number[] = []
  for (const seconds of Object.values(places)) {
    const cursor = seconds === undefined ? undefined : `${timeOf(seconds)}_run%3A0`
    const costs: number[] = []
    for (let round = 0; round < pageRounds; round += 1) {
      const beganMs = processorMs()
      await readActivityPage(logs, { filter, limit: 50, cursor })
      costs.push(processorMs() - beganMs)
    }
    medians.push(median(costs))
  }
  const note = `processor time, of the first, a deep and the last page; median of ${pageRounds}`
  const title = `activity, slowest page, ${name}`
  return { title, unit: 'ms', measured: Math.max(...medians), bare: null, ratio: null, goal: atMost(50), note }
}

/** A day of it, which some 50,000 rows are in; others have their turn in between. */
async function density(logs: ActivityLogs): Promise<Line> {
  const stall = longestTurn()
  const beganMs = processorMs()
  await readDensity(logs, { until: timeOf(places.deep) }, Date.parse(timeOf(places.deep)))
  const note = `of one turn of the event loop, processor time; ${(processorMs() - beganMs).toFixed(0)} ms of the processor in all`
  return { title: 'activity over a day, counted', unit: 'ms', measured: await stall.end(), ...absolute(20), note }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

async function exportAll(logs: ActivityLogs): Promise<Line[]> {
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  let turns = longestTurn()
  let longestMs = 0
  let bytes = 0
  let mostBytes = 0
  let parts = 0
  for await (const part of exportRows(logs, { format: 'jsonl' })) {
    bytes += part.length
    if ((parts += 1) % 1000 !== 0) continue
    // A full collection is this measurement's own doing.
    longestMs = Math.max(longestMs, await turns.end())
    collectGarbage()
    turns = longestTurn()
    mostBytes = Math.max(mostBytes, process.memoryUsage().heapUsed - before)
  }
  const note = `of one turn of the event loop, processor time; ${(bytes / 1e6).toFixed(0)} MB written`
  const held = 'what the heap holds more than before, looked at after each 100,000 rows'
  return [
    {
      title: 'activity, export of all',
      unit: 'ms',
      measured: Math.max(longestMs, await turns.end()),
      ...absolute(20),
      note,
    },
    { title: 'activity, memory of an export', unit: 'MB', measured: mostBytes / 1e6, ...absolute(16), note: held },
  ]
}

const absolute = (limit: number) => ({ bare: null, ratio: null, goal: atMost(limit) })

const rounds = 9
const eventsPerRound = 8000
/** As many events as the index takes in at once, in the commit that completes them; and batches enough for copies of the log. */
const batch = { events: 500, count: 40 }

/**
 * What the index adds to an event is measured by itself: it is less than one round of a service differs from the next. The
 * event is that of the service as it is, which has the index.
 */
async function measureIngest(database: Database): Promise<Line> {
  const indexUs = await measureIndex(database)
  const events = await measureEvents()
  return compareRounds({
    title: 'ingest with the index of activity',
    unit: 'µs',
    ours: events,
    bare: events.map((eventUs) => eventUs - indexUs),
    goal: ratioAtMost(1.02),
    note:
      `CPU of the server; ${agentCount} agents, each event moves its session; the index takes ${indexUs.toFixed(2)} µs ` +
      `of it, in commits of ${batch.events} events with it and without, and the reference is the rest`,
  })
}

/** Microseconds of the processor for one event of a million: what commits take with the index, less what they take without. */
async function measureIndex({ commits }: Database): Promise<number> {
  let from = counts.events
  const commitBatches = async (withIndex: (db: DatabaseSync) => void): Promise<number> => {
    const beganMs = threadMs()
    for (let done = 0; done < batch.count; done += 1, from += batch.events) {
      await commits.write({
        run(db) {
          addEvents(db, { from, count: batch.events })
          withIndex(db)
        },
      })
    }
    return ((threadMs() - beganMs) * 1000) / (batch.count * batch.events)
  }
  const costs = await interleave(rounds, {
    ours: () => commitBatches((db) => runScript(db, addActivity())),
    async bare() {
      const cost = await commitBatches(() => {})
      await commits.write({ run: (db) => db.exec(skipActivity) })
      return cost
    },
  })
  return median(costs.ours) - median(costs.bare)
}

/** What was written without the index is not its work of the next round. */
const skipActivity = "UPDATE counters SET value = (SELECT max(seq) FROM session_events) WHERE name = 'session activity'"

/** Microseconds of the service's processor time for one event, by round. */
async function measureEvents(): Promise<number[]> {
  await using service = await startService()
  await using agents = await openAgents(service.url, agentCount)
  await agents.speak(20_000)
  const costs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = cpuOf(service.pid)
    await agents.speak(eventsPerRound)
    costs.push((cpuOf(service.pid) - before) / eventsPerRound)
  }
  return costs
}

/** Of this process: other programs do not count. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const startMs = Date.parse('2026-01-01T00:00:00.000Z')
const timeOf = (seconds: number): string => new Date(startMs + seconds * 1000).toISOString()
const at = (each: number): string => `strftime('%Y-%m-%dT%H:%M:%fZ', ${startMs / 1000} + i * ${each}, 'unixepoch')`
const numbers = (count: number): string =>
  `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`

/** After the first `from`, two seconds between each and the next. */
function addEvents(db: DatabaseSync, { from, count }: { readonly from: number; readonly count: number }): void {
  db.exec(`WITH RECURSIVE n (i) AS (SELECT ${from + 1} UNION ALL SELECT i + 1 FROM n WHERE i < ${from + count})
    INSERT INTO session_events (session_id, at, kind, event, from_state, to_state, source, data)
    SELECT 's' || (i % 500), ${at(2)}, 'event', CASE WHEN i % 50000 = 0 THEN 'user.requeue'
      WHEN i % 2 = 0 THEN 'hook.to_running' ELSE 'hook.to_review' END, 'running', 'awaiting_review',
      CASE WHEN i % 3 = 0 THEN 'user' ELSE 'hook' END, '{}' FROM n`)
}

function fill(db: DatabaseSync): void {
  addEvents(db, { from: 0, count: counts.events })
  runScript(db, addActivity())
  db.exec(`${numbers(counts.changes)}
    INSERT INTO task_events (task_id, at, kind, actor, changes)
    SELECT 't' || (i % 900), ${at(7)}, 'changed', 'user', '[{"field":"status","from":"ready","to":"done"}]' FROM n`)
  db.exec(`${numbers(counts.runs)}
    INSERT INTO loom_runs (seq, run_id, workflow_id, status, trigger, trigger_by, created_at, started_at, finished_at, definition)
    SELECT i, 'r' || i, 'w' || (i % 20), CASE WHEN i % 999 = 0 THEN 'failed' ELSE 'success' END,
      'cron', 'cron', ${at(14)}, ${at(14)}, ${at(14)}, 'd' FROM n`)
}
