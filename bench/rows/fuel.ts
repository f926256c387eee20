// What agents used, over a million records: every sum that the page asks for, and any page of the records themselves.
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '#platform/server/db/open-database.ts'
import type { UsageQuery } from '#rooms/fuel/contract.ts'
import { readUsage, type ReadParts } from '#rooms/fuel/server/read-usage.ts'
import { createFuelStore } from '#rooms/fuel/server/store.ts'
import { atMost, type Line, type Row } from '../lib/line.ts'
import { temporaryFolder } from '../lib/service.ts'
import { percentile } from '../lib/stats.ts'

const records = 1_000_000
const days = 400
const rounds = 25

/** Fifty sessions a day, each of one agent on one device with two models. */
const firstDay = Date.parse('2025-10-01T00:00:00.000Z')
const lastDay = new Date(firstDay + (days - 1) * 86_400_000).toISOString().slice(0, 10)

const spans = { 'thirty days': '2026-10-06', 'all of it': '2025-10-01' } as const
const groups = ['day', 'agent', 'session', 'model', 'device'] as const

export const fuel: Row = { name: 'fuel', run: measure }

async function measure(): Promise<Line[]> {
  await using home = temporaryFolder()
  await using database = openDatabase({ path: join(home.path, 'service.db'), sync: 'normal' })
  await database.commits.write({ run: fill })
  const store = createFuelStore(database)
  const parts: ReadParts = { store, today: () => lastDay, sessionLabel: (id) => id, deviceLabel: (id) => id }
  const lines: Line[] = []
  for (const [name, from] of Object.entries(spans)) {
    const costs: number[] = []
    for (let round = 0; round < rounds; round += 1)
      for (const by of groups) costs.push(await costOf(() => readUsage(parts, { by, from, to: lastDay, limit: 50 })))
    lines.push(lineOf(`fuel, sums of ${name}`, costs, { what: `of ${rounds} times by ${groups.join(', ')}` }))
  }
  lines.push(
    lineOf('fuel, page of records', await pageCosts(parts), {
      what: `the first, and ${rounds} that follow each other`,
    }),
  )
  const now = { from: lastDay, to: lastDay }
  const judged: number[] = []
  for (let round = 0; round < rounds; round += 1)
    judged.push(await costOf(() => Promise.all([store.agentsOf(lastDay), store.sums(now), store.sessionTotal('s1')])))
  lines.push(
    lineOf('fuel, what a budget is judged by', judged, { what: 'after each record that is counted', limit: 10 }),
  )
  return lines
}

async function pageCosts(parts: ReadParts): Promise<number[]> {
  const costs: number[] = []
  let cursor: string | null = null
  for (let page = 0; page <= rounds; page += 1) {
    const query: UsageQuery = { from: '2025-10-01', to: lastDay, limit: 200, ...(cursor === null ? {} : { cursor }) }
    costs.push(
      await costOf(async () => {
        const answer = await readUsage(parts, query)
        cursor = answer.ok ? answer.value.next_cursor : null
      }),
    )
  }
  return costs
}

type Judged = { readonly what: string; readonly limit?: number }

function lineOf(title: string, costs: readonly number[], { what, limit = 100 }: Judged): Line {
  const note = `p99 of the processor's time, ${what}; ${records / 1_000_000} million records`
  const measured = percentile(costs, 0.99)
  return { title, unit: 'ms', measured, bare: null, ratio: null, goal: atMost(limit), note }
}

/** Of this process: other programs do not count. */
async function costOf(act: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function fill(db: DatabaseSync): void {
  const second = (days * 86_400) / records
  const time = `strftime('%Y-%m-%dT%H:%M:%fZ', ${firstDay / 1000} + i * ${second}, 'unixepoch')`
  db.exec(`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${records - 1})
    INSERT INTO fuel_usage
    SELECT 'local:claude:msg_' || printf('%012d', i), ${time}, substr(${time}, 1, 10),
      's' || (i / ${records / days} * 50 + i % 50), 'agent-' || (i % 50 % 4), 'device-' || (i % 50 % 5), 'model-' || ((i % 50 + i / 50 % 2) % 6), 'claude',
      1000 + i % 500, 200 + i % 90, 9000, 100, CASE WHEN (i % 50 + i / 50 % 2) % 6 = 5 THEN NULL ELSE 0.01 END
    FROM n`)
  db.exec(`INSERT INTO fuel_days
    SELECT day, session_id, agent, device_id, model, sum(input), sum(output), sum(cache_read), sum(cache_write),
      sum(CASE WHEN cost IS NULL THEN 0 ELSE input + output + cache_read + cache_write END), total(cost)
    FROM fuel_usage GROUP BY day, session_id, agent, device_id, model`)
}
