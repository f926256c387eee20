// The machine of each node of one hub is a device of that node alone, though all of them call theirs `local`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Device } from '#rooms/devices/contract.ts'
import type { NodesAnswer } from '#rooms/nodes/contract.ts'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import { askFor, makeDevicePlace } from '../../support/device-place.ts'
import type { TestHome } from '../../support/home.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openNodes } from './two-services.ts'

const patienceMs = 120_000

/** Starts the node of that name on a home that stays the same. */
function beginnerOf({ url, opened }: Awaited<ReturnType<typeof openNodes>>) {
  return async (place: TestHome, name: string): Promise<Service> => {
    const shared = { DATABASE_URL: url, DEPLOYMENT: 'cloud-fabric' }
    return opened.use(await startService(place, { env: { ...shared, SERVICE_NODE: name } }))
  }
}

async function localOf(service: Service): Promise<Device> {
  const { json } = await service.call('GET /api/devices/local', { token: service.token })
  return json.device as Device
}

/** Its first heartbeat is there, and with it what it can start. */
const isThere = (service: Service) =>
  until('its machine is there', async () => (await localOf(service)).free_ram !== null, patienceMs)

async function call(service: Service, what: { readonly route: string; readonly json: object }): Promise<void> {
  const { status, text } = await service.call(what.route, { token: service.token, json: what.json })
  assert.equal(status, 200, text)
}

const told = ({ label, tags }: Device) => [label, ...tags]

test(
  'a name and tags of one node’s machine, and what runs there, are no other one’s; also after restarts and a kill -9',
  { skip: withoutPostgres },
  async () => {
    await using nodes = await openNodes()
    const begin = beginnerOf(nodes)
    const places = {
      attic: nodes.opened.use(await makeDevicePlace()),
      cellar: nodes.opened.use(await makeDevicePlace()),
    }
    places.attic.install('claude', 'sleep 600')
    const [attic, cellar] = [await begin(places.attic, 'attic'), await begin(places.cellar, 'cellar')]
    await Promise.all([isThere(attic), isThere(cellar)])
    const route = 'PATCH /api/auth/devices/local'
    await call(attic, { route, json: { label: 'Observatory', capabilities: ['telescope'] } })
    const before = await localOf(cellar)
    assert.notEqual(before.label, 'Observatory')
    assert.deepEqual(before.tags, [])

    const asked = await askFor(attic, { deviceTarget: 'local', prompt: 'look' })
    assert.equal(asked.status, 201, asked.text)
    const { id } = asked.json.session as { id: string }
    await until('it counts at its node', async () => (await localOf(attic)).active_sessions === 1, patienceMs)
    await until(
      'the other one shows it as its',
      async () => {
        const { status, json } = await cellar.call(`GET /api/hooks/sessions/${id}`, { token: cellar.token })
        return status === 200 && (json.session as { node?: { name: string } }).node?.name === 'attic'
      },
      patienceMs,
    )
    assert.equal((await localOf(cellar)).active_sessions, 0)

    const { json } = await cellar.call('GET /api/nodes', { token: cellar.token })
    const { nodes: seen } = json as unknown as NodesAnswer
    assert.deepEqual(
      seen?.nodes.map(({ name, standing, free_ram: free, total_ram: total, cores }) => [
        name,
        standing,
        (free ?? 0) > 0 && (free ?? 0) <= (total ?? 0),
        (cores ?? 0) > 0,
      ]),
      [
        ['attic', 'live', true, true],
        ['cellar', 'live', true, true],
      ],
    )

    await cellar.kill()
    await attic.kill()
    const [one, other] = [await begin(places.attic, 'attic'), await begin(places.cellar, 'cellar')]
    assert.deepEqual(told(await localOf(one)), ['Observatory', 'telescope'])
    assert.deepEqual(told(await localOf(other)), told(before))
  },
)
