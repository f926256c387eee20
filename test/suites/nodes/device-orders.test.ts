// What a person orders at a node that does not hold the device: a stop of what has not begun, and the end of the device itself.
import assert from 'node:assert/strict'
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import { deviceOf, startDaemon, statusOf } from '../../support/daemon.ts'
import { linesOf, startThere } from '../../support/device-place.ts'
import { makeHome } from '../../support/home.ts'
import { until } from '../../support/until.ts'
import { isAt, openDevice, openDeviceHub, patienceMs, shownAt, untilEnded } from './device-hub.ts'
import { openNodes } from './two-services.ts'

const options = { skip: withoutPostgres }

/** Says that it began, by its prompt, and works until it is ended. */
const working = `for word in "$@"; do prompt=$word; done
echo "$prompt" >>"$HOME/began"; while [ ! -e "$HOME/end" ]; do sleep 0.05; done`

test(
  'a stop of what has not begun, asked at the other node, holds although the holder is killed with it',
  options,
  async () => {
    await using nodes = await openNodes()
    const hub = await openDeviceHub(nodes)
    const { attic, cellar } = hub
    const { place, id: device, daemon } = await openDevice(hub, working)
    // It stands still: what it is told now it does not read, and the attic dies before it does.
    process.kill(daemon.pid, 'SIGSTOP')
    const stopped = await startThere(attic, { deviceTarget: device, prompt: 'stopped' })
    const kept = await startThere(attic, { deviceTarget: device, prompt: 'kept' })
    await until(
      'both are known',
      async () => (await shownAt(cellar, stopped)) !== null && (await shownAt(cellar, kept)) !== null,
    )
    const cancelled = await cellar.call(`DELETE /api/sessions/${stopped}`, { token: cellar.token })
    assert.equal(cancelled.status, 200, cancelled.text)
    const again = await cellar.call(`DELETE /api/sessions/${stopped}`, { token: cellar.token })
    assert.ok(again.status === 200 || again.status === 409, again.text)
    await attic.kill()
    process.kill(daemon.pid, 'SIGCONT')
    await isAt(cellar, device, 'cellar')
    await until(
      'what was not stopped begins',
      () => linesOf(join(place.userHome, 'began')).includes('kept'),
      patienceMs,
    )
    const ended = await until(
      'the stopped one is over',
      async () => {
        const session = await shownAt(cellar, stopped)
        return session === null || session.state === 'cancelled' || session.exit_code !== null ? { session } : null
      },
      patienceMs,
    )
    assert.notEqual(ended.session?.state, 'running')
    assert.equal((await shownAt(cellar, kept))?.state, 'running')
    // And again at the new holder, on what works there.
    const over = await cellar.call(`DELETE /api/sessions/${kept}`, { token: cellar.token })
    assert.equal(over.status, 200, over.text)
    await untilEnded(cellar, kept)
    assert.equal(linesOf(join(place.userHome, 'began')).filter((line) => line === 'kept').length, 1, 'it began once')
  },
)

test(
  'a device that is revoked at one node while the other holds it is cut off there, and stays so',
  options,
  async () => {
    await using nodes = await openNodes()
    const hub = await openDeviceHub(nodes)
    const { attic, cellar } = hub
    const { place, id: device, daemon } = await openDevice(hub, working)
    const session = await startThere(cellar, { deviceTarget: device, prompt: 'works' })
    await until('it works', () => existsSync(join(place.userHome, 'began')), patienceMs)
    const revoked = await cellar.call(`DELETE /api/auth/devices/${device}`, { token: cellar.token })
    assert.equal(revoked.status, 200, revoked.text)
    assert.equal((await daemon.ended).code, 77, daemon.stderr())
    assert.equal((await statusOf(place)).state, 'revoked')
    for (const node of [cellar, attic]) {
      await until('it is said', async () => (await deviceOf(node, device)).status === 'revoked', patienceMs)
      await until('its session failed', async () => (await shownAt(node, session))?.state === 'failed', patienceMs)
    }
    assert.equal((await shownAt(attic, session))?.node?.name, 'cellar', 'who revoked it has its sessions')
    // Whoever still has the key is let in at neither, also after the end of the node that revoked it.
    await cellar.kill()
    await using late = startDaemon(place)
    assert.equal((await late.ended).code, 77, late.stderr())
    const { json } = await attic.call(`DELETE /api/auth/devices/${device}`, { token: attic.token })
    assert.equal((json.device as { readonly status: string }).status, 'revoked', 'and revoked once more it stays so')
    writeFileSync(join(place.userHome, 'end'), '')
  },
)

test(
  'of two machines with one key that dial both nodes the first is served on, and the copy is refused and shown at each',
  options,
  async () => {
    await using nodes = await openNodes()
    const hub = await openDeviceHub(nodes)
    const { attic, cellar } = hub
    const { place, id: device, daemon } = await openDevice(hub, working)
    // It learns of both with its greeting, and a copy of its home knows them as well.
    await isAt(cellar, device, 'attic')
    const session = await startThere(cellar, { deviceTarget: device, prompt: 'works' })
    await until('it works', () => existsSync(join(place.userHome, 'began')), patienceMs)
    await using thief = await makeHome()
    cpSync(join(place.home, 'device'), join(thief.home, 'device'), { recursive: true })
    rmSync(join(thief.home, 'device', 'lock'), { force: true })
    await using copy = startDaemon(thief)
    const refusals = ({ stderr }: typeof copy) => stderr().split('Another machine is connected with the key').length - 1
    // Both nodes ask the one that is served: where it is connected over its socket, and from the other one through that node.
    await until('the copy was refused at each, more than once', () => refusals(copy) >= 6, patienceMs)
    assert.equal(refusals(daemon), 0)
    const held = await nodes.change(`SELECT 1 FROM orrery.device_leases WHERE device_id = '${device}' AND fence = 1`)
    assert.equal(held, 1, 'nobody took the lease')
    assert.equal((await shownAt(cellar, session))?.state, 'running')
    for (const node of [attic, cellar])
      await until('it is told', async () => (await deviceOf(node, device)).clone_seen_at !== null, patienceMs)
    writeFileSync(join(place.userHome, 'end'), '')
  },
)
