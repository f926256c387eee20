// Triage against a real model server that holds to schemas: llama.cpp with random weights, so that nothing but the schema, the
// batches and the service's own care bring a run to its end.
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { ScoreOverride, TriageRun } from '#rooms/triage/contract.ts'
import { makeHome, type TestHome } from '../support/home.ts'
import { installLlama, openLlama, type Llama } from '../support/llama.ts'
import { orrery, startService, type Service } from '../support/service.ts'
import { until } from '../support/until.ts'

/** Random weights write every reason to its last letter, a letter a token, on a machine that has more to do. */
const runLimitMs = 120_000

type Place = { readonly home: TestHome; readonly llama: Llama; readonly service: Service }

let place: Place | null = null
let problem = ''

before(async () => {
  const installed = await installLlama()
  if ('problem' in installed) {
    problem = installed.problem
    return
  }
  const home = await makeHome()
  const llama = await openLlama(installed.script)
  await mkdir(home.home, { recursive: true, mode: 0o700 })
  const settings = { model: { url: llama.url, contextTokens: 4096 } }
  await writeFile(join(home.home, 'config.json'), JSON.stringify(settings), { mode: 0o600 })
  place = { home, llama, service: await startService(home) }
})

after(async () => {
  await place?.service[Symbol.asyncDispose]()
  await place?.llama[Symbol.asyncDispose]()
  await place?.home[Symbol.asyncDispose]()
})

/** Skips the test where llama.cpp can't be had, and says why. */
function llamaTest(name: string, act: (place: Place) => Promise<void>): void {
  test(name, async (t) => {
    if (place === null) t.skip(`llama.cpp is not to be had: ${problem}`)
    else await act(place)
  })
}

/** Open tasks T-1 to T-count: further ones are made. */
async function fillTo(service: Service, count: number): Promise<void> {
  for (let index = 1; index <= count; index += 1) {
    const { status } = await service.call('POST /api/tasks', { json: { id: `T-${index}`, title: `Task ${index}` } })
    assert.ok(status === 201 || status === 409, `T-${index}: ${status}`)
  }
}

async function start({ service }: Place): Promise<number> {
  const { status, json, text } = await service.call('POST /api/triage/runs')
  assert.equal(status, 202, text)
  return Number(json.run_id)
}

async function end({ service }: Place, id: number): Promise<TriageRun> {
  const read = async () => (await service.call(`GET /api/triage/runs/${id}`)).json.run as TriageRun
  await until('the end of the run', async () => (await read()).status !== 'running', runLimitMs)
  return read()
}

async function waiting({ service }: Place) {
  const { briefs } = (await service.call('GET /api/briefs')).json as { briefs: unknown[] }
  const path = 'GET /api/triage/overrides?applied=false'
  const { overrides } = (await service.call(path)).json as { overrides: ScoreOverride[] }
  return [briefs.length, overrides.length]
}

llamaTest('a server that dies in the middle fails the run and consumes nothing; the next run works', async (at) => {
  const { llama, service } = at
  await llama.start(32_768)
  await fillTo(service, 3)
  await service.call('POST /api/briefs', { json: { source: 'news', body: 'The auditor comes' } })
  await service.call('POST /api/triage/overrides', { json: { task_id: 'T-1', dimension: 'impact', new_value: 5 } })
  const id = await start(at)
  await until('the model writes', llama.isBusy)
  await llama.kill()
  const run = await end(at, id)
  assert.deepEqual([run.status, run.error?.code], ['failed', 'model_unreachable'])
  assert.deepEqual(await waiting(at), [1, 1])
  await llama.start(32_768)
  const next = await end(at, await start(at))
  assert.equal(next.error, null)
  assert.deepEqual([next.run_summary?.scored, next.run_summary?.briefs, next.run_summary?.overrides], [3, 1, 1])
  assert.deepEqual(await waiting(at), [0, 0])
})

llamaTest('a run that is cancelled stops the model in the middle of its answer', async (at) => {
  const id = await start(at)
  await until('the model writes', at.llama.isBusy)
  const { status } = await at.service.call(`POST /api/triage/runs/${id}/cancel`)
  assert.equal(status, 200)
  await until('the model is at rest', async () => !(await at.llama.isBusy()))
  assert.equal((await end(at, id)).status, 'cancelled')
})

llamaTest('a context that holds no task says in words what to set', async (at) => {
  await at.llama.start(256)
  const { code, err } = await orrery(at.home, ['triage', 'run'])
  assert.equal(code, 1)
  assert.match(err, /exceeds the available context size \(256 tokens\)/)
  assert.match(err, /Set model\.contextTokens/)
})

llamaTest('of 17 tasks each is scored once at the first try, whatever the weights', async (at) => {
  await at.llama.start(32_768)
  await fillTo(at.service, 17)
  const run = await end(at, await start(at))
  assert.equal(run.error, null)
  const { scored, dropped, repairs } = run.run_summary ?? assert.fail()
  assert.deepEqual([scored, dropped, repairs], [17, 0, 0])
})

llamaTest('45 tasks on a server with less context than was set are scored in batches, each once', async (at) => {
  await at.llama.start(4608)
  await fillTo(at.service, 45)
  const run = await end(at, await start(at))
  assert.equal(run.error, null)
  const { scored, dropped, repairs, batches } = run.run_summary ?? assert.fail()
  assert.deepEqual([scored, dropped, repairs], [45, 0, 0])
  assert.ok(batches > 2, `${batches} batches`)
  assert.deepEqual(run.run_summary?.placed, { now: 3, next: 7, later: 30, none: 5 })
})
