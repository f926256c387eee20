// What may happen to hub, daemon and the line between them while agents write: every line arrives once and in order, and every
// session ends in its true state. Each machine is a home and a tmux server of its own.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pairDaemon, startDaemon, untilOnline } from '../../support/daemon.ts'
import {
  joinHub,
  linesOf,
  makeDevicePlace,
  openModelServer,
  outputOf,
  sessionThere,
  startThere,
  untilState,
  type DevicePlace,
} from '../../support/device-place.ts'
import { makeHome } from '../../support/home.ts'
import { openRelay } from '../../support/relay.ts'
import { startService, type Service, type StartOptions } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const fabric = { DEPLOYMENT: 'cloud-fabric' }
const patienceMs = 120_000
/** Moments of kills; ORRERY_SEED repeats a run. */
const seed = Number(process.env.ORRERY_SEED ?? Date.now() % 1_000_000)
/** Lines that a counting agent writes. */
const lines = 3000

/** Writes numbered lines, some at once and some apart, and ends with 7. */
const counting = `i=0; while [ $i -lt ${lines} ]; do i=$((i+1)); echo "line $i"; [ $((i % 250)) -ne 0 ] || sleep 0.2; done; exit 7`
const counted = Array.from({ length: lines }, (_, index) => `line ${index + 1}`)

function assertWhole(output: string): void {
  const found = output.split('\n').filter((line) => line !== '')
  assert.equal(found.length, lines, `seed ${seed}: ${found.length} lines`)
  assert.deepEqual(found, counted, `seed ${seed}`)
}

function redirect(place: DevicePlace, port: number): void {
  const path = join(place.home, 'device', 'paired.json')
  const paired = JSON.parse(readFileSync(path, 'utf8')) as object
  writeFileSync(path, JSON.stringify({ ...paired, hub_url: `http://127.0.0.1:${port}` }))
}

/** From 0 to below `most`, the next of a row that the seed decides. */
function createDice(from: number): (most: number) => number {
  let state = from
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % most
  }
}

/** A hub that comes back at its port. */
const again = (hub: Service): StartOptions => ({ env: { ...fabric, PORT: String(hub.port) } })

/** Until so many lines of the agent are kept by the hub. */
async function untilKept(hub: Service, id: string, count: number): Promise<void> {
  await until(
    `${count} lines arrived`,
    async () => (await outputOf(hub, id)).split('\n').length > count || (await sessionThere(hub, id)).ended_at !== null,
    patienceMs,
  )
}

describe('faults between hub and device', { concurrency: 2 }, () => {
  test('a daemon that is killed at any moment finds its agents again, and nothing is lost or told twice', async () => {
    await using hubPlace = await makeHome()
    await using place = await makeDevicePlace()
    place.install('claude', `echo "$$" >>"$HOME/starts"; ${counting}`)
    await using hub = await startService(hubPlace, { env: fabric })
    const { id: device } = await pairDaemon(hub, place)
    const dice = createDice(seed)
    let daemon = startDaemon(place)
    await untilOnline(hub, device)
    const id = await startThere(hub, {})
    for (let kills = 0; kills < 4; kills += 1) {
      await untilKept(hub, id, dice(lines - 300))
      await daemon[Symbol.asyncDispose]()
      daemon = startDaemon(place)
    }
    const ended = await untilState(hub, id, 'failed', 'completed')
    await daemon[Symbol.asyncDispose]()
    assert.deepEqual([ended.state, ended.exit_code, ended.end_reason], ['failed', 7, 'exit_error'], `seed ${seed}`)
    assert.equal(linesOf(join(place.userHome, 'starts')).length, 1, 'it was started once')
    assertWhole(await outputOf(hub, id))
  })

  test('a hub that is killed at any moment goes on where it had committed', async () => {
    await using hubPlace = await makeHome()
    await using place = await makeDevicePlace()
    place.install('claude', counting)
    let hub = await startService(hubPlace, { env: fabric })
    await using daemon = await joinHub(hub, place)
    const dice = createDice(seed + 1)
    const id = await startThere(hub, {})
    for (let kills = 0; kills < 3; kills += 1) {
      await untilKept(hub, id, dice(lines - 300))
      await hub.kill()
      hub = await startService(hubPlace, again(hub))
      await untilOnline(hub, daemon.id)
    }
    const ended = await untilState(hub, id, 'failed', 'completed')
    assert.deepEqual([ended.state, ended.exit_code], ['failed', 7], `seed ${seed}`)
    assertWhole(await outputOf(hub, id))
    await hub[Symbol.asyncDispose]()
  })

  test('both killed, and an agent that ended while neither lived: its end and all its words arrive', async () => {
    await using hubPlace = await makeHome()
    await using place = await makeDevicePlace()
    place.install('claude', counting.replace('exit 7', 'touch "$HOME/over"; exit 7'))
    const first = await startService(hubPlace, { env: fabric })
    const daemon = await joinHub(first, place)
    const id = await startThere(first, {})
    await untilKept(first, id, 100)
    await Promise.all([first.kill(), daemon[Symbol.asyncDispose]()])
    await until('the agent ended', () => existsSync(join(place.userHome, 'over')), patienceMs)
    await using hub = await startService(hubPlace, again(first))
    assert.equal((await sessionThere(hub, id)).state, 'running', 'being away ends nothing')
    await using second = startDaemon(place)
    assert.ok(second.pid > 0)
    const ended = await untilState(hub, id, 'failed', 'completed')
    assert.deepEqual([ended.state, ended.exit_code], ['failed', 7])
    assertWhole(await outputOf(hub, id))
  })

  test('a line that is cut and a socket that died half-way lose nothing of a flood', async () => {
    await using hubPlace = await makeHome()
    await using place = await makeDevicePlace()
    place.install('claude', counting)
    await using hub = await startService(hubPlace, { env: fabric })
    await using relay = await openRelay(hub.port)
    const { id: device } = await pairDaemon(hub, place)
    redirect(place, relay.port)
    await using daemon = startDaemon(place)
    await untilOnline(hub, device)
    const id = await startThere(hub, {})
    await untilKept(hub, id, 200)
    relay.cut()
    await until('it is connected anew', async () => (await untilOnline(hub, device)).status === 'online', patienceMs)
    await untilKept(hub, id, 600)
    // Half-open: nothing passes any more, and no side is told.
    relay.silence()
    const ended = await untilState(hub, id, 'failed', 'completed')
    assert.deepEqual([ended.state, ended.exit_code], ['failed', 7])
    assertWhole(await outputOf(hub, id))
    assert.equal((await daemon.stop()).code, 0)
  })

  test('a stop that was asked for while the device was away reaches it, and a start does not go there twice', async () => {
    await using hubPlace = await makeHome()
    await using place = await makeDevicePlace()
    place.install('claude', 'echo "$$" >>"$HOME/starts"; exec sleep 1000')
    const first = await startService(hubPlace, { env: fabric })
    const daemon = await joinHub(first, place)
    const id = await startThere(first, {})
    await until('it runs', () => linesOf(join(place.userHome, 'starts')).length === 1)
    await daemon[Symbol.asyncDispose]()
    const { json } = await first.call(`DELETE /api/sessions/${id}`, { token: first.token })
    assert.equal((json.session as { state: string }).state, 'failed')
    await first.kill()
    await using hub = await startService(hubPlace, again(first))
    const [pid] = linesOf(join(place.userHome, 'starts'))
    assert.doesNotThrow(() => process.kill(Number(pid), 0), 'it goes on there until its device hears of it')
    await using second = startDaemon(place)
    assert.ok(second.pid > 0)
    await until('nothing of it is left', async () => (await sessionThere(hub, id)).stopping === null, patienceMs)
    assert.throws(() => process.kill(Number(pid), 0), /ESRCH/)
    assert.equal((await sessionThere(hub, id)).end_reason, 'cancelled')
    assert.equal(linesOf(join(place.userHome, 'starts')).length, 1)
  })

  test('a plain child ends with its daemon, and says so', async () => {
    await using hubPlace = await makeHome()
    await using model = await openModelServer('tiny')
    await using place = await makeDevicePlace({ OLLAMA_HOST: model.host })
    place.install('ollama', 'echo "$$" >"$HOME/pid"; while :; do echo word; sleep 0.1; done')
    await using hub = await startService(hubPlace, { env: fabric })
    const daemon = await joinHub(hub, place)
    const id = await startThere(hub, { harness: 'mother-llm', model: 'tiny' })
    await until('it speaks', async () => (await outputOf(hub, id)).includes('word'))
    await daemon[Symbol.asyncDispose]()
    await using second = startDaemon(place)
    assert.ok(second.pid > 0)
    const ended = await untilState(hub, id, 'failed')
    assert.match(JSON.stringify(ended.cause), /daemon of its device ended/)
    const [pid] = linesOf(join(place.userHome, 'pid'))
    await until('it is gone', () => !isAlive(Number(pid)))
  })

  test('a revoked device is cut off at once, its sessions fail, and a copy of its key is good for nothing', async () => {
    await using hubPlace = await makeHome()
    await using place = await makeDevicePlace()
    place.install('claude', 'echo "$$" >>"$HOME/starts"; exec sleep 1000')
    await using hub = await startService(hubPlace, { env: fabric })
    await using daemon = await joinHub(hub, place)
    const id = await startThere(hub, {})
    await until('it runs', async () => (await sessionThere(hub, id)).tmux_alive === true)
    await until('its agent does', () => linesOf(join(place.userHome, 'starts')).length === 1)
    const [pid] = linesOf(join(place.userHome, 'starts'))
    await hub.call(`DELETE /api/auth/devices/${daemon.id}`, { token: hub.token })
    const { state, end_reason: reason } = await sessionThere(hub, id)
    assert.deepEqual([state, reason], ['failed', 'device_revoked'], 'in the answer to the revoke already')
    assert.equal((await daemon.ended).code, 77)
    assert.equal(isAlive(Number(pid)), false, 'nothing runs there that nobody sees')
    await using stolen = startDaemon(place)
    assert.equal((await stolen.ended).code, 77)
  })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    // Gone.
    return false
  }
}
