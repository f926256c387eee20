// The mirror's strand in the real service, against a scripted gateway and stand-ins for its command.
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { Run, RunDetail, Strand } from '#rooms/flow/contract.ts'
import { startFakeGateway } from '#platform/server/gateway/gateway.testkit.ts'
import { rawJob, rawJobs, rawRuns } from '#rooms/mirror/mirror.testkit.ts'
import { answerFrom } from '#rooms/mirror/server/room.testkit.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const mirror = 'openclaw-cron-mirror'
/** A command that hangs is ended after 20 s. */
const cycleLimitMs = 60_000

/** A service whose gateway is at `port`, and whose `openclaw` is this script; null: none on PATH. */
async function start(home: TestHome, port: number, script: string | null): Promise<Service> {
  const bin = join(home.root, 'bin')
  await mkdir(bin, { recursive: true })
  if (script !== null) await writeCommand(home, script)
  return startService(home, { env: { PATH: [bin, process.env.PATH].join(delimiter), GATEWAY_PORT: String(port) } })
}

const writeCommand = (home: TestHome, script: string): Promise<void> =>
  writeFile(join(home.root, 'bin/openclaw'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })

async function read<T>(service: Service, path: string): Promise<T> {
  const answer = await service.call(`GET ${path}`, { token: service.token })
  assert.equal(answer.status, 200, answer.text)
  return answer.json as T
}

const post = (service: Service, path: string, json?: unknown) =>
  service.call(`POST ${path}`, { token: service.token, ...(json === undefined ? {} : { json }) })

const strandOf = async (service: Service, id: string): Promise<Strand | undefined> =>
  (await read<{ strands: Strand[] }>(service, '/api/flow/strands')).strands.find((strand) => strand.id === id)

/** Runs the strand and waits for its end. */
async function runMirror(service: Service): Promise<RunDetail> {
  const started = await post(service, `/api/flow/strands/${mirror}/run`)
  assert.equal(started.status, 202, started.text)
  const path = `/api/flow/runs/${String(started.json.run_id)}`
  const isOver = async () => {
    const answer = await read<RunDetail>(service, path)
    return answer.run.finished_at === null ? null : answer
  }
  return until('the cycle is over', isOver, cycleLimitMs)
}

/** Every row of every table, as text, but for what search makes of them later. */
function rowsOf(home: TestHome): Map<string, Set<string>> {
  const database = new DatabaseSync(join(home.home, 'service.db'), { readOnly: true })
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'search_*'")
    .all()
  const rows = tables.map(({ name }) => {
    const all = database.prepare(`SELECT * FROM "${String(name)}"`).all()
    return [String(name), new Set(all.map((row) => JSON.stringify(row)))] as const
  })
  database.close()
  return new Map(rows)
}

test('the start mirrors everything, and a cycle that finds nothing new writes its own run alone', async () => {
  await using home = await makeHome()
  await using gateway = await startFakeGateway({ answer: answerFrom({ jobs: rawJobs(), runs: rawRuns() }) })
  await using service = await start(home, gateway.port, null)
  const warmUp = await until('the run of the start is over', async () => {
    const { runs } = await read<{ runs: Run[] }>(service, `/api/flow/runs?strand=${mirror}`)
    return runs.find((run) => run.finished_at !== null)
  })
  assert.deepEqual([warmUp.trigger, warmUp.trigger_by, warmUp.status], ['cron', 'boot-warmup', 'success'])
  const all = async () => (await read<{ runs: Run[] }>(service, '/api/flow/runs?limit=200')).runs
  await until('all runs are there', async () => (await all()).length >= rawRuns().length + 1)
  await runMirror(service)
  const before = rowsOf(home)
  const { run, steps } = await runMirror(service)
  assert.deepEqual([run.status, steps.map(({ step_id: id }) => id)], ['success', ['JOBS', 'RUNS', 'WRITE']])
  assert.deepEqual(steps[2]?.result, { inserted: 0 })
  const changed = [...rowsOf(home)].flatMap(([table, rows]) =>
    [...rows].filter((row) => before.get(table)?.has(row) !== true).map((row) => ({ table, row })),
  )
  const strange = changed.filter(({ row }) => !row.includes(run.run_id))
  assert.deepEqual(strange, [])
  assert.deepEqual(new Set(changed.map(({ table }) => table)), new Set(['loom_runs', 'loom_step_runs']))
})

test('mirrored strands survive a reload and a restart, and a file of that id wins over one', async () => {
  await using home = await makeHome()
  const id = 'aaaaaaaa-0172-42c9-86ac-5642161f3f14'
  await using gateway = await startFakeGateway({ answer: answerFrom({ jobs: [rawJob(id)], runs: [] }) })
  let service = await start(home, gateway.port, null)
  await until('the job is there', () => strandOf(service, 'openclaw-cron-aaaaaaaa'))
  await post(service, '/api/flow/reload')
  assert.equal((await strandOf(service, 'openclaw-cron-aaaaaaaa'))?.origin, 'synthetic')
  await gateway[Symbol.asyncDispose]()
  await service.stop()
  service = await start(home, gateway.port, null)
  await until('the job is there without the gateway', () => strandOf(service, 'openclaw-cron-aaaaaaaa'))
  const file = "export default { id: 'openclaw-cron-aaaaaaaa', steps: [{ id: 'one', run: () => 1 }] }\n"
  await mkdir(join(home.home, 'workflows'), { recursive: true })
  await writeFile(join(home.home, 'workflows/mine.js'), file)
  await post(service, '/api/flow/reload')
  assert.equal((await strandOf(service, 'openclaw-cron-aaaaaaaa'))?.origin, 'user')
  await service[Symbol.asyncDispose]()
})

test('run and switch answer 409, 501 and 502 as they should', async () => {
  await using home = await makeHome()
  const id = 'aaaaaaaa-0172-42c9-86ac-5642161f3f14'
  await using gateway = await startFakeGateway({ answer: answerFrom({ jobs: [rawJob(id)], runs: [] }) })
  await using service = await start(home, gateway.port, null)
  const path = '/api/flow/strands/openclaw-cron-aaaaaaaa'
  await until('the job is there', () => strandOf(service, 'openclaw-cron-aaaaaaaa'))
  const run = await post(service, `${path}/run`)
  assert.equal(run.status, 409)
  assert.deepEqual([run.json.ok, typeof run.json.error, typeof run.json.reason], [false, 'string', 'string'])
  assert.ok(String(run.json.hint).includes(id))
  assert.equal((await post(service, `/api/flow/strands/${mirror}/enabled`, { enabled: false })).status, 501)
  const missing = await post(service, `${path}/enabled`, { enabled: false })
  assert.deepEqual([missing.status, missing.json.error], [502, 'gateway_unavailable'])
  assert.match(String(missing.json.reason), /not on PATH/)
  assert.equal((await strandOf(service, 'openclaw-cron-aaaaaaaa'))?.enabled, true)
})

const commands = [
  ['prints garbage', 'echo "}{"', /no JSON/],
  ['prints a hundred megabytes', 'head -c 104857600 /dev/zero', /more than can be an answer/],
  ['fails', 'echo "it broke" >&2; exit 3', /it broke/],
  ['hangs', 'sleep 600', /did not end within/],
] as const

test('a command that hangs, fails or prints nonsense fails its cycle in words, and the next one goes well', async () => {
  await using home = await makeHome()
  await using service = await start(home, 9, 'echo "{\\"jobs\\":[]}"')
  assert.equal((await runMirror(service)).run.status, 'success')
  for (const [what, script, words] of commands) {
    await writeCommand(home, script)
    const { run } = await runMirror(service)
    assert.equal(run.status, 'failed', what)
    assert.match(run.error ?? '', words)
    assert.equal((await service.call('GET /api/version')).status, 200)
  }
  await writeCommand(home, `echo '${JSON.stringify({ jobs: [rawJob('aaaaaaaa-1')] })}'`)
  assert.equal((await runMirror(service)).steps[0]?.status, 'success')
  assert.equal((await strandOf(service, 'openclaw-cron-aaaaaaaa'))?.enabled, true)
})
