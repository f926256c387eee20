import assert from 'node:assert/strict'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import type { Run, RunDetail, RunStep, Strand } from '../contract.ts'
import { sampleStrand } from '#testing/sample-strand.testkit.ts'
import {
  asked,
  closeBench,
  home,
  openBench,
  orrery,
  routes,
  seen,
  withoutService,
} from '../../../../test/kit/command-line.ts'

const at = '2026-11-20T08:00:00.000Z'

function strand(id: string, more: Partial<Strand> = {}): Strand {
  return sampleStrand({
    id,
    name: id,
    modulePath: `/home/ada/.service/workflows/${id}.ts`,
    steps: [
      { id: 'pull', name: 'pull', after: [], host: null, requires: [], timeout_ms: 60_000, retries: 0 },
      { id: 'push', name: 'push', after: ['pull'], host: 'forge', requires: ['net'], timeout_ms: 90_000, retries: 2 },
    ],
    origin: 'user',
    ...more,
  })
}

const strands = [
  strand('deploy', { ticks: [{ run_id: 'r1', status: 'failed', at, duration_ms: 1, late: false, caveat: null }] }),
  strand('gc', {
    origin: 'builtin',
    description: "Ada's sweep",
    schedule: '0 */6 * * *',
    schedule_words: 'every 6 hours',
    triggerType: 'cron',
    input_schema: { type: 'object', properties: { 'dry-run': { type: 'boolean', default: true } } },
  }),
  strand('later', { seed: true, enabled: false, origin: 'builtin' }),
  strand('openclaw-cron-1a2b3c4d', {
    origin: 'synthetic',
    name: '🦞 Digest',
    upstream: { job_id: '1a2b3c4d-1', read_only: false, gone_at: null, has_delivery: true, mirrored_by: 'mirror' },
  }),
]

const run = (status: Run['status'], more: Partial<Run> = {}): Run => ({
  run_id: 'r1',
  workflow_id: 'deploy',
  status,
  trigger: 'manual',
  trigger_by: 'ada',
  input: null,
  created_at: at,
  started_at: at,
  finished_at: status === 'running' ? null : '2026-11-20T08:00:09.000Z',
  error: null,
  slot: null,
  caveat: null,
  retry_of: null,
  usage: null,
  ...more,
})

const step = (
  id: string,
  [status, output]: readonly [RunStep['status'], string],
  more: Partial<RunStep> = {},
): RunStep => ({
  step_id: id,
  run_id: 'r1',
  status,
  host: null,
  attempt: 1,
  ready_at: at,
  started_at: at,
  finished_at: status === 'running' ? null : at,
  output_tail: output,
  output_bytes: Buffer.byteLength(output),
  result: null,
  error: null,
  attempts: [],
  caveat: null,
  reused: false,
  ...more,
})

const answer = (of: Run, ...steps: RunStep[]): { json: RunDetail } => ({
  json: { run: of, steps, strand: { id: 'deploy', name: 'deploy', steps: [] } },
})

const pulled = 'pulling\n'
const pushed = 'püshing\u001B[2J\n100 %\n'

before(openBench)
after(closeBench)
beforeEach(async () => {
  await rm(join(home, 'workflows'), { recursive: true, force: true })
  const errors = [{ file: 'workflows/bad.ts', line: 3, reason: 'the schedule is wrong' }]
  Object.assign(routes, {
    'GET /api/flow/strands': { json: { strands, errors } },
    'GET /api/flow/runs?strand=gc&limit=8': { json: { runs: [run('success', { run_id: 'gc@1' })], next_cursor: null } },
    'GET /api/flow/runs/r1': answer(
      run('success'),
      step('pull', ['success', pulled]),
      step('push', ['success', pushed]),
    ),
    'GET /api/flow/runs/r1/steps/pull/output?from=0': { text: pulled },
    'GET /api/flow/runs/r1/steps/push/output?from=0': { text: pushed },
    'POST /api/flow/strands/deploy/run': { status: 202, json: { ok: true, run_id: 'r1' } },
    'POST /api/flow/runs/r1/cancel': { json: { ok: true, run: run('cancelled') } },
    'POST /api/flow/runs/r1/retry': { status: 202, json: { ok: true, run_id: 'r1' } },
    'POST /api/flow/reload': { json: { ok: true, loaded: 17, errors } },
  })
})

test('ls shows strands without seeds, what could not be loaded beside them, and narrows by state', async () => {
  const { code, out, err } = await orrery('strand ls')
  assert.equal(code, 0)
  assert.match(out, /^LAST +AGO +ID +RUNS +NEXT +NAME\nfailed +\S+ +deploy +manual\nnever ran +gc +every 6 hours\n/)
  assert.match(out, /openclaw-cron-1a2b3c4d +manual +🦞 Digest/)
  assert.equal(err, '1 seed is left out: see them with --all.\nnot loaded: workflows/bad.ts:3: the schedule is wrong\n')
  const ids = async (line: string) =>
    (JSON.parse((await orrery(line)).out) as { strands: Strand[] }).strands.map(({ id }) => id)
  assert.deepEqual(await ids('strand ls --json --all'), ['deploy', 'gc', 'later', 'openclaw-cron-1a2b3c4d'])
  assert.deepEqual(await ids('strand ls --json -s failed'), ['deploy'])
  assert.deepEqual(await ids('strand ls --json -a -s off'), ['later'])
})

test('show tells what is set, the steps and the latest runs', async () => {
  const { out } = await orrery('strand show gc')
  assert.match(out, /^gc\nid +gc\nabout +Ada's sweep\nruns +every 6 hours \(0 \*\/6 \* \* \*\)/)
  assert.match(out, /STEP +AFTER +WHERE +TRIES +LIMIT\npull +1 +1m\npush +pull +forge, net +3 +1m/)
  assert.match(out, /success +\S+ +9s +ada +gc@1/)
})

test('a strand is found by its beginning; one that is not there is told with the nearest', async () => {
  assert.equal((await orrery('strand run dep')).code, 0)
  const none = await orrery('strand run deplyo')
  assert.equal(none.code, 1)
  assert.match(none.err, /no strand is called "deplyo"\n {2}Did you mean deploy\?\n/)
  assert.equal(asked().includes('POST /api/flow/strands/deploy/run'), false)
})

test('run sends its input and its id, and prints the id of the run alone', async () => {
  const { code, out, err } = await orrery('strand run deploy -i {"level":2} --run-id mine')
  assert.deepEqual([code, out, err], [0, 'r1\n', 'Watch it with: npx orrery strand logs -f r1\n'])
  assert.deepEqual(seen.at(-1)?.body, { input: { level: 2 }, run_id: 'mine' })
  await orrery('strand run deploy --input-file -', { readStdin: async () => '[1]' })
  assert.deepEqual(seen.at(-1)?.body, { input: [1] })
  for (const line of ['strand run deploy -i {', 'strand run deploy -i 1 --input-file -', 'strand run']) {
    const wrong = await orrery(line)
    assert.deepEqual([wrong.code, seen.length], [2, 0], line)
  }
})

test('a followed run that is not ok, or not set up, is told so with the reason, and by the exit code', async () => {
  const rows = [
    ['not_ok', 'success', /^pull: success, not ok.*: Half\.$/m, /^success, not ok after 9s: pull: Half\.$/m, 1],
    ['not_set_up', 'skipped', /^pull: not set up.*: Half\.$/m, /^not set up after 9s: pull: Half\.$/m, 69],
  ] as const
  for (const [kind, status, ofStep, ofRun, expected] of rows) {
    const caveat = (reason: string) => ({ caveat: { kind, reason } })
    routes['GET /api/flow/runs/r1'] = () =>
      answer(run('success', caveat('pull: Half.')), step('pull', [status, ''], caveat('Half.')))
    const { code, err } = await orrery('strand run deploy --follow')
    assert.equal(code, expected)
    assert.match(err, ofStep)
    assert.match(err, ofRun)
  }
})

test('a run that is followed prints what its steps write, each part once, and its outcome is the exit code', async () => {
  const running = 'püsh'
  const answers = [
    answer(run('running'), step('pull', ['success', pulled]), step('push', ['running', `${running}ing\n10`])),
    answer(
      run('failed', { error: 'push: refused' }),
      step('pull', ['success', pulled]),
      step('push', ['failed', pushed], { error: 'refused', attempt: 2 }),
    ),
  ]
  routes['GET /api/flow/runs/r1'] = () => answers.shift() ?? {}
  routes['GET /api/flow/runs/r1/steps/push/output?from=0'] = { text: `${running}ing\n10` }
  routes['GET /api/flow/runs/r1/steps/push/output?from=9'] = { text: '100 %\n' }
  const controller = new AbortController()
  const { code, out, err } = await orrery('strand run deploy --follow', { catchSignals: () => controller.signal })
  assert.equal(out, 'pull | pulling\npush | püshing\npush | 100 %\n')
  assert.equal(code, 1)
  assert.match(
    err,
    /^run r1\npull: success 0s\npush: running\npush: failed 0s, try 2: refused\nfailed after 9s: push: refused\n/,
  )
  assert.match(err, /orrery strand retry r1/)

  routes['GET /api/flow/runs/r1'] = answer(run('success'), step('pull', ['success', pulled]))
  const good = await orrery('strand retry r1 -f --json', { catchSignals: () => controller.signal })
  assert.equal(good.code, 0)
  assert.equal((JSON.parse(good.out) as RunDetail).run.status, 'success')
})

test('whoever stops watching leaves the run as it is', async () => {
  routes['GET /api/flow/runs/r1'] = answer(run('running'), step('pull', ['running', '']))
  const { code, err } = await orrery('strand logs -f r1')
  assert.equal(code, 0)
  assert.match(err, /It goes on without you. Stop it with: npx orrery strand cancel r1/)
})

test('logs prints the steps in order, or one of them, without what could steer the terminal', async () => {
  const all = await orrery('strand logs r1')
  assert.deepEqual([all.out, all.err], ['pulling\npüshing\n100 %\n', '== pull (success)\n== push (success)\n'])
  assert.equal((await orrery('strand logs r1 push')).out, 'püshing\n100 %\n')
  const json = JSON.parse((await orrery('strand logs r1 --json')).out) as { steps: { output: string }[] }
  assert.deepEqual(
    json.steps.map(({ output }) => output),
    ['pulling\n', 'püshing\n100 %\n'],
  )
  const wrong = await orrery('strand logs r1 psh')
  assert.equal(wrong.code, 1)
  assert.match(wrong.err, /run r1 has no step "psh"\n {2}Did you mean push\?/)
})

test('cancel says how the run stands, and reload lists faults with their place and fails', async () => {
  assert.equal((await orrery('strand cancel r1')).out, 'r1 is cancelled\n')
  const reloaded = await orrery('strand reload')
  assert.deepEqual([reloaded.code, reloaded.out], [1, '17 strands loaded\nworkflows/bad.ts:3: the schedule is wrong\n'])
})

test('a mirrored job is switched; of a strand from a file it is told where it is set', async () => {
  const off = strand('openclaw-cron-1a2b3c4d', { enabled: false })
  routes['POST /api/flow/strands/openclaw-cron-1a2b3c4d/enabled'] = { json: { ok: true, strand: off } }
  assert.equal((await orrery('strand disable openclaw')).out, 'openclaw-cron-1a2b3c4d is off\n')
  assert.deepEqual(seen.at(-1)?.body, { enabled: false })
  const own = await orrery('strand disable deploy')
  assert.equal(own.code, 1)
  assert.match(
    own.err,
    /switched in its file \(it is on now\)\n {2}Its file: .*deploy\.ts\n {2}There set: enabled: false\n/,
  )
  const builtin = await orrery('strand enable later')
  assert.match(
    builtin.err,
    /orrery strand new --from later\n {2}There set: enabled: true\n {2}Then: npx orrery strand reload/,
  )
  assert.deepEqual(asked(), ['GET /api/flow/strands'])
})

test('new writes an example while no service runs, and never over a file', async () => {
  await withoutService(async () => {
    const { code, out } = await orrery('strand new report')
    assert.deepEqual([code, out], [0, `${join(home, 'workflows', 'report.ts')}\n`])
    assert.match(await readFile(out.trim(), 'utf8'), /id: 'report',[^]*run: \(\{ input, output \}\)/)
    const again = await orrery('strand new report')
    assert.equal(again.code, 1)
    assert.match(again.err, /is there already/)
    for (const line of ['strand new', 'strand new ../up', 'strand new .hidden'])
      assert.equal((await orrery(line)).code, 2)
  })
})

test('a copy of a built-in strand keeps its settings and the bodies of its steps', async () => {
  const { out } = await orrery('strand new --from gc')
  const text = await readFile(out.trim(), 'utf8')
  assert.match(text, /id: 'gc',\n {2}description: 'Ada\\'s sweep',\n {2}schedule: '0 \*\/6 \* \* \*',/)
  assert.match(text, /input: \{\n {4}type: 'object',\n {4}properties: \{\n {6}'dry-run': \{/)
  assert.match(text, /id: 'push',\n {6}after: \['pull'\],\n {6}host: 'forge',[^]*retries: 2,\n {6}uses: 'gc\/push',/)
  assert.equal((await orrery('strand new sweep --from gc')).out, `${join(home, 'workflows', 'sweep.ts')}\n`)
  const own = await orrery('strand new other --from deploy')
  assert.equal(own.code, 1)
  assert.match(own.err, /is no built-in strand\n {2}It is a file of yours already/)
})

test('the guide names every strand command', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../../docs/guide/command-line.md'), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| `orrery strand '))
  for (const name of ['ls', 'show', 'run', 'logs', 'cancel', 'retry', 'new', 'enable', 'disable', 'reload']) {
    assert.ok(
      rows.some((row) => new RegExp(`[\`\\s]${name}\\b`).test(row)),
      name,
    )
    assert.equal((await orrery(`strand ${name} --help`)).code, 0)
  }
})
