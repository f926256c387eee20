// Budgets as people meet them: a stop, a launch that is held back, a restart that says what it cost, a service that is killed
// in between; and the commands of the guide.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { usageAnswerSchema, type UsageGroup } from '#rooms/fuel/contract.ts'
import { root } from '../../support/entry.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { launch, listSessions } from '../../support/http.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openUsingSession, use } from '../../support/usage-files.ts'

let home: TestHome
let service: Service

const start = () => startService(home, { env: { DEPLOYMENT: 'cloud-fabric' } })
before(async () => {
  home = await makeHome()
  service = await start()
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await home[Symbol.asyncDispose]()
})

const setBudgets = (budgets: readonly object[]) =>
  service.call('PUT /api/fuel/budgets', { token: service.token, json: { budgets } })

async function tokensOf(by: UsageGroup, id: string): Promise<number> {
  const { json } = await service.call(`GET /api/fuel/usage?by=${by}`, { token: service.token })
  return usageAnswerSchema.parse(json).groups.find((group) => group.id === id)?.tokens ?? 0
}

const sessionById = async (id: string) => (await listSessions(service)).find((session) => session.id === id)

test('a session that uses up its budget is stopped, and its restart says what it cost and what to do', async (t) => {
  assert.equal((await setBudgets([{ per: 'session', unit: 'tokens', limit: 100, at_limit: 'stop' }])).status, 200)
  const session = await openUsingSession({ service }, 'Spends')
  await use({ home, service }, session, [{ input: 60, output: 20 }])
  await until('it is counted', async () => (await tokensOf('session', session.id)) === 80)
  assert.equal((await sessionById(session.id))?.state, 'running')
  const atMs = performance.now()
  await use({ home, service }, session, [{ input: 15, output: 10 }])
  await until('it is stopped', async () => (await sessionById(session.id))?.end_reason === 'budget')
  t.diagnostic(`stopped ${Math.round(performance.now() - atMs)} ms after its record was written`)
  const stopped = await sessionById(session.id)
  assert.deepEqual([stopped?.state, stopped?.end_reason], ['failed', 'budget'])
  assert.equal(stopped?.cause?.metadata, 'stopped: its budget is used up, 105 tokens of 100 tokens')
  await until('its program is gone', async () => (await sessionById(session.id))?.tmux_alive === false)
  const { json, status } = await service.call(`PATCH /api/hooks/sessions/${session.id}`, {
    token: service.token,
    json: { state: 'running' },
  })
  assert.deepEqual([status, json.error], [409, 'over_budget'])
  assert.equal(
    json.reason,
    'This session used 105 tokens of its budget of 100 tokens; a restart goes on spending from there.',
  )
  assert.equal(json.hint, 'Raise its budget first: orrery fuel budgets')
  await setBudgets([{ per: 'session', unit: 'tokens', limit: 1000, at_limit: 'stop' }])
  const restarted = await orrery(home, ['restart', session.id])
  assert.equal(restarted.code, 0, restarted.err)
})

test('while the budget of the day is used up nothing new starts, by whatever way it comes; what runs goes on', async () => {
  await setBudgets([{ per: 'day', unit: 'tokens', limit: 50, at_limit: 'hold' }])
  const held = await launch(service, { agent_type: 'shell', prompt: 'true' })
  assert.deepEqual([held.status, held.json.error], [409, 'over_budget'])
  assert.match(
    String(held.json.reason),
    /^The budget of the day is used up \(All agents, a day\): \d+ tokens of 50 tokens/,
  )
  const onDevice = { harness: 'code-agent', prompt: 'x', deviceTarget: 'auto' }
  const fabric = await service.call('POST /api/sessions', { token: service.token, json: onDevice })
  assert.equal(fabric.json.error, 'over_budget')
  const typed = await orrery(home, ['launch', 'shell', 'true'])
  assert.notEqual(typed.code, 0)
  assert.match(typed.err, /used up[^]*orrery fuel budgets/)
  assert.equal((await listSessions(service)).length, 1)
  assert.equal((await listSessions(service))[0]?.state, 'running')
  await setBudgets([])
  assert.equal((await launch(service, { agent_type: 'shell', prompt: 'true' })).status, 201)
})

test('a service that is killed reads on what was written meanwhile, and counts nothing twice', async () => {
  const session = await openUsingSession({ service }, 'Goes on')
  await use({ home, service }, session, [{ input: 10, output: 1 }])
  await until('it is counted', async () => (await tokensOf('session', session.id)) === 11)
  await service.kill()
  // Its hook finds nobody.
  await use({ home, service }, session, [{ input: 20, output: 2 }]).catch(() => {})
  service = await start()
  await until('what was written meanwhile is counted', async () => (await tokensOf('session', session.id)) === 33)
  await service.kill()
  service = await start()
  await use({ home, service }, session, [{ input: 30, output: 3 }])
  await until('and once', async () => (await tokensOf('session', session.id)) === 66)
})

test('the commands of the guide do what it says', async () => {
  const guide = await readFile(join(root, 'docs/guide/fuel.md'), 'utf8')
  const blocks = [...guide.matchAll(/```sh\n(?<text>[^]*?)```/g)].map(({ groups }) => groups?.text ?? '')
  const lines = blocks
    .join('\n')
    .split('\n')
    .map((line) => line.replace(/ +#.*$/, '').trim())
    .filter((line) => line !== '')
  assert.ok(lines.length >= 9)
  for (const line of lines) {
    const words = [...line.matchAll(/'(?<quoted>[^']*)'|(?<plain>\S+)/g)].map(
      ({ groups }) => groups?.quoted ?? groups?.plain ?? '',
    )
    const done = await orrery(home, words.slice(1))
    assert.equal(done.code, 0, `${line}: ${done.err}`)
  }
  const { out } = await orrery(home, ['fuel', 'budgets', '--json'])
  const { budgets } = JSON.parse(out) as { budgets: { budget: { limit: number; unit: string } }[] }
  assert.deepEqual(
    budgets.map(({ budget }) => [budget.limit, budget.unit]),
    [
      [3_000_000, 'tokens'],
      [70, 'usd'],
    ],
  )
})

test('without credentials it is 401, also from this machine', async () => {
  for (const route of ['GET /api/fuel', 'GET /api/fuel/usage', 'GET /api/fuel/budgets', 'PUT /api/fuel/budgets'])
    assert.equal(
      (await service.call(route, route.startsWith('PUT') ? { json: { budgets: [] } } : {})).status,
      401,
      route,
    )
})
