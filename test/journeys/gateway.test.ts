// The real OpenClaw gateway and its command: its jobs, runs and agents in Orrery. Skipped, with the reason, where it can't be had.
import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Run, RunStep, Strand } from '#rooms/flow/contract.ts'
import type { GatewayStatus } from '#rooms/mirror/contract.ts'
import { chatAnswer, startFakeChatModel, type FakeChatModel } from '../support/fake-openai.ts'
import { makeHome, type TestHome } from '../support/home.ts'
import { launch, sessionOf } from '../support/http.ts'
import { installOpenclaw, openOpenclaw, type Openclaw } from '../support/openclaw.ts'
import { orrery, startService, type Service } from '../support/service.ts'
import { statesSeen } from '../support/states.ts'
import { until } from '../support/until.ts'
import { openViewer } from '../support/viewer.ts'

/** A run of an agent on a machine that is busy with other things. */
const runLimitMs = 120_000

type Place = {
  readonly home: TestHome
  readonly model: FakeChatModel
  readonly gateway: Openclaw
  readonly opened: AsyncDisposableStack
  readonly service: Service
  /** Ids of the jobs by what they are for. */
  readonly jobs: Readonly<Record<JobName, string>>
}

let place: Place | null = null
let problem = ''

type JobName = 'isolated' | 'failing' | 'webhook' | 'command' | 'shared' | 'disabled'
const delivery = { mode: 'none' }
const agentTurn = (message: string) => ({ kind: 'agentTurn', message })
const daily = { kind: 'cron', expr: '5 5 * * *', tz: 'UTC' }

const jobs: Readonly<Record<JobName, Record<string, unknown>>> = {
  isolated: {
    name: 'Morning brief',
    schedule: daily,
    sessionTarget: 'isolated',
    payload: agentTurn('Say hello'),
    delivery,
  },
  failing: {
    name: 'Fail job',
    schedule: { kind: 'every', everyMs: 3_600_000 },
    sessionTarget: 'isolated',
    payload: agentTurn('FAIL now'),
    delivery,
  },
  webhook: {
    name: 'Webhook refused',
    schedule: daily,
    sessionTarget: 'isolated',
    payload: agentTurn('hello'),
    delivery: { mode: 'webhook', to: 'http://127.0.0.1:9/x' },
  },
  command: {
    name: 'Command',
    schedule: daily,
    sessionTarget: 'isolated',
    payload: { kind: 'command', argv: ['echo', 'cmd-out'] },
    delivery,
  },
  shared: {
    name: 'Shared',
    schedule: daily,
    sessionTarget: 'session:shared',
    payload: agentTurn('hello shared'),
    delivery,
  },
  disabled: {
    name: 'Disabled one',
    enabled: false,
    schedule: daily,
    sessionTarget: 'main',
    payload: { kind: 'systemEvent', text: 'tick' },
  },
}

before(async () => {
  const installed = await installOpenclaw()
  if ('problem' in installed) {
    problem = installed.problem
    return
  }
  await using opened = new AsyncDisposableStack()
  const home = opened.use(await makeHome())
  const model = opened.use(await startFakeChatModel())
  const folder = join(home.root, 'openclaw')
  await mkdir(folder)
  const gateway = opened.use(await openOpenclaw(installed.bin, folder, model.url))
  await gateway.start()
  const made: Partial<Record<JobName, string>> = {}
  for (const [name, job] of Object.entries(jobs)) {
    const { id } = await gateway.ask('cron.add', { wakeMode: 'now', ...job })
    made[name as JobName] = String(id)
  }
  const service = opened.use(await startService(home, { env: variables(installed.bin, gateway) }))
  place = { home, model, gateway, service, jobs: made as Record<JobName, string>, opened: opened.move() }
})

/** The service finds the token in the gateway's own file, and so do the command and the agents that it launches. */
function variables(bin: string, gateway: Openclaw): Record<string, string> {
  return {
    PATH: [bin, process.env.PATH].join(delimiter),
    GATEWAY_PORT: String(gateway.port),
    OPENCLAW_STATE_DIR: join(gateway.home, '.openclaw'),
  }
}

after(() => place?.opened.disposeAsync())

/** Skips the test where OpenClaw can't be had, and says why. */
function gatewayTest(name: string, act: (place: Place) => Promise<void>): void {
  test(name, async (t) => {
    if (place === null) t.skip(`OpenClaw could not be installed: ${problem}`)
    else await act(place)
  })
}

async function read<T>({ service }: Place, path: string): Promise<T> {
  const answer = await service.call(`GET ${path}`, { token: service.token })
  assert.equal(answer.status, 200, JSON.stringify(answer.json))
  return answer.json as T
}

const strandsOf = async (at: Place): Promise<Strand[]> =>
  (await read<{ strands: Strand[] }>(at, '/api/flow/strands')).strands.filter(({ origin }) => origin === 'synthetic')
const runsOf = async (at: Place): Promise<Run[]> => {
  const { runs } = await read<{ runs: Run[] }>(at, '/api/flow/runs?limit=200')
  return runs.filter(({ workflow_id: id }) => id.startsWith('openclaw-cron-') && id !== 'openclaw-cron-mirror')
}
const strandOf = (id: string): string => `openclaw-cron-${id.slice(0, 8)}`

/** Lets the gateway run a job now, and waits until it has a new record of it. */
async function runJob({ gateway }: Place, id: string): Promise<void> {
  const count = async () => Number((await gateway.ask('cron.runs', { id, limit: 1 })).total)
  const beforeIt = await count()
  await gateway.ask('cron.run', { id })
  await until('the gateway records the run', async () => (await count()) > beforeIt, runLimitMs)
}

gatewayTest('every job is mirrored: disabled ones and those of the gateway itself, too', async (at) => {
  const upstream = (await at.gateway.ask('cron.list', { includeDisabled: true, limit: 200 })).jobs as {
    id: string
    name: string
    enabled: boolean
  }[]
  assert.ok(upstream.length > Object.keys(jobs).length)
  const strands = await until('all strands are there', async () => {
    const found = await strandsOf(at)
    return found.length >= upstream.length ? found : null
  })
  for (const job of upstream) {
    const strand = strands.find(({ upstream: mirrored }) => mirrored?.job_id === job.id)
    assert.deepEqual(
      [strand?.id, strand?.name, strand?.enabled, strand?.modulePath],
      [strandOf(job.id), `🦞 ${job.name}`, job.enabled, `synthetic://openclaw-cron/${job.id}`],
    )
  }
  const webhook = strands.find(({ id }) => id === strandOf(at.jobs.webhook))
  assert.deepEqual(
    webhook?.steps.map(({ id }) => id),
    ['EXEC', 'DELIVER'],
  )
  assert.ok(strands.some(({ upstream: mirrored }) => mirrored?.read_only === true))
  const { status } = await read<{ status: GatewayStatus }>(at, '/api/gateway/status')
  assert.deepEqual([status.state, status.token_source, status.mirror.way], ['connected', 'gateway_file', 'socket'])
})

gatewayTest('every run arrives once, whatever its kind, as soon as it is over', async (at) => {
  const { isolated, failing, webhook, command, shared } = at.jobs
  for (const id of [isolated, failing, webhook, command, shared, shared]) await runJob(at, id)
  const runs = await until('all runs are there', async () => {
    const found = await runsOf(at)
    return found.length >= 6 ? found : null
  })
  const countOf = (id: string): number => runs.filter(({ workflow_id: strand }) => strand === strandOf(id)).length
  assert.deepEqual([isolated, failing, webhook, command, shared].map(countOf), [1, 1, 1, 1, 2])
  const statusOf = (id: string) => runs.find(({ workflow_id: strand }) => strand === strandOf(id))?.status
  assert.deepEqual([isolated, failing, webhook, command].map(statusOf), ['success', 'failed', 'failed', 'success'])
  const one = runs.find(({ workflow_id: strand }) => strand === strandOf(isolated))
  assert.equal(one?.usage?.model, 'fake-model')
  const { steps } = await read<{ steps: RunStep[] }>(at, `/api/flow/runs/${one?.run_id}`)
  assert.match(
    steps[0]?.output_tail ?? '',
    new RegExp(
      `^${chatAnswer}\\n\\nmodel: fake-model\\nprovider: fake\\nduration: .*\\ntokens: in \\d+, out \\d+, total \\d+$`,
    ),
  )
})

gatewayTest('looking again adds no run', async (at) => {
  const before = await runsOf(at)
  const { status: earlier } = await read<{ status: GatewayStatus }>(at, '/api/gateway/status')
  // Any change makes the mirror look.
  await at.gateway.ask('cron.update', { id: at.jobs.isolated, patch: { name: 'Evening brief' } })
  await until('the new name is there', async () =>
    (await strandsOf(at)).some(({ name }) => name === '🦞 Evening brief'),
  )
  const { status: later } = await read<{ status: GatewayStatus }>(at, '/api/gateway/status')
  assert.ok((later.mirror.last_read_at ?? '') > (earlier.mirror.last_read_at ?? ''))
  assert.deepEqual(
    (await runsOf(at)).map(({ run_id: id }) => id).toSorted(),
    before.map(({ run_id: id }) => id).toSorted(),
  )
})

gatewayTest('a cycle of the strand reads everything again and inserts nothing', async (at) => {
  const { service } = at
  const before = await runsOf(at)
  const started = await service.call('POST /api/flow/strands/openclaw-cron-mirror/run', { token: service.token })
  assert.equal(started.status, 202)
  const path = `/api/flow/runs/${String(started.json.run_id)}`
  const { run, steps } = await until('the cycle is over', async () => {
    const answer = await read<{ run: Run; steps: RunStep[] }>(at, path)
    return answer.run.finished_at === null ? null : answer
  })
  assert.equal(run.status, 'success', run.error ?? '')
  assert.deepEqual(steps.at(-1)?.result, { inserted: 0 })
  assert.equal((await runsOf(at)).length, before.length)
})

gatewayTest('a switch takes effect upstream, and a run by hand is refused with the command', async (at) => {
  const { service, gateway, jobs: ids } = at
  const path = `/api/flow/strands/${strandOf(ids.isolated)}`
  for (const enabled of [false, true]) {
    const answer = await service.call(`POST ${path}/enabled`, { token: service.token, json: { enabled } })
    assert.equal(answer.status, 200, JSON.stringify(answer.json))
    assert.equal((answer.json as { strand: Strand }).strand.enabled, enabled)
    assert.equal((await gateway.ask('cron.get', { id: ids.isolated })).enabled, enabled)
  }
  const refused = await service.call(`POST ${path}/run`, { token: service.token })
  assert.equal(refused.status, 409)
  const body = refused.json as Record<string, unknown>
  assert.equal(body.ok, false)
  assert.ok(String(body.hint).includes(`openclaw cron run ${ids.isolated}`))
})

gatewayTest('a real agent moves its card, by the gateway and by its own exit', async (at) => {
  const { service } = at
  using viewer = await openViewer(service.port)
  const { id } = sessionOf(await launch(service, { agent_type: 'gateway-agent', prompt: 'TOOL:echo from-a-tool' }))
  await until('the agent is done', () => viewer.sessions.get(id)?.state === 'completed', runLimitMs)
  assert.deepEqual(statesSeen(viewer, id), ['running', 'completed'])
  const { events } = await read<{ events: { source: string; event: string; metadata: string | null }[] }>(
    at,
    `/api/hooks/sessions/${id}/events`,
  )
  const told = events.filter(({ source }) => source === 'gateway').map(({ event }) => event)
  assert.ok(told.includes('agent.tool_use') && told.includes('process.exit'), told.join())
})

gatewayTest('an agent whose model fails says so on its card', async ({ service }) => {
  using viewer = await openViewer(service.port)
  const { id } = sessionOf(await launch(service, { agent_type: 'gateway-agent', prompt: 'FAIL now' }))
  await until('the agent has failed', () => viewer.sessions.get(id)?.state === 'failed', runLimitMs)
  assert.deepEqual(statesSeen(viewer, id), ['running', 'failed'])
})

gatewayTest('the gateway stops and starts again: it is said, and what happened since arrives', async (at) => {
  const { gateway, home } = at
  const stateOf = async () => (await read<{ status: GatewayStatus }>(at, '/api/gateway/status')).status
  const before = (await runsOf(at)).length
  await gateway.stop()
  await until('the service noticed', async () => (await stateOf()).state !== 'connected')
  const told = await orrery(home, ['gateway', 'status'])
  assert.equal(told.code, 1)
  assert.match(told.out, /^not connected to ws:/)
  const path = `/api/flow/strands/${strandOf(at.jobs.isolated)}/enabled`
  const refused = await at.service.call(`POST ${path}`, { token: at.service.token, json: { enabled: false } })
  assert.equal(refused.status, 502)
  assert.equal((refused.json as { error: string }).error, 'gateway_unavailable')
  assert.ok((await strandsOf(at)).every(({ upstream }) => upstream?.gone_at === null))
  await gateway.start()
  await runJob(at, at.jobs.command)
  await until('the service is back', async () => (await stateOf()).state === 'connected', 60_000)
  await until('the run is there', async () => (await runsOf(at)).length > before)
})
