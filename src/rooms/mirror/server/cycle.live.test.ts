import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually, rawJob, rawJobs, rawRuns, type Raw } from '../mirror.testkit.ts'
import { commandOver, openMirror, runStep, writeUpstream, type Room } from './room.testkit.ts'

/** The look that follows each greeting is under way, and what is asked now comes after it. */
const isConnected = (room: Room) => eventually(() => room.gateway.asked.length >= 1)
const record = (jobId: string, runAtMs: number, more: Raw = {}): Raw => ({
  ts: runAtMs + 10,
  jobId,
  action: 'finished',
  status: 'ok',
  runAtMs,
  durationMs: 10,
  ...more,
})
const rowsOf = async (room: Room) => {
  const count = async (table: 'gateway_jobs' | 'gateway_usage') =>
    Number(
      (
        await room.database.read
          .selectFrom(table)
          .select(({ fn }) => fn.countAll().as('n'))
          .executeTakeFirst()
      )?.n,
    )
  return { jobs: await count('gateway_jobs'), usage: await count('gateway_usage') }
}

test('a cycle over the socket mirrors every job and every recorded run once, and a second one adds nothing', async () => {
  await using room = await openMirror()
  await isConnected(room)
  const first = await room.cycle()
  assert.deepEqual(first.jobs, { jobs: 10, way: 'socket' })
  // The recorded job that is gone since is told of by its runs alone.
  assert.equal(room.strands.strands.length, 11)
  assert.equal(room.strands.runs.size, rawRuns().length)
  const before = { rows: await rowsOf(room), writes: room.strands.writes }
  const asked = room.gateway.asked.length
  const second = await room.cycle('d')
  assert.deepEqual(second.write, { inserted: 0 })
  assert.deepEqual({ rows: await rowsOf(room), writes: room.strands.writes }, before)
  assert.deepEqual(
    room.gateway.asked.slice(asked).map(({ method, params }) => [method, params.scope ?? null]),
    [
      ['cron.list', null],
      ['cron.runs', 'all'],
    ],
  )
})

test('usage is kept per run with its job, model and day', async () => {
  await using room = await openMirror()
  await isConnected(room)
  await room.cycle()
  const rows = await room.database.read.selectFrom('gateway_usage').selectAll().execute()
  assert.equal(rows.length, rawRuns().filter(({ usage }) => usage !== undefined).length)
  const one = rows.find(({ run_id: id }) => id === '2164678c-39c4-4824-933c-e5c66f5133f3')
  assert.deepEqual(
    [one?.job_id, one?.day, one?.model, one?.provider, one?.input_tokens, one?.output_tokens, one?.total_tokens],
    ['5ae95194-0172-42c9-86ac-5642161f3f14', '2026-11-20', 'fake-model', 'fake', 22, 14, 36],
  )
})

test('renames, reschedules, switches and removals upstream arrive with the next cycle', async () => {
  const [a, b] = [rawJob('aaaaaaaa-1'), rawJob('bbbbbbbb-1')]
  await using room = await openMirror({ upstream: { jobs: [a, b], runs: [] } })
  await isConnected(room)
  await room.cycle()
  room.upstream.jobs = [
    { ...a, name: 'New', enabled: false, schedule: { kind: 'every', everyMs: 60_000, anchorMs: 0 } },
  ]
  await room.cycle('d')
  const shown = room.strands.strands.map(({ name, schedule, enabled, goneAt }) => [name, schedule, enabled, goneAt])
  assert.deepEqual(shown, [
    ['🦞 Job bbbb', '0 * * * *', false, '2026-11-20T09:00:00.000Z'],
    ['🦞 New', 'every 1m', false, null],
  ])
})

test('a job of an unknown form proves of no other that it is gone, and spoils none', async () => {
  await using room = await openMirror({ upstream: { jobs: [rawJob('aaaaaaaa-1'), rawJob('bbbbbbbb-1')], runs: [] } })
  await isConnected(room)
  await room.cycle()
  room.upstream.jobs = [rawJob('aaaaaaaa-1'), { id: 5 }]
  await room.cycle('d')
  assert.deepEqual(
    room.strands.strands.map(({ goneAt }) => goneAt),
    [null, null],
  )
})

test('after a restart the strands are there before the gateway is, and no run comes twice', async () => {
  const home = await mkdtemp(join(tmpdir(), 'orrery-mirror-'))
  const room = await openMirror({ home })
  await isConnected(room)
  await room.cycle()
  const ids = room.strands.strands.map(({ id }) => id).toSorted()
  await room.close()
  const again = await openMirror({ home, gateway: false })
  assert.deepEqual(again.strands.strands.map(({ id }) => id).toSorted(), ids)
  await again.close()
  await rm(home, { recursive: true })
})

test('of a long history the last ten runs of each job are taken first, of a quiet job too; later ones all', async () => {
  const busy = 'aaaaaaaa-1'
  const quiet = 'bbbbbbbb-1'
  const startMs = 1_795_000_000_000
  const runs = Array.from({ length: 700 }, (_, index) => record(busy, startMs + index * 1000))
  runs.push(record(quiet, startMs - 5000), record(quiet, startMs - 9000))
  await using room = await openMirror({ upstream: { jobs: [rawJob(busy), rawJob(quiet)], runs } })
  await isConnected(room)
  await room.cycle()
  const countOf = (id: string) =>
    [...room.strands.runs.values()].filter(({ run }) => run.workflow_id === `openclaw-cron-${id.slice(0, 8)}`).length
  assert.deepEqual([countOf(busy), countOf(quiet)], [10, 2])
  // A burst of more than ten, and of more than a page, between two cycles.
  const lateMs = startMs + 10_000_000
  room.upstream.runs.push(...Array.from({ length: 250 }, (_, index) => record(busy, lateMs + index)))
  await room.cycle('d')
  assert.equal(countOf(busy), 260)
})

test('a gateway that answers for one job at a time is asked for each, and later for those that ran', async () => {
  const state = { lastRunAtMs: 1_795_000_000_000 }
  const jobs = [rawJob('aaaaaaaa-1', { state }), rawJob('bbbbbbbb-1')]
  const runs = [record('aaaaaaaa-1', state.lastRunAtMs)]
  await using room = await openMirror({ upstream: { jobs, runs, isOld: true } })
  await isConnected(room)
  await room.cycle()
  assert.equal(room.strands.runs.size, 1)
  const asked = room.gateway.asked.length
  await room.cycle('d')
  assert.deepEqual(
    room.gateway.asked.slice(asked).map(({ params }) => params.scope ?? params.id ?? 'jobs'),
    ['jobs', 'all'],
  )
})

test('shared sessions, commands and isolated runs of one job are all kept, each once', async () => {
  const id = 'aaaaaaaa-1'
  const session = '2164678c-39c4-4824-933c-e5c66f5133f3'
  const runs = [
    record(id, 1000, { sessionId: session, sessionKey: 'agent:main:shared' }),
    record(id, 2000, { sessionId: session, sessionKey: 'agent:main:shared' }),
    record(id, 3000),
    record(id, 4000, { sessionId: session, sessionKey: `agent:main:cron:${id}:run:${session}` }),
  ]
  await using room = await openMirror({ upstream: { jobs: [rawJob(id)], runs } })
  await isConnected(room)
  await room.cycle()
  await room.cycle('d')
  assert.equal(room.strands.runs.size, 4)
  assert.ok(room.strands.runs.has(session))
})

test('a runs step whose service died is caught up by the write step alone', async () => {
  await using room = await openMirror()
  await isConnected(room)
  await runStep(room.mirror, 'JOBS', { runId: 'x' })
  room.upstream.runs.push(record('aaaaaaaa-1', 1_795_000_000_000))
  assert.deepEqual(await runStep(room.mirror, 'WRITE', { runId: 'x' }), { inserted: 1 })
})

test('the gateway’s own events refresh at once, many of them once, and without a run of the strand', async () => {
  await using room = await openMirror({ upstream: { jobs: [rawJob('aaaaaaaa-1')], runs: [] } })
  await isConnected(room)
  await eventually(() => room.strands.strands.length === 1)
  await eventually(() => room.gateway.asked.length === 2)
  room.upstream.jobs = [rawJob('aaaaaaaa-1'), rawJob('bbbbbbbb-1')]
  room.upstream.runs = [record('aaaaaaaa-1', 1000)]
  for (let count = 0; count < 50; count++)
    room.gateway.emit('cron', { action: 'finished', jobId: 'aaaaaaaa-1', job: {} })
  await eventually(() => room.strands.runs.size === 1 && room.strands.strands.length === 2)
  assert.ok(room.gateway.asked.length <= 6, String(room.gateway.asked.length))
})

test('without the socket the command is asked: ten runs a job, then only of jobs that ran since', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-upstream-'))
  const ran = { lastRunAtMs: 1_795_000_000_000 }
  const upstream = {
    jobs: [
      rawJob('aaaaaaaa-1', { state: ran }),
      rawJob('bbbbbbbb-1', { enabled: false }),
      rawJob('cccccccc-1', { state: ran }),
    ],
    runs: [record('aaaaaaaa-1', ran.lastRunAtMs), record('cccccccc-1', ran.lastRunAtMs)],
  }
  await writeUpstream(folder, upstream)
  await using room = await openMirror({ gateway: false, openclaw: commandOver(folder) })
  const { jobs } = await room.cycle()
  assert.deepEqual(jobs, { jobs: 3, way: 'command' })
  assert.deepEqual([room.strands.strands.length, room.strands.runs.size], [3, 2])
  const calls = await room.commands()
  assert.deepEqual(calls.toSorted(), [
    'cron list --all --json',
    'cron runs --id aaaaaaaa-1 --limit 10 --json',
    'cron runs --id bbbbbbbb-1 --limit 10 --json',
    'cron runs --id cccccccc-1 --limit 10 --json',
  ])
  await room.cycle('d')
  assert.deepEqual((await room.commands()).slice(calls.length), ['cron list --all --json'])
  await rm(folder, { recursive: true })
})

test('a command of a version that tells less, and prints lines, is asked of every job in each cycle', async () => {
  const line = JSON.stringify({
    ts: 1_795_000_000_010,
    jobId: 'aaaaaaaa-1',
    status: 'ok',
    sessionId: '2164678c-39c4-4824-933c-e5c66f5133f3',
  })
  const list = JSON.stringify([{ id: 'aaaaaaaa-1', name: 'Old', schedule: { kind: 'cron', expr: '0 * * * *' } }])
  const openclaw = `case "$2" in list) echo '${list}' ;; runs) echo '${line}'; echo '${line}' ;; esac`
  await using room = await openMirror({ gateway: false, openclaw })
  await room.cycle()
  assert.deepEqual([...room.strands.runs.keys()], ['2164678c-39c4-4824-933c-e5c66f5133f3'])
  await room.cycle('d')
  assert.equal((await room.commands()).filter((call) => call.startsWith('cron runs')).length, 2)
})

const broken = [
  ['prints garbage', 'echo "{]"', /no JSON/],
  ['prints another form', 'echo "[1]"', /not understood/],
  ['prints a hundred megabytes', 'head -c 104857600 /dev/zero', /more than can be an answer/],
  ['fails', 'echo "the disk is full" >&2; exit 4', /the disk is full/],
  [
    'cannot reach the gateway',
    'echo "Gateway not reachable at ws://127.0.0.1:9 (ECONNREFUSED)." >&2; exit 1',
    /not reachable/,
  ],
  ['is slow and then wrong', 'sleep 1; exit 1', /exit code 1/],
] as const
for (const [what, openclaw, words] of broken) {
  test(`a command that ${what} fails the step in words, and the next cycle may go well`, async () => {
    await using room = await openMirror({ gateway: false, openclaw })
    await assert.rejects(room.cycle(), words)
    assert.equal(room.strands.runs.size, 0)
  })
}

test('a command that hangs is ended with the step', async () => {
  await using room = await openMirror({ gateway: false, openclaw: 'sleep 600' })
  const controller = new AbortController()
  const step = runStep(room.mirror, 'JOBS', { signal: controller.signal })
  await eventually(async () => (await room.commands()).length === 1)
  controller.abort()
  await assert.rejects(step, /was stopped/)
})

test('where no gateway was ever seen a cycle says that it is not set up', async () => {
  await using room = await openMirror({ gateway: false })
  const { jobs, runs, write, lines } = await room.cycle()
  for (const step of [jobs, runs, write]) {
    assert.ok(typeof step === 'object' && step !== null && !Array.isArray(step))
    assert.deepEqual([step.ok, step.error], [false, 'not_set_up'])
  }
  assert.match(lines[0] ?? '', /nothing to mirror: No gateway at ws:.*not on PATH/)
})

test('a gateway that asks for a token and gets none fails the cycle in words', async () => {
  await using room = await openMirror({ token: 'secret' })
  await assert.rejects(room.cycle(), /wants the identity of a paired device/)
})

test('a gateway that was seen and is gone now fails the cycle, and its strands stay', async () => {
  await using room = await openMirror({ upstream: { jobs: rawJobs(), runs: [] } })
  await isConnected(room)
  await room.cycle()
  await room.gateway[Symbol.asyncDispose]()
  await assert.rejects(room.cycle('d'), /gateway/)
  assert.ok(room.strands.strands.every(({ goneAt }) => goneAt === null))
})
