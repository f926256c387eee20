// Nodes are one hub once they have one key: a node with another one says so and pairs nothing, and joins by a key from stdin.
import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import { orrery, type Run, type Service } from '../../support/service.ts'
import type { TestHome, Variables } from '../../support/home.ts'
import { openNodes } from './two-services.ts'

const fabric = { DEPLOYMENT: 'cloud-fabric' }

const makeCode = (service: Service) =>
  service.call('POST /api/auth/devices/pairings', { token: service.token, json: {} })

/** What a pairing command says of the hub's key. */
async function hashAt(service: Service): Promise<string | undefined> {
  const { json } = await makeCode(service)
  return String(json.command).split(' ')[4]?.split('.')[1]
}

test(
  'a node with another key says so, pairs nothing, and joins by the key of the first',
  { skip: withoutPostgres },
  async () => {
    await using nodes = await openNodes(fabric)
    const env = (node: string): Variables => ({ ...fabric, DATABASE_URL: nodes.url, SERVICE_NODE: node })
    const [attic, cellar] = [await nodes.node('attic'), await nodes.node('cellar')]
    const joinWith = (place: TestHome, text: string): Promise<Run> => {
      const file = join(place.root, 'from-the-pipe')
      writeFileSync(file, text)
      return orrery(place, ['node', 'join', '--json'], {
        env: env('cellar'),
        wrapper: ['sh', '-c', `exec "$@" < '${file}'`, 'sh'],
      })
    }
    const nobody = await joinWith(cellar.place, 'x')
    assert.match(nobody.err, /no node has told PostgreSQL which key devices know/)

    const first = await attic.begin()
    const second = await cellar.begin()
    assert.match(second.stderr(), /cellar has a hub key of its own/)
    assert.doesNotMatch(first.stderr(), /hub key/)
    const refused = await makeCode(second)
    assert.equal(refused.status, 409)
    assert.match(String(refused.json.reason), /devices know the one that the node attic told first/)
    assert.match(String(refused.json.hint), /orrery node key \| orrery node join/)
    const doctor = await orrery(cellar.place, ['doctor', '--json'], { env: env('cellar') })
    assert.match(doctor.out, /cellar has a hub key of its own/)

    const { out: key } = await orrery(attic.place, ['node', 'key'], { env: env('attic') })
    assert.match((await joinWith(cellar.place, key)).err, /a service runs/)
    await second.stop()
    const own = readFileSync(join(cellar.place.home, 'hub-key'), 'utf8')
    assert.match((await joinWith(cellar.place, own)).err, /not the hub key that devices know/)
    assert.match((await joinWith(cellar.place, 'secret words')).err, /what came on stdin is no hub key/)
    const joined = await joinWith(cellar.place, key)
    assert.equal(joined.code, 0, joined.err)
    assert.equal((JSON.parse(joined.out) as { joined: boolean }).joined, true)
    assert.equal((JSON.parse((await joinWith(cellar.place, key)).out) as { joined: boolean }).joined, false)
    assert.equal(readFileSync(join(cellar.place.home, 'hub-key.before-join'), 'utf8'), own)
    assert.equal(statSync(join(cellar.place.home, 'hub-key')).mode & 0o777, 0o600)

    const again = await cellar.begin()
    assert.doesNotMatch(again.stderr(), /hub key of its own/)
    assert.equal(await hashAt(again), await hashAt(first))
    const healthy = await orrery(cellar.place, ['doctor', '--json'], { env: env('cellar') })
    assert.match(healthy.out, /the one that devices of all nodes know/)
  },
)
