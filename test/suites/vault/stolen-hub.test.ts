// A hub that was stolen: while sessions on devices use their keys, no value is anywhere in it, nor on the wire.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import * as age from 'age-encryption'
import { pairDaemon, startDaemon, untilOnline, type Daemon } from '../../support/daemon.ts'
import { makeDevicePlace, outputOf, startThere, untilState, type DevicePlace } from '../../support/device-place.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { textsInMemory } from '../../support/memory-scan.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openWireTap, type WireTap } from '../../support/wire-tap.ts'

const planted = {
  ANTHROPIC_API_KEY: 'sk-ant-planted-Zq9vT4mW7xK2',
  OPENAI_API_KEY: 'sk-openai-planted-Hn3bR8cY5dL6',
  LD_PRELOAD: '/planted/Pw5jF1gS9uN4.so',
}
const values = Object.values(planted)

/** Says all that it was handed: whole, in two halves, by its hook, and as a reason. */
const loud = `env >"$HOME/env-$ORRERY_NAME"
  key=\${ANTHROPIC_API_KEY-none}
  echo "my key is $key"
  printf %s "$(printf %s "$key" | cut -c1-9)"; sleep 0.4; printf '%s\\n' "$(printf %s "$key" | cut -c10-)"
  printf '{"hook_event_name":"Notification","message":"use %s?"}' "$key" | bash "$SERVICE_HOME/bin/orrery-hook.sh" Notification
  while [ ! -e "$HOME/go" ]; do sleep 0.05; done
  exit 3`

let opened: AsyncDisposableStack
let hubPlace: TestHome
let hub: Service
let forge: DevicePlace
let atlas: DevicePlace
let tap: WireTap
let ids: { readonly forge: string; readonly atlas: string }
let recovery: string

before(async () => {
  opened = new AsyncDisposableStack()
  hubPlace = opened.use(await makeHome())
  hub = opened.use(await startService(hubPlace, { env: { DEPLOYMENT: 'cloud-fabric' } }))
  tap = opened.use(await openWireTap(hub.port))
  const pairThere = async (place: DevicePlace, label: string): Promise<string> => {
    for (const program of ['claude', 'codex', 'ollama']) place.install(program, `ORRERY_NAME=${program}\n${loud}`)
    const { id } = await pairDaemon(hub, place)
    await hub.call(`PATCH /api/auth/devices/${id}`, { token: hub.token, json: { label } })
    const path = join(place.home, 'device', 'paired.json')
    const paired = JSON.parse(readFileSync(path, 'utf8')) as object
    writeFileSync(path, JSON.stringify({ ...paired, hub_url: `http://127.0.0.1:${tap.port}` }))
    opened.use<Daemon>(startDaemon(place))
    await untilOnline(hub, id)
    return id
  }
  forge = opened.use(await makeDevicePlace())
  atlas = opened.use(await makeDevicePlace())
  ids = { forge: await pairThere(forge, 'forge'), atlas: await pairThere(atlas, 'atlas') }
  recovery = await age.generateX25519Identity()
  const recovery_recipient = await age.identityToRecipient(recovery)
  await hub.call('POST /api/vault/setup', { token: hub.token, json: { recovery_recipient } })
})
after(() => opened.disposeAsync())

/** As a person types it, with the secret on standard input. */
async function vault(words: readonly string[], secret = ''): Promise<string> {
  const file = join(hubPlace.root, 'secret')
  writeFileSync(file, secret)
  const wrapper = ['sh', '-c', 'file=$1; shift; exec "$@" <"$file"', 'sh', file]
  const { code, out, err } = await orrery(hubPlace, ['vault', ...words], { wrapper })
  assert.equal(code, 0, err)
  writeFileSync(file, '')
  return out
}

/** What a program there saw: its environment. */
function seenBy(place: DevicePlace, program: string): string {
  try {
    return readFileSync(join(place.userHome, `env-${program}`), 'utf8')
  } catch {
    // It does not run yet.
    return ''
  }
}

function* filesBelow(folder: string): Generator<readonly [path: string, bytes: Buffer]> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) continue
    const bytes = readFileSync(path)
    yield [path, unpacked(path, bytes)]
  }
}

function unpacked(path: string, bytes: Buffer): Buffer {
  if (path.endsWith('.gz') || path.endsWith('.tgz')) return gunzipSync(bytes)
  return path.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes
}

/** Frames with their base64 read. */
function framesRead(): string[] {
  return tap.frames().map((frame) => {
    const data = /"data":"(?<data>[A-Za-z0-9+/=]*)"/.exec(frame)?.groups?.data ?? ''
    return `${frame}\n${Buffer.from(data, 'base64').toString('latin1')}`
  })
}

describe('a stolen hub', () => {
  test('holds no value, while the device that may use it does', async (t) => {
    await vault(['add', 'ANTHROPIC_API_KEY', '--device', 'forge'], planted.ANTHROPIC_API_KEY)
    await vault(
      ['add', 'Codex', '--env', 'OPENAI_API_KEY', '--to', 'codex', '--device', 'atlas'],
      planted.OPENAI_API_KEY,
    )
    // Named for a program whose allowlist does not name it.
    await vault(
      ['add', 'Preload', '--env', 'LD_PRELOAD', '--to', 'code-agent', '--device', 'forge'],
      planted.LD_PRELOAD,
    )
    const there = await startThere(hub, { deviceTarget: ids.forge, prompt: 'work' })
    const elsewhere = await startThere(hub, { deviceTarget: ids.atlas, prompt: 'work' })
    for (const id of [there, elsewhere]) await untilState(hub, id, 'awaiting_review')
    assert.ok(seenBy(forge, 'claude').includes(`ANTHROPIC_API_KEY=${planted.ANTHROPIC_API_KEY}`))
    assert.ok(!seenBy(forge, 'claude').includes('LD_PRELOAD'))
    assert.ok(!/ANTHROPIC|OPENAI/.test(seenBy(atlas, 'claude')), 'another device was handed it')
    const stars = '*'.repeat(planted.ANTHROPIC_API_KEY.length)
    await until('its words came, masked', async () => (await outputOf(hub, there)).includes(`my key is ${stars}\n`))
    await until('both halves came', async () => (await outputOf(hub, there)).split(stars).length >= 3)
    const { json } = await hub.call(`GET /api/sessions/${there}`, { token: hub.token })
    assert.ok(JSON.stringify(json).includes(`use ${stars}?`), JSON.stringify(json))
    await hub.call('POST /api/system/backup', { token: hub.token, json: { outputs: 'kept' } })
    assertNowhere()
    const inMemory = await textsInMemory(hub.pid, [...values, recovery, 'orrery-hook.sh'])
    if (inMemory === null) t.diagnostic('SKIPPED: this system shows no memory of a process')
    else
      assert.deepEqual(
        inMemory.filter((text) => text !== 'orrery-hook.sh'),
        [],
      )
    assert.ok(inMemory === null || inMemory.length > 0, 'the look finds what is there')
    for (const place of [forge, atlas]) writeFileSync(join(place.userHome, 'go'), '')
    await untilState(hub, there, 'failed')
  })

  test('nor does any other program get it: codex gets its own alone, the local model nothing', async () => {
    const codex = await startThere(hub, { harness: 'codex', deviceTarget: ids.atlas, prompt: 'work' })
    await until('codex ran', async () => seenBy(atlas, 'codex') !== '')
    const seen = seenBy(atlas, 'codex')
    assert.ok(seen.includes(`OPENAI_API_KEY=${planted.OPENAI_API_KEY}`) && !seen.includes('ANTHROPIC'))
    await untilState(hub, codex, 'failed', 'completed', 'awaiting_review')
    const refused = await hub.call('GET /api/vault', { token: hub.token })
    const { credentials } = refused.json as { credentials: { id: string; revision: number }[] }
    for (const { id, revision } of credentials) {
      const json = { revision, harnesses: ['mother-llm'] }
      const { status } = await hub.call(`PUT /api/vault/credentials/${id}`, { token: hub.token, json })
      assert.equal(status, 400)
    }
    assertNowhere()
  })

  test('a device that is left out reads nothing more, and is let in again by the recovery identity alone', async () => {
    await vault(['revoke', 'forge'])
    assert.match(await vault([]), /needs rotation: readable by forge until/)
    const stranger = await age.generateX25519Identity()
    const file = join(hubPlace.root, 'stranger')
    writeFileSync(file, stranger)
    const wrapper = ['sh', '-c', 'file=$1; shift; exec "$@" <"$file"', 'sh', file]
    const refused = await orrery(hubPlace, ['vault', 'allow', 'ANTHROPIC_API_KEY', 'atlas'], { wrapper })
    assert.match(refused.err, /does not open/)
    await vault(['allow', 'ANTHROPIC_API_KEY', 'atlas'], `# a file\n${recovery}\n`)
    assert.match(await vault([]), /needs rotation/, 'the value is the same')
    const id = await startThere(hub, { deviceTarget: ids.atlas, prompt: 'work' })
    await until('it was handed over', async () => seenBy(atlas, 'claude').includes(planted.ANTHROPIC_API_KEY))
    await untilState(hub, id, 'failed')
    await vault(['rotate', 'ANTHROPIC_API_KEY'], 'sk-ant-rotated-Bd2eG8hJ')
    assert.doesNotMatch((await vault([])).split('\n').find((line) => line.startsWith('ANTHROPIC')) ?? '', /rotation/)
    const lines = (await vault(['recipients'])).split('\n')
    assert.equal(lines.filter((line) => /^(?:forge|atlas) /.test(line)).length, 2)
    assertNowhere()
  })
})

function assertNowhere(): void {
  const kept = [...filesBelow(hubPlace.home)]
  assert.ok(kept.some(([path]) => path.endsWith('service.db')))
  assert.ok(kept.some(([, bytes]) => bytes.includes('age-encryption.org') || bytes.includes('AGE ENCRYPTED FILE')))
  const frames = framesRead()
  assert.ok(
    frames.some((frame) => frame.includes('"session.start"')) && frames.some((frame) => frame.includes('my key is')),
  )
  for (const value of [...values, recovery]) {
    for (const [path, bytes] of kept) assert.ok(!bytes.includes(value), `${path} holds ${value}`)
    for (const frame of frames) assert.ok(!frame.includes(value), frame.slice(0, 500))
    for (const text of [hub.stdout(), hub.stderr(), tap.all()]) assert.ok(!text.includes(value), value)
  }
}
