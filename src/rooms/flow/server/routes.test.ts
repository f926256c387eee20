import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { testToken } from '#platform/server/http/testing/test-server.ts'
import { liveFrameSchema, type LiveFrame } from '#platform/contract.ts'
import {
  outputFrameSchema,
  type OutputFrame,
  type Run,
  type RunStep,
  type Strand,
  type SyntheticStrand,
} from '../contract.ts'
import { newStep, toRunStep } from '../core/record.ts'
import { createRunReads } from './store/run-reads.ts'
import { createSyntheticKeeper } from './synthetic.ts'
import { openRoom, type Room } from './room.testkit.ts'
import { Gate, strandOf } from './strands.testkit.ts'

const jobId = '0a1b2c3d-0000-4000-8000-000000000000'

const mirrored: SyntheticStrand = {
  id: 'openclaw-cron-0a1b2c3d',
  name: '🦞 Morning news',
  description: '',
  schedule: '0 7 * * *',
  timezone: null,
  enabled: true,
  modulePath: `synthetic://openclaw-cron/${jobId}`,
  steps: [
    { id: 'EXEC', after: [] },
    { id: 'DELIVER', after: ['EXEC'] },
  ],
  missed: [],
  mirroredBy: 'reads-the-gateway',
  jobId,
  scheduleWords: 'every day at 7',
  nextRuns: ['2999-01-01T07:00:00.000Z'],
  readOnly: false,
  goneAt: null,
  hasDelivery: true,
}

test('strands are listed with words for their schedule, their next runs and the files that brought none', async () => {
  await using room = await openRoom([
    strandOf('nightly', { a: {} }, { schedule: '0 3 * * *', timezone: 'Europe/Berlin', triggerType: 'cron' }),
  ])
  room.memory.errors = [{ file: 'bad.ts', line: 3, reason: 'Unexpected token' }]
  const reloaded = await room.ask('POST', '/api/flow/reload')
  assert.deepEqual(reloaded.body, { ok: true, loaded: 1, errors: room.memory.errors })
  const { body } = await room.ask('GET', '/api/flow/strands')
  assert.deepEqual(body.errors, room.memory.errors)
  const [strand] = body.strands
  assert.deepEqual([strand.id, strand.schedule_words, strand.next_runs.length], ['nightly', 'at 03:00', 5])
  assert.match(strand.next_runs[0], /T0[12]:00:00\.000Z$/)
  assert.equal((await room.ask('GET', '/api/flow/strands/nightly')).body.strand.id, 'nightly')
  const missing = await room.ask('GET', '/api/flow/strands/nightli')
  assert.deepEqual([missing.status, missing.body.error, missing.body.hint], [404, 'not_found', 'Did you mean nightly?'])
})

test('a run is started, read with its steps, listed by filters, and cancelled or retried', async () => {
  const gate = new Gate()
  let isBroken = true
  const strands = [
    strandOf('quick', { a: { run: ({ output }) => (output('hello'), { n: 1 }) }, b: { after: ['a'] } }),
    strandOf('long', { a: { run: gate.run } }),
    strandOf('flaky', { a: {}, b: { after: ['a'], run: () => (isBroken ? Promise.reject(new Error('no')) : 'ok') } }),
  ]
  await using room = await openRoom(strands)
  const started = await room.ask('POST', '/api/flow/strands/quick/run', { run_id: 'mine' })
  assert.deepEqual([started.status, started.body], [202, { ok: true, run_id: 'mine' }])
  assert.equal((await room.flow.engine.result('mine'))?.status, 'success')
  const { body } = await room.ask('GET', '/api/flow/runs/mine')
  assert.deepEqual([body.run.status, body.run.trigger, body.run.trigger_by], ['success', 'manual', 'access_token'])
  assert.deepEqual(
    body.steps.map((step: RunStep) => [step.step_id, step.status, step.output_tail, step.result]),
    [
      ['a', 'success', 'hello\n', { n: 1 }],
      ['b', 'success', '', 'b'],
    ],
  )
  assert.deepEqual(
    body.strand.steps.map(({ id, after }: { id: string; after: string[] }) => [id, after]),
    [
      ['a', []],
      ['b', ['a']],
    ],
  )

  const long = (await room.ask('POST', '/api/flow/strands/long/run')).body.run_id
  await gate.begun.promise
  const cancelled = await room.ask('POST', `/api/flow/runs/${long}/cancel`)
  assert.deepEqual([cancelled.status, cancelled.body.run.status], [200, 'cancelled'])
  assert.equal((await room.ask('POST', `/api/flow/runs/${long}/cancel`)).status, 409)

  const failed = (await room.ask('POST', '/api/flow/strands/flaky/run')).body.run_id
  await room.flow.engine.result(failed)
  isBroken = false
  const retried = await room.ask('POST', `/api/flow/runs/${failed}/retry`)
  assert.equal(retried.status, 202)
  await room.flow.engine.result(retried.body.run_id)
  assert.equal((await room.ask('GET', `/api/flow/runs/${retried.body.run_id}`)).body.run.retry_of, failed)

  const ids = async (query: string) =>
    (await room.ask('GET', `/api/flow/runs?${query}`)).body.runs.map((run: Run) => run.run_id)
  assert.deepEqual(await ids('status=cancelled'), [long])
  assert.deepEqual(await ids('strand=flaky'), [retried.body.run_id, failed])
  const page = (await room.ask('GET', '/api/flow/runs?limit=3')).body
  const rest = (await room.ask('GET', `/api/flow/runs?limit=3&cursor=${encodeURIComponent(page.next_cursor)}`)).body
  assert.deepEqual(
    [...page.runs, ...rest.runs].map((run: Run) => run.run_id),
    [retried.body.run_id, failed, long, 'mine'],
  )
  assert.equal(rest.next_cursor, null)
  assert.equal((await room.ask('GET', '/api/flow/runs?cursor=x')).status, 400)
  assert.equal((await room.ask('GET', '/api/flow/runs/none')).status, 404)
  const strand = (await room.ask('GET', '/api/flow/strands/flaky')).body.strand
  assert.deepEqual(
    strand.ticks.map(({ status }: { status: string }) => status),
    ['failed', 'success'],
  )
})

test('a wrong request says what is wrong, field by field', async () => {
  const inputSchema = { type: 'object', properties: { days: { type: 'integer' } }, required: ['days'] }
  await using room = await openRoom([strandOf('typed', { a: {} }, { inputSchema })])
  const wrong = await room.ask('POST', '/api/flow/strands/typed/run', { input: { days: 'x' } })
  assert.equal(wrong.status, 400)
  assert.deepEqual(wrong.body.details, [{ field: 'input.days', reason: 'must be a number' }])
  const unknown = await room.ask('POST', '/api/flow/strands/typed/run', { inputs: {} })
  assert.match(unknown.body.details[0].reason, /did you mean "input"/)
  assert.equal((await room.ask('POST', '/api/flow/strands/none/run')).status, 404)
  const range = await room.ask('GET', '/api/flow/calendar?from=2026-01-01T00:00:00.000Z&to=2026-12-01T00:00:00.000Z')
  assert.equal(range.status, 400)
})

test('a native strand is not switched from here, a mirrored one is switched at the gateway and never run here', async () => {
  const asked: unknown[] = []
  const answers: ('ok' | 'down')[] = ['ok', 'down']
  await using room = await openRoom([strandOf('native', { a: {} })], {
    async setJobEnabled(id, enabled) {
      asked.push([id, enabled])
      if (answers.shift() === 'ok') return { ok: true, value: null }
      return { ok: false, error: { error: 'gateway_unavailable', reason: 'The gateway is down.' } }
    },
  })
  room.flow.synthetic.replace([mirrored])
  await shows(room, mirrored.id)
  const native = await room.ask('POST', '/api/flow/strands/native/enabled', { enabled: false })
  assert.deepEqual([native.status, native.body.error], [501, 'native_strand'])
  assert.match(native.body.hint, /Set enabled in \/nowhere\.ts/)
  const path = `/api/flow/strands/${mirrored.id}`
  const run = await room.ask('POST', `${path}/run`)
  assert.equal(run.status, 409)
  assert.deepEqual(Object.keys(run.body).toSorted(), ['error', 'hint', 'ok', 'reason'])
  assert.ok(run.body.hint.includes(jobId))
  const off = await room.ask('POST', `${path}/enabled`, { enabled: false })
  assert.deepEqual([off.status, off.body.ok, off.body.strand.enabled], [200, true, false])
  const down = await room.ask('POST', `${path}/enabled`, { enabled: true })
  assert.deepEqual([down.status, down.body.error], [502, 'gateway_unavailable'])
  assert.deepEqual(asked, [
    [jobId, false],
    [jobId, true],
  ])
})

test('mirrored strands survive a reload, and never hide a strand from a file', async () => {
  await using room = await openRoom([])
  room.flow.synthetic.replace([mirrored])
  await shows(room, mirrored.id)
  await room.ask('POST', '/api/flow/reload')
  assert.equal((await room.ask('GET', '/api/flow/strands')).body.strands.length, 1)
  const { strand } = (await room.ask('GET', `/api/flow/strands/${mirrored.id}`)).body
  assert.deepEqual(
    [strand.upstream.job_id, strand.upstream.mirrored_by, strand.schedule_words, strand.next_runs],
    [jobId, 'reads-the-gateway', 'every day at 7', mirrored.nextRuns],
  )
  room.memory.strands = [strandOf(mirrored.id, { own: {} })]
  await room.ask('POST', '/api/flow/reload')
  const shadowed = (await room.ask('GET', '/api/flow/strands')).body.strands
  assert.deepEqual(
    shadowed.map(({ origin }: { origin: string }) => origin),
    ['user'],
  )
})

test('a cycle of the mirror that found nothing new changes nothing, and one after a switch of ours does', async () => {
  await using room = await openRoom([])
  const told: string[] = []
  const keeper = createSyntheticKeeper({
    database: room.database,
    reads: createRunReads(room.database.read),
    onReplace: ([strand]) => told.push(`${strand?.scheduleWords} ${strand?.enabled}`),
    onRuns() {},
  })
  keeper.replace([mirrored])
  keeper.replace([{ ...mirrored }])
  keeper.change(mirrored.id, (strand) => strand)
  assert.deepEqual(told, ['every day at 7 true'])
  keeper.change(mirrored.id, (strand) => ({ ...strand, enabled: false }))
  // The gateway did not switch it after all.
  keeper.replace([mirrored])
  keeper.replace([{ ...mirrored, scheduleWords: 'every day at 8' }])
  assert.deepEqual(told.slice(1), ['every day at 7 false', 'every day at 7 true', 'every day at 8 true'])
  assert.equal(keeper.all()[0]?.scheduleWords, 'every day at 8')
})

test('mirrored runs are taken once, with their steps and what they used', async () => {
  await using room = await openRoom([])
  room.flow.synthetic.replace([mirrored])
  await shows(room, mirrored.id)
  const run: Run = {
    run_id: '6f0e1c1e-0000-4000-8000-000000000001',
    workflow_id: mirrored.id,
    status: 'success',
    trigger: 'cron',
    trigger_by: 'openclaw',
    input: null,
    created_at: '2026-11-20T07:00:00.000Z',
    started_at: '2026-11-20T07:00:00.000Z',
    finished_at: '2026-11-20T07:01:00.000Z',
    error: null,
    slot: null,
    caveat: null,
    retry_of: null,
    usage: { input_tokens: 5, output_tokens: 7, total_tokens: 12, model: 'm', provider: 'p', cost: 0.5 },
  }
  const steps = [toRunStep({ ...newStep(run.run_id, 'EXEC', null), status: 'success', output_tail: 'Done.' })]
  assert.equal(await room.flow.synthetic.insertRuns([{ run, steps }]), 1)
  assert.equal(await room.flow.synthetic.insertRuns([{ run: { ...run, status: 'failed' }, steps }]), 0)
  assert.deepEqual([...(await room.flow.synthetic.knownRuns([run.run_id, 'other']))], [run.run_id])
  const { body } = await room.ask('GET', `/api/flow/runs/${run.run_id}`)
  assert.deepEqual(body.run, run)
  assert.equal(body.steps[0].output_tail, 'Done.')
  assert.equal((await room.ask('GET', `/api/flow/runs/${run.run_id}/steps/EXEC/output`)).text, 'Done.')
  const { strand } = (await room.ask('GET', `/api/flow/strands/${mirrored.id}`)).body
  assert.deepEqual(
    strand.ticks.map(({ status, duration_ms: ms }: { status: string; duration_ms: number }) => [status, ms]),
    [['success', 60_000]],
  )
  assert.equal((await room.ask('POST', `/api/flow/runs/${run.run_id}/retry`)).status, 409)
})

test('output is read from any byte on, and a hundred megabytes of it cost neither memory nor disk', async () => {
  const line = 'x'.repeat(1023)
  const many = 100 * 1024
  await using room = await openRoom([
    strandOf('loud', {
      a: {
        run: ({ output }) => {
          for (let index = 0; index < many; index++) output(line)
          output('the end')
          return null
        },
      },
    }),
  ])
  const before = process.memoryUsage().rss
  const { run_id: id } = (await room.ask('POST', '/api/flow/strands/loud/run')).body
  await room.flow.engine.result(id)
  assert.ok(process.memoryUsage().rss - before < 100 * 1024 * 1024, 'the output gathered in memory')
  const path = `/api/flow/runs/${id}/steps/a/output`
  const total = many * 1024 + 'the end\n'.length
  const head = await room.ask('GET', `${path}?from=1020&limit=8`)
  assert.deepEqual([head.status, head.text, head.headers.get('x-output-bytes')], [200, 'xxx\nxxxx', String(total)])
  assert.match(head.headers.get('content-type') ?? '', /^text\/plain/)
  const tail = await room.ask('GET', `${path}?from=${total - 8}&download=true`)
  assert.equal(tail.text, 'the end\n')
  assert.match(tail.headers.get('content-disposition') ?? '', /attachment; filename="run-\w+-\w+-a\.log"/)
  assert.equal((await room.ask('GET', `${path}?from=-4`)).text, 'end\n')
  const middle = await room.ask('GET', `${path}?from=${50 * 1024 * 1024}&limit=1024`)
  const begins = Number(middle.headers.get('x-output-from'))
  assert.ok(begins > 90 * 1024 * 1024, `what was not kept is left out, not made up: ${begins}`)
  assert.equal((await room.ask('GET', `${path}?from=${total}`)).text, '')
  const { steps } = (await room.ask('GET', `/api/flow/runs/${id}`)).body
  assert.equal(steps[0].output_bytes, total)
  assert.ok(steps[0].output_tail.endsWith('the end\n') && steps[0].output_tail.length <= 4000)
  assert.equal((await room.ask('GET', `/api/flow/runs/${id}/steps/none/output`)).status, 404)
})

test('output is never cut through a character', async () => {
  await using room = await openRoom([strandOf('words', { a: { run: ({ output }) => (output('aé漢😀z'), null) } })])
  const { run_id: id } = (await room.ask('POST', '/api/flow/strands/words/run')).body
  await room.flow.engine.result(id)
  // One byte, two, three, four and one.
  const rows = [
    [0, 2, 'a', 0],
    [0, 3, 'aé', 0],
    [2, 9, '漢😀z', 3],
    [4, 6, '😀', 6],
    [7, 4, 'z', 10],
  ] as const
  for (const [from, limit, text, begins] of rows) {
    const part = await room.ask('GET', `/api/flow/runs/${id}/steps/a/output?from=${from}&limit=${limit}`)
    assert.deepEqual([part.text, part.headers.get('x-output-from')], [text, String(begins)])
  }
})

test('the calendar shows what ran and what is planned, and names what runs all day long', async () => {
  const at = Date.now()
  await using room = await openRoom([
    strandOf('daily', { a: {} }, { schedule: '0 3 * * *', triggerType: 'cron' }),
    strandOf('often', { a: {} }, { schedule: '*/5 * * * *', triggerType: 'cron' }),
    strandOf('manual', { a: {} }),
  ])
  const { run_id: id } = (await room.ask('POST', '/api/flow/strands/manual/run')).body
  await room.flow.engine.result(id)
  const day = 24 * 3_600_000
  const query = new URLSearchParams({
    from: new Date(at - day).toISOString(),
    to: new Date(at + 10 * day).toISOString(),
  })
  const { body } = await room.ask('GET', `/api/flow/calendar?${query.toString()}`)
  const planned = body.entries.filter(({ status }: { status: string }) => status === 'planned')
  assert.equal(planned.length, 10)
  assert.ok(planned.every(({ strand_id: strand }: { strand_id: string }) => strand === 'daily'))
  const ran = body.entries.filter(({ run_id: run }: { run_id: string | null }) => run === id)
  assert.deepEqual(
    ran.map(({ status }: { status: string }) => status),
    ['success'],
  )
  assert.deepEqual(body.frequent, [{ strand_id: 'often', per_day: 288 }])
})

test('a viewer gets a snapshot, each change, and the output of the run that it follows', async () => {
  const gate = new Gate()
  const strand = strandOf('watched', { a: { run: (call) => (call.output('first line'), gate.run(call)) } })
  await using room = await openRoom([strand])
  await assert.rejects(openViewer(room, []), /401/)
  const viewer = await openViewer(room)
  const [snapshot] = viewer.frames
  assert.ok(snapshot?.type === 'snapshot')
  assert.deepEqual([Object(snapshot.strands).map(({ id }: Strand) => id), snapshot.runs], [['watched'], []])
  viewer.socket.send(JSON.stringify({ type: 'follow', run_id: 'seen' }))
  await room.ask('POST', '/api/flow/strands/watched/run', { run_id: 'seen' })
  await viewer.until((frame) => frame.type === 'output' && frame.text === 'first line\n' && frame.offset === 0)
  gate.open('done')
  await viewer.until(has('run', 'upsert', ({ status }: Run) => status === 'success'))
  await viewer.until(has('step', 'upsert', ({ result }: RunStep) => result === 'done'))
  await viewer.until(has('strand', 'upsert', ({ ticks }: Strand) => ticks[0]?.status === 'success'))
  room.memory.strands = []
  await room.ask('POST', '/api/flow/reload')
  await viewer.until(has('strand', 'remove', () => true))
  viewer.socket.send('nonsense')
  const [code] = await once(viewer.socket, 'close')
  assert.equal(code, 1003)
})

/** Whether a frame tells of such a change. */
const has =
  <T>(kind: string, op: string, holds: (value: T) => boolean) =>
  (frame: Frame): boolean =>
    frame.type === 'changes' &&
    frame.changes.some((change) => change.kind === kind && change.op === op && holds(change.value as T))

type Frame = LiveFrame | OutputFrame
const frameSchema: z.ZodType<Frame> = z.union([liveFrameSchema, outputFrameSchema])

async function openViewer({ url }: Room, protocols = ['orrery', `orrery.token.${testToken}`]) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/flow`, protocols)
  const frames: Frame[] = []
  socket.on('message', (data: Buffer) => frames.push(frameSchema.parse(JSON.parse(data.toString()))))
  await once(socket, 'message')
  return {
    socket,
    frames,
    async until(holds: (frame: Frame) => boolean) {
      const signal = AbortSignal.timeout(20_000)
      while (!frames.some(holds)) await once(socket, 'message', { signal })
    },
  }
}

async function shows(room: Room, id: string): Promise<void> {
  while ((await room.ask('GET', `/api/flow/strands/${id}`)).status !== 200) await new Promise(setImmediate)
}
