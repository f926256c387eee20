// A credential that the machine of one node reads is handed out there alone, and each node says so, whichever it was given to.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import * as age from 'age-encryption'
import { isProven } from '#rooms/vault/server/cli/find.ts'
import type { Credential, RecipientView, Vault } from '#rooms/vault/contract.ts'
import { open, seal } from '#rooms/vault/core/seal.ts'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import { makeDevicePlace, startThere, untilState, type DevicePlace } from '../../support/device-place.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openNodes } from './two-services.ts'

const patienceMs = 60_000
const variable = 'ANTHROPIC_API_KEY'

const vaultOf = async (service: Service): Promise<Vault> =>
  (await service.call('GET /api/vault', { token: service.token })).json as never

async function named(service: Service, name: string): Promise<Credential> {
  const wanted = async () => (await vaultOf(service)).credentials.find((each) => each.name === name) ?? null
  return await until(`it knows ${name}`, wanted, patienceMs)
}

const readersOf = ({ recipients }: Credential): string[] => recipients.map(({ id }) => id)

async function recipient(service: Service, id: string): Promise<RecipientView> {
  const wanted = async () => (await vaultOf(service)).recipients.find((each) => each.id === id) ?? null
  return await until(`${id} can be encrypted to`, wanted, patienceMs)
}

type Added = { readonly name: string; readonly value: string; readonly readers: readonly RecipientView[] }

async function add(service: Service, { name, value, readers }: Added) {
  const { recovery } = await vaultOf(service)
  const ciphertext = await seal(age, value, [recovery?.recipient ?? '', ...readers.map(({ recipient: one }) => one)])
  const recipients = readers.map(({ id, recipient: one }) => ({ id, recipient: one }))
  const json = { name, env_name: variable, harnesses: ['code-agent'], recipients, ciphertext }
  return await service.call('POST /api/vault/credentials', { token: service.token, json })
}

/** What an agent on the service's own machine gets. */
async function handedAt(service: Service, { userHome }: DevicePlace): Promise<string> {
  const id = await startThere(service, { deviceTarget: 'local', prompt: 'look' })
  await untilState(service, id, 'completed', 'failed')
  return await readFile(join(userHome, 'handed'), 'utf8')
}

test(
  'a node’s machine alone gets what it reads, another one’s may read the same variable, and all say who reads what',
  { skip: withoutPostgres },
  async () => {
    await using nodes = await openNodes()
    const begin = async (place: DevicePlace, name: string): Promise<Service> => {
      place.install('claude', 'printf %s "$ANTHROPIC_API_KEY" >"$HOME/handed"')
      const env = { DATABASE_URL: nodes.url, DEPLOYMENT: 'cloud-fabric', SERVICE_NODE: name }
      return nodes.opened.use(await startService(place, { env }))
    }
    const places = {
      attic: nodes.opened.use(await makeDevicePlace()),
      cellar: nodes.opened.use(await makeDevicePlace()),
    }
    let attic = await begin(places.attic, 'attic')
    const cellar = await begin(places.cellar, 'cellar')

    const identity = await age.generateX25519Identity()
    const json = { recovery_recipient: await age.identityToRecipient(identity) }
    assert.equal((await attic.call('POST /api/vault/setup', { token: attic.token, json })).status, 201)
    await until(
      'the other one has its recovery identity',
      async () => (await vaultOf(cellar)).recovery?.recipient === json.recovery_recipient,
      patienceMs,
    )

    const upThere = await recipient(attic, 'local')
    const fromHere = await recipient(cellar, 'local@attic')
    assert.deepEqual([fromHere.recipient, fromHere.label, fromHere.is_local], [upThere.recipient, 'attic', false])
    assert.ok(isProven(fromHere))
    const own = await recipient(cellar, 'local')
    assert.notEqual(own.recipient, upThere.recipient)

    assert.equal((await add(attic, { name: 'Up', value: 'sk-of-the-attic', readers: [upThere] })).status, 201)
    assert.deepEqual(readersOf(await named(cellar, 'Up')), ['local@attic'])
    const second = await add(cellar, { name: 'Down', value: 'sk-of-the-cellar', readers: [own] })
    assert.equal(second.status, 201, second.text)
    assert.deepEqual(readersOf(await named(attic, 'Down')), ['local@cellar'])
    const clashing = await add(cellar, { name: 'Up again', value: 'sk-of-the-other', readers: [fromHere] })
    assert.equal(clashing.json.error, 'conflict')
    assert.deepEqual(
      [await handedAt(attic, places.attic), await handedAt(cellar, places.cellar)],
      ['sk-of-the-attic', 'sk-of-the-cellar'],
    )

    // As one service that had the tables for itself left it.
    await attic.kill()
    const plain = `UPDATE orrery.vault_credentials SET credential = replace(credential, '"local@attic"', '"local"')`
    assert.equal(await nodes.change(`${plain} WHERE credential LIKE '%"local@attic"%'`), 1)
    attic = await begin(places.attic, 'attic')
    await recipient(attic, 'local')
    assert.deepEqual(readersOf(await named(attic, 'Up')), ['local'])
    assert.equal(await handedAt(attic, places.attic), 'sk-of-the-attic')

    // Given a new value at the other node, which knows a change by the name of its machine.
    const before = await named(cellar, 'Up')
    assert.deepEqual(readersOf(before), ['local@attic'])
    const { recovery } = await vaultOf(cellar)
    const ciphertext = await seal(age, 'sk-of-the-attic-2', [recovery?.recipient ?? '', fromHere.recipient])
    const change = { revision: before.revision, ciphertext, value_changed: true }
    const put = { token: cellar.token, json: change }
    assert.equal((await cellar.call(`PUT /api/vault/credentials/${before.id}`, put)).status, 200)
    const late = await attic.call(`PUT /api/vault/credentials/${before.id}`, { token: attic.token, json: change })
    assert.deepEqual([late.status, late.json.error], [409, 'changed_elsewhere'])
    assert.equal(await open(age, (await named(attic, 'Up')).ciphertext, identity), 'sk-of-the-attic-2')
    assert.equal(await handedAt(attic, places.attic), 'sk-of-the-attic-2')

    assert.equal((await cellar.call('DELETE /api/vault/recipients/local', { token: cellar.token })).status, 200)
    assert.deepEqual(readersOf(await named(cellar, 'Up')), ['local@attic'])
    assert.deepEqual(readersOf(await named(cellar, 'Down')), [])
    assert.deepEqual(
      [await handedAt(attic, places.attic), await handedAt(cellar, places.cellar)],
      ['sk-of-the-attic-2', ''],
    )
  },
)
