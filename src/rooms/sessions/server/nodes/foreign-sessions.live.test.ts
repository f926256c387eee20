// What one node writes to its part of the log, as another one on the same tables reads and shows it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { LiveChange } from '#platform/live-kind.ts'
import { freshPostgres, onBoth } from '#platform/server/db/both.testkit.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { openPostgresDatabase } from '#platform/server/db/postgres/open-postgres.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import type { SessionCard } from '../../contract.ts'
import { newRecord } from '../../core/record.ts'
import { createEventLog, type EventLog, type LogRow } from '../log/event-log.ts'
import { createForeignSessions } from './foreign-sessions.ts'

const at = '2026-11-20T12:00:00.000Z'
const more = { dependsOn: [], workingDir: null, interactive: false, runnable: true, label: null, taskId: null }

function created(id: string): LogRow {
  const about = { id, at, origin: 'launched', agentType: 'shell', tmuxSession: `agent-${id}`, prompt: '' } as const
  return { kind: 'created', at, record: newRecord({ ...about, ...more }), source: 'launch' }
}

const removed = (sessionId: string): LogRow => {
  return { kind: 'removed', at, sessionId, source: 'user', dismissed: null, past: null }
}

const write = (log: EventLog, ...rows: LogRow[]) => log.append(rows, { committed() {}, undo() {} })
const checkpoint = (log: EventLog) => log.checkpoint(() => ({ at, records: [], dismissed: [] }))

async function until(isSo: () => boolean): Promise<void> {
  const endMs = performance.now() + 20_000
  while (!isSo()) {
    assert.ok(performance.now() < endMs, 'it is heard of in time')
    await wait(5)
  }
}

function follow(database: Database) {
  const frames: LiveChange<SessionCard>[] = []
  const publish = (changes: readonly LiveChange<SessionCard>[]) => void frames.push(...changes)
  const events = createEventLog(database)
  const leases = { concerns: () => false, of: () => null, elsewhere: () => null }
  const around = {
    leases,
    registry: { get: () => null },
    clock: new ManualTime(at),
    log: silentLog,
    onTaskSettled() {},
  }
  const parts = { database, events, publish, ...around }
  return { frames, events, foreign: createForeignSessions(parts) }
}

onBoth('a service shows none of its own as those of another', async (_t, database) => {
  const { foreign, events, frames } = follow(database)
  await checkpoint(events)
  await write(events, created('own'))
  await foreign.begin()
  assert.deepEqual([foreign.size(), frames], [0, []])
  assert.deepEqual(
    (await events.since(0)).map(({ sessionId }) => sessionId),
    ['own'],
  )
})

test('sessions of another node come, change and go with its commits', { skip: withoutPostgres }, async () => {
  const url = await freshPostgres()
  await using one = await openPostgresDatabase({ url, node: 'one', log: silentLog })
  await using other = await openPostgresDatabase({ url, node: 'other', log: silentLog })
  const there = createEventLog(one)
  await checkpoint(there)
  await write(there, created('before'))
  const { foreign, frames, events } = follow(other)
  await write(events, created('own'))
  await foreign.begin()
  assert.deepEqual(foreign.get('before')?.node, { name: 'one', unreachable_since: null })
  assert.deepEqual(foreign.nodes(), ['other', 'one'])
  await write(there, created('after'))
  await until(() => foreign.get('after') !== null)
  await write(there, removed('before'))
  await until(() => foreign.get('before') === null)
  assert.deepEqual(
    frames.map(({ op, id }) => `${op} ${id}`),
    ['upsert before', 'upsert after', 'remove before'],
  )
  const before = foreign.get('after')?.state_since ?? ''
  await foreign.hear(new Map([['one', at]]), new Map([['one', 120_000]]))
  assert.equal(Date.parse(foreign.get('after')?.state_since ?? '') - Date.parse(before), -120_000)
  assert.equal(foreign.get('after')?.node?.unreachable_since, at)
  assert.equal(frames.at(-1)?.value?.node?.unreachable_since, at)
  // Each has its own part of the log, and its own checkpoint.
  await checkpoint(events)
  assert.notEqual(await events.lastCheckpoint('one'), null)
  assert.deepEqual(
    (await events.since(0)).map(({ sessionId }) => sessionId),
    ['own'],
  )
})
