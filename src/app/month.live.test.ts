// Six simulated weeks: sessions and runs come and go by the thousand, and what the service holds stays as it was.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { hourMs } from '#base/time.ts'
import { stateSocket } from '#platform/api.ts'
import { createLiveFeed } from '#platform/server/live/live-feed.ts'
import { countFrom } from '#platform/server/live/live-feed.testkit.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { createFlow } from '#rooms/flow/server/create-flow.ts'
import { strandOf } from '#rooms/flow/server/strands.testkit.ts'
import { liveSessions } from '#rooms/sessions/api.ts'
import { launch } from '#rooms/sessions/server/start/launch.ts'
import { openRoom } from '#rooms/sessions/server/room.testkit.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: unknown = runInNewContext('gc')

const sessionsAnHour = 4

/** The rooms that see the most, on one database and one manual time. */
async function openService() {
  const room = await openRoom()
  const { time, database, home } = room
  const feed = createLiveFeed({ ...stateSocket, frames: countFrom(0), timers: time })
  const told = feed.offer(liveSessions, {})
  const hourly = strandOf(
    'hourly',
    { look: {}, tell: { after: ['look'] } },
    { triggerType: 'cron', schedule: '0 * * * *' },
  )
  const flow = createFlow({
    home,
    database,
    clock: time,
    timers: time,
    log: silentLog,
    source: {
      load: async () => ({ strands: [hourly], errors: [], unread: new Map() }),
      async [Symbol.asyncDispose]() {},
    },
    setJobEnabled: null,
    hosts: ['here'],
    capabilities: () => [],
    retentionDays: () => 7,
    frames: countFrom(0),
    loadPlugins: async () => [],
    webhooks: () => ({}),
    nameOf: () => 'nobody',
  })
  await flow.start()
  await flow.started
  return { room, feed, told, flow }
}

type Service = Awaited<ReturnType<typeof openService>>

/** Some agents work and end, one is dismissed with its terminal, one reports from elsewhere; then the hour passes. */
async function liveAnHour({ room, told }: Service, hour: number): Promise<void> {
  const { context, terminals } = room
  for (let each = 0; each < sessionsAnHour; each++) {
    const name = `agent-${hour}-${each}`
    const task = each % 2 === 0 ? { task_id: `T-${hour}-${each}` } : {}
    const launched = await launch(context, { agent_type: 'shell', prompt: 'true', session_name: name, ...task })
    assert.ok(launched.ok)
    await room.report(name, ['hook.to_review', 'agent.tool_use'])
    await room.report(name, each === 0 ? 'process.exit_error' : 'process.exit')
    // The last one's shell is left open, as people do.
    if (each < sessionsAnHour - 1) terminals.close(name)
  }
  await room.report(`agent-elsewhere-${hour}`, ['start', 'process.exit'])
  await room.scan()
  terminals.close(`agent-${hour - 48}-${sessionsAnHour - 1}`)
  told.publish(room.published)
  for (const list of [room.published, room.followed, room.spawned]) list.length = 0
  await room.time.pass(hourMs)
  await room.settled()
  await nextTurn()
}

function measure({ room }: Service) {
  assert.ok(typeof collectGarbage === 'function')
  collectGarbage()
  const { registry, starting } = room.context
  return {
    heapMiB: process.memoryUsage().heapUsed / 2 ** 20,
    cards: registry.size,
    cardBytes: JSON.stringify(registry.all().toArray()).length,
    dismissed: [...registry.dismissed()].length,
    starting: starting.size,
    timers: room.time.pending(),
  }
}

async function rowsOf({ room: { database } }: Service) {
  const count = async (table: 'session_events' | 'session_history' | 'loom_runs' | 'loom_step_runs' | 'loom_slots') => {
    const row = await database.read
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('rows'))
      .executeTakeFirstOrThrow()
    return Number(row.rows)
  }
  return {
    events: await count('session_events'),
    index: await count('session_history'),
    runs: await count('loom_runs'),
    steps: await count('loom_step_runs'),
    slots: await count('loom_slots'),
  }
}

test('six weeks of sessions and runs leave memory, cards and tables as they were', async (t) => {
  const service = await openService()
  let hour = 0
  const liveUntilDay = async (day: number) => {
    for (; hour < day * 24; hour++) await liveAnHour(service, hour)
    return { ...measure(service), ...(await rowsOf(service)) }
  }
  const early = await liveUntilDay(3)
  const month = await liveUntilDay(33)
  const end = await liveUntilDay(42)
  t.diagnostic(JSON.stringify({ early, month, end }))
  // A day's cards, and the hour until the next look.
  assert.ok(end.cards <= 26 * (sessionsAnHour + 1), `${end.cards} cards`)
  assert.ok(end.cardBytes <= 1.1 * early.cardBytes, `${end.cardBytes} bytes of cards, ${early.cardBytes} on day 3`)
  assert.ok(end.dismissed <= 30, `${end.dismissed} names`)
  assert.deepEqual([end.starting, end.timers <= early.timers], [0, true])
  assert.ok(end.heapMiB <= early.heapMiB + 16, `${end.heapMiB} MiB of heap, ${early.heapMiB} on day 3`)
  // Thirty days of events and seven of runs.
  assert.ok(end.events <= 1.02 * month.events, `${end.events} events, ${month.events} on day 33`)
  assert.ok(end.index <= end.events, `${end.index} rows of the index`)
  assert.ok(end.runs <= 24 * 8 && end.steps <= 2 * end.runs, `${end.runs} runs with ${end.steps} steps`)
  assert.ok(end.slots <= 24 * 9, `${end.slots} slots`)
  await service.flow[Symbol.asyncDispose]()
  service.feed[Symbol.dispose]()
  await service.room.close()
})
