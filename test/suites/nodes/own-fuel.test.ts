// What is used on the machine of each node of one hub is that machine's on every page, and is counted once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budgetsAnswerSchema, usageAnswerSchema, type UsageGroup } from '#rooms/fuel/contract.ts'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import { launch } from '../../support/http.ts'
import type { Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openUsingSession, use } from '../../support/usage-files.ts'
import { openNodes } from './two-services.ts'

const patienceMs = 120_000

/** `<id> <label> <tokens>`, by id. */
async function groups(service: Service, by: UsageGroup): Promise<string[]> {
  const { json } = await service.call(`GET /api/fuel/usage?by=${by}`, { token: service.token })
  const { groups: read } = usageAnswerSchema.parse(json)
  return read.map(({ id, label, tokens }) => `${id} ${label} ${tokens}`).toSorted()
}

async function machineOf(service: Service): Promise<string> {
  const { json } = await service.call('GET /api/devices/local', { token: service.token })
  return (json.device as { label: string }).label
}

async function rename(service: Service, label: string): Promise<void> {
  const { status } = await service.call('PATCH /api/auth/devices/local', { token: service.token, json: { label } })
  assert.equal(status, 200)
}

async function setBudgets(service: Service, budgets: readonly object[]): Promise<void> {
  const { status, text } = await service.call('PUT /api/fuel/budgets', { token: service.token, json: { budgets } })
  assert.equal(status, 200, text)
}

async function stands(service: Service): Promise<string[]> {
  const { json } = await service.call('GET /api/fuel/budgets', { token: service.token })
  return budgetsAnswerSchema.parse(json).budgets.map(({ state, used }) => `${state} ${used}`)
}

test(
  'what each node’s machine used is that machine’s on every page, also after a kill -9, and what was used before nodes had names',
  { skip: withoutPostgres },
  async () => {
    await using nodes = await openNodes({ DEPLOYMENT: 'cloud-fabric' })
    const [atticPlace, cellarPlace] = [await nodes.node('attic'), await nodes.node('cellar')]
    let [attic, cellar] = [await atticPlace.begin(), await cellarPlace.begin()]
    await rename(attic, 'Observatory')
    const [up, down] = [
      await openUsingSession({ service: attic }, 'Up'),
      await openUsingSession({ service: cellar }, 'Down'),
    ]
    await use({ home: atticPlace.place, service: attic }, up, [{ input: 60, output: 20 }])
    await use({ home: cellarPlace.place, service: cellar }, down, [{ input: 5, output: 2 }])
    const here = await machineOf(cellar)
    const both = async (ofAttic: number, ofCellar: number) => {
      await until(
        'each has its own at the attic',
        async () =>
          (await groups(attic, 'device')).join() ===
          [`local Observatory ${ofAttic}`, `local@cellar cellar ${ofCellar}`].join(),
        patienceMs,
      )
      assert.deepEqual(await groups(cellar, 'device'), [`local ${here} ${ofCellar}`, `local@attic attic ${ofAttic}`])
      for (const each of [attic, cellar]) {
        const days = await groups(each, 'day')
        assert.deepEqual([days.length, Number(days[0]?.split(' ').at(-1))], [1, ofAttic + ofCellar])
        assert.deepEqual((await groups(each, 'session')).map((text) => text.split(' ').slice(1).join(' ')).toSorted(), [
          `Down ${ofCellar}`,
          `Up ${ofAttic}`,
        ])
      }
    }
    await both(80, 7)

    // As one service that had the tables for itself left it.
    await attic.kill()
    await cellar.kill()
    for (const table of ['fuel_usage', 'fuel_days'])
      assert.equal(
        await nodes.change(`UPDATE orrery.${table} SET device_id = 'local' WHERE device_id = 'local@attic'`),
        1,
      )
    attic = await atticPlace.begin()
    cellar = await cellarPlace.begin()
    await both(80, 7)
    await use({ home: atticPlace.place, service: attic }, up, [{ input: 1, output: 1 }])
    await both(82, 7)

    // A budget is of all nodes, wherever it was set and whoever uses it up.
    const day = (limit: number) => [{ per: 'day', unit: 'tokens', limit, at_limit: 'hold' }]
    await setBudgets(attic, day(100))
    await until('it is known', async () => (await stands(cellar)).join() === 'warned 89', patienceMs)
    await use({ home: atticPlace.place, service: attic }, up, [{ input: 20, output: 1 }])
    await until('it is used up', async () => (await stands(cellar)).join() === 'over 110', patienceMs)
    const held = await launch(cellar, { agent_type: 'shell', prompt: 'true' })
    assert.deepEqual([held.status, held.json.error], [409, 'over_budget'])
    await setBudgets(cellar, day(1000))
    await until('it is raised', async () => (await stands(attic)).join() === 'within 110', patienceMs)
    assert.equal((await launch(attic, { agent_type: 'shell', prompt: 'true' })).status, 201)
  },
)
