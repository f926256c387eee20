import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs, hourMs, toIso } from '#base/time.ts'
import { silentLog } from '#platform/server/log/log.ts'
import type { Run, Tick } from '../contract.ts'
import { openRoom, type Room } from './room.testkit.ts'
import { Gate, strandOf } from './strands.testkit.ts'

const brought = [{ id: 'fresh', warmsUp: true }]
const fresh = (run: () => Promise<null>, enabled = true) =>
  strandOf('fresh', { JOBS: { run } }, { enabled, schedule: '0 0 1 1 *', triggerType: 'cron' })

async function runsOf(room: Room, strand: string): Promise<Run[]> {
  return (await room.ask('GET', `/api/flow/runs?strand=${strand}`)).body.runs
}

test('a strand that warms up runs once right after the start, and its failure stops nothing', async () => {
  const failing = fresh(() => Promise.reject(new Error('no gateway')))
  await using room = await openRoom([failing, strandOf('other', { a: {} })], { brought })
  let runs: Run[] = []
  while (runs[0]?.finished_at === undefined || runs[0].finished_at === null) runs = await runsOf(room, 'fresh')
  const told = runs.map(({ status, trigger, trigger_by: by }) => [status, trigger, by])
  assert.deepEqual(told, [['failed', 'cron', 'boot-warmup']])
  assert.equal((await room.ask('POST', '/api/flow/strands/other/run')).status, 202)
})

test('one that is off does not warm up', async () => {
  await using room = await openRoom([fresh(async () => null, false)], { brought })
  assert.deepEqual(await runsOf(room, 'fresh'), [])
})

test('a run under way when the room closed goes on when it opens again, and viewers see it among the open ones', async () => {
  const gate = new Gate()
  const first = await openRoom([strandOf('durable', { a: {}, b: { after: ['a'], run: gate.run } })])
  await first.ask('POST', '/api/flow/strands/durable/run', { run_id: 'mine' })
  await gate.begun.promise
  await first.close()
  const second = new Gate()
  await using room = await openRoom([strandOf('durable', { a: {}, b: { after: ['a'], run: second.run } })], {
    home: first.home,
  })
  await second.begun.promise
  assert.equal((await room.ask('GET', '/api/flow/runs/mine')).body.run.status, 'running')
  second.open('done')
  assert.equal((await room.flow.engine.result('mine'))?.status, 'success')
})

test('slots that passed while the service was down are ticks of the strand and entries of the calendar', async () => {
  const nowMs = Date.parse('2026-11-20T08:30:00.000Z')
  const daily = strandOf('hourly', { a: {} }, { schedule: '0 * * * *', timezone: 'UTC', triggerType: 'cron' })
  const first = await openRoom([daily], { clock: { now: () => nowMs } })
  await first.close()
  await using room = await openRoom([daily], { home: first.home, clock: { now: () => nowMs + 2 * hourMs } })
  const { strand } = (await room.ask('GET', '/api/flow/strands/hourly')).body
  const missed = ['2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z']
  assert.deepEqual(
    strand.ticks.map(({ status, at }: Tick) => [status, at]),
    missed.map((at) => ['missed', at]),
  )
  const query = new URLSearchParams({ from: toIso(nowMs - dayMs), to: toIso(nowMs + hourMs) })
  const { entries } = (await room.ask('GET', `/api/flow/calendar?${query.toString()}`)).body
  assert.deepEqual(
    entries.map(({ status, at }: { status: string; at: string }) => [status, at]),
    [['missed', missed[0]]],
  )
})

test('a strand that starts at boot runs once after each start, unless it is off or goes on from before', async () => {
  const gate = new Gate()
  const strands = [
    strandOf('watcher', { a: {} }, { startAtBoot: true }),
    strandOf('off', { a: {} }, { startAtBoot: true, enabled: false }),
    strandOf('long', { a: { run: gate.run } }, { startAtBoot: true }),
    strandOf('other', { a: {} }),
  ]
  const told = async (room: Room, strand: string) =>
    (await runsOf(room, strand)).map(({ trigger, trigger_by: by }) => `${trigger} by ${by}`)
  const first = await openRoom(strands)
  await gate.begun.promise
  while ((await told(first, 'watcher')).length === 0);
  assert.deepEqual(await told(first, 'watcher'), ['manual by boot'])
  await first.close()
  await using room = await openRoom(strands, { home: first.home })
  while ((await told(room, 'watcher')).length === 1);
  assert.deepEqual(await told(room, 'watcher'), ['manual by boot', 'manual by boot'])
  assert.deepEqual(await told(room, 'long'), ['manual by boot'])
  for (const strand of ['off', 'other']) assert.deepEqual(await told(room, strand), [])
})

test('a strand whose file has a fault stays as it last was, does not run, and comes back once it is mended', async () => {
  const good = strandOf('report', { a: {} }, { modulePath: '/home/workflows/report.ts' })
  const first = await openRoom([good])
  await first.ask('POST', '/api/flow/strands/report/run', { run_id: 'before' })
  await first.flow.engine.result('before')
  const fault = { file: 'workflows/report.ts', line: 3, reason: 'Unexpected token' }
  const typo = { strands: [], errors: [fault], unread: new Map([['/home/workflows/report.ts', fault]]) }
  Object.assign(first.memory, typo)
  await first.ask('POST', '/api/flow/reload')
  const shown = async (room: Room) => (await room.ask('GET', '/api/flow/strands/report')).body.strand
  const { broken, ticks } = await shown(first)
  const since = broken?.since ?? assert.fail()
  assert.deepEqual([broken, ticks.length], [{ ...fault, since }, 1])
  const refused = await first.ask('POST', '/api/flow/strands/report/run')
  assert.deepEqual([refused.status, refused.body.error], [503, 'broken_strand'])
  assert.match(refused.body.reason, /workflows\/report\.ts:3 Unexpected token/)
  await first.close()

  await using room = await openRoom([], { home: first.home, memory: typo })
  assert.deepEqual((await shown(room)).broken, { ...fault, since })
  Object.assign(room.memory, { strands: [good], errors: [], unread: new Map() })
  await room.ask('POST', '/api/flow/reload')
  assert.equal((await shown(room)).broken, null)
  assert.equal((await room.ask('POST', '/api/flow/strands/report/run')).status, 202)
  Object.assign(room.memory, { strands: [] })
  await room.ask('POST', '/api/flow/reload')
  assert.equal((await room.ask('GET', '/api/flow/strands/report')).status, 404)
})

test('a strand that starts at boot and has a broken file is told with its fault', async () => {
  const watcher = strandOf('watcher', { a: {} }, { startAtBoot: true, modulePath: '/home/workflows/watcher.ts' })
  const first = await openRoom([watcher])
  while ((await runsOf(first, 'watcher')).length === 0);
  await first.close()
  const fault = { file: 'workflows/watcher.ts', line: 3, reason: 'Unexpected token' }
  const typo = { strands: [], errors: [fault], unread: new Map([['/home/workflows/watcher.ts', fault]]) }
  const told = Promise.withResolvers<unknown>()
  const warn = (fields: object | string) => {
    if (typeof fields === 'object' && 'strand_id' in fields) told.resolve(fields)
  }
  await using room = await openRoom([], { home: first.home, memory: typo, log: { ...silentLog, warn } })
  assert.deepEqual(await told.promise, {
    strand_id: 'watcher',
    reason: 'The file of watcher has a fault, so it does not run: workflows/watcher.ts:3 Unexpected token.',
  })
  assert.equal((await runsOf(room, 'watcher')).length, 1)
})
