// The vault as its guide tells it, and what is left of it after a kill -9 and after its hub was lost.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import * as age from 'age-encryption'
import { open, seal } from '#rooms/vault/core/seal.ts'
import type { Credential, RecipientView, Vault } from '#rooms/vault/contract.ts'
import { root } from '../../support/entry.ts'
import { joinHub, makeDevicePlace, startThere, untilState, type DevicePlace } from '../../support/device-place.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { orrery, startService, type Service } from '../../support/service.ts'

const fabric = { env: { DEPLOYMENT: 'cloud-fabric' } }
const opened = new AsyncDisposableStack()
let hubPlace: TestHome
let hub: Service

before(async () => {
  hubPlace = opened.use(await makeHome())
  hub = await startService(hubPlace, fabric)
  for (const label of ['forge', 'atlas']) await joined(hub, label)
  await writeFile(join(hubPlace.userHome, 'key.txt'), 'sk-of-the-guide\n')
})
after(async () => {
  await hub[Symbol.asyncDispose]()
  await opened.disposeAsync()
})

/** A machine that says what it was handed. */
async function joined(at: Service, label: string): Promise<DevicePlace & { readonly id: string }> {
  const place = opened.use(await makeDevicePlace())
  place.install('claude', 'printf %s "$ANTHROPIC_API_KEY" >"$HOME/handed"')
  const { id, ...daemon } = await joinHub(at, place)
  opened.use(daemon)
  await at.call(`PATCH /api/auth/devices/${id}`, { token: at.token, json: { label } })
  return { ...place, id }
}

/** Runs `vault …` with a file of the person's home on standard input. */
async function vault(place: TestHome, words: readonly string[], file = '/dev/null'): Promise<string> {
  const wrapper = ['sh', '-c', 'file=$1; shift; exec "$@" <"$file"', 'sh', file]
  const { code, out, err } = await orrery(place, ['vault', ...words], { wrapper })
  assert.equal(code, 0, `${words.join(' ')}: ${err}`)
  return out
}

/** Types what `vault setup` asks for once it has shown its identity, and keeps what it showed. */
const typing = `mkfifo "$0.in"; exec 3<>"$0.in"
  "$@" <"$0.in" >"$0" & pid=$!
  until grep -q '^AGE-SECRET-KEY-' "$0"; do sleep 0.05; done
  grep -o '^AGE-SECRET-KEY-[A-Z0-9-]*' "$0" | tail -c 7 >"$0.in"
  wait $pid`

test('every command of the guide works as it stands, in its order', async () => {
  const text = await readFile(join(root, 'docs/guide/vault.md'), 'utf8')
  const blocks = [...text.matchAll(/```sh\n(?<lines>[^`]*)```/g)]
  const commands = blocks.flatMap(({ groups }) => (groups?.lines ?? '').split('\n').filter((line) => line !== ''))
  assert.ok(commands.length > 8)
  for (const command of commands) {
    const [line = '', file = null] = command.split(' < ')
    const words = line
      .replace(/^orrery vault ?/, '')
      .split(' ')
      .filter(Boolean)
    if (words[0] === 'setup') {
      const wrapper = ['sh', '-c', typing, join(hubPlace.userHome, 'recovery.txt')]
      const { code, err } = await orrery(hubPlace, ['vault', 'setup'], { wrapper })
      assert.equal(code, 0, err)
    } else await vault(hubPlace, words, file === null ? undefined : join(hubPlace.userHome, file))
  }
})

const lastRound = 7

const read = async (at: Service): Promise<Vault> => (await at.call('GET /api/vault', { token: at.token })).json as never

const recoveryIdentity = async (): Promise<string> =>
  /^AGE-SECRET-KEY-\S+$/m.exec(await readFile(join(hubPlace.userHome, 'recovery.txt'), 'utf8'))?.[0] ?? ''

test('a kill -9 while a value is encrypted for others leaves the old state or the new one, and never parts of both', async () => {
  await vault(hubPlace, ['add', 'ANTHROPIC_API_KEY', '--device', 'forge'], join(hubPlace.userHome, 'key.txt'))
  const identity = await recoveryIdentity()
  const { recipients: devices, recovery } = await read(hub)
  const byLabel = (label: string): RecipientView => devices.find((each) => each.label === label) ?? assert.fail(label)
  const readers = [[byLabel('forge')], [byLabel('forge'), byLabel('atlas')]]
  const results = new Set<string>()
  for (let round = 0; round <= lastRound; round++) {
    const before = await only(hub)
    const wanted = readers[(round + 1) % 2] ?? []
    const value = `sk-of-round-${round}`
    const ciphertext = await seal(age, value, [recovery?.recipient ?? '', ...wanted.map(({ recipient }) => recipient)])
    const recipients = wanted.map(({ id, recipient }) => ({ id, recipient }))
    const json = { revision: before.revision, recipients, ciphertext, value_changed: true }
    const sent = hub.call(`PUT /api/vault/credentials/${before.id}`, { token: hub.token, json }).catch(() => null)
    // The last one is heard to its end.
    await (round === lastRound ? sent : wait(round * 3))
    await hub.kill()
    const answer = await sent
    hub = await startService(hubPlace, fabric)
    const now = await only(hub)
    const isNew = now.ciphertext === ciphertext
    assert.deepEqual(now.recipients, isNew ? recipients : before.recipients)
    assert.equal(now.revision, isNew ? before.revision + 1 : before.revision)
    assert.equal(isNew || now.ciphertext === before.ciphertext, true)
    assert.ok(isNew || answer?.status !== 200, 'what was acknowledged is there')
    assert.match((await open(age, now.ciphertext, identity)) ?? '', /^sk-of-/)
    results.add(isNew ? 'new' : 'old')
  }
  assert.ok(results.has('new'))
})

async function only(at: Service): Promise<Credential> {
  const { credentials } = await read(at)
  assert.equal(credentials.length, 1)
  return credentials[0] ?? assert.fail()
}

test('a lost hub: its backup on another machine, and the recovery identity, hand a new device what there was', async () => {
  const value = await open(age, (await only(hub)).ciphertext, await recoveryIdentity())
  const { json } = await hub.call('POST /api/system/backup', { token: hub.token, json: {} })
  const { path } = json.backup as { readonly path: string }
  await hub.stop()
  const other = opened.use(await makeHome())
  const restored = await orrery(other, ['restore', path])
  assert.equal(restored.code, 0, restored.err)
  await using fresh = await startService(other, fabric)
  const north = await joined(fresh, 'north')
  await vault(other, ['allow', 'ANTHROPIC_API_KEY', 'north'], join(hubPlace.userHome, 'recovery.txt'))
  const id = await startThere(fresh, { deviceTarget: north.id, prompt: 'work' })
  await untilState(fresh, id, 'completed', 'failed', 'awaiting_review')
  assert.equal(await readFile(join(north.userHome, 'handed'), 'utf8'), value)
})
