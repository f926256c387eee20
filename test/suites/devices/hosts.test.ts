// One hub and three machines with networks of their own: from two commands to a second machine's first session, and what a
// person does with several.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { deviceOf, startDaemon, untilOnline, type Daemon } from '../../support/daemon.ts'
import {
  linesOf,
  makeDevicePlace,
  outputOf,
  sessionThere,
  startThere,
  untilState,
  type DevicePlace,
} from '../../support/device-place.ts'
import { makeHome } from '../../support/home.ts'
import { openHosts } from '../../support/hosts.ts'
import { orrery, startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openViewer } from '../../support/viewer.ts'

const fabric = { DEPLOYMENT: 'cloud-fabric', HOST: '0.0.0.0' }
const hostnames = ['anvil', 'bellows', 'crucible']
/** A wide bound: what it took is told. */
const firstSessionMs = 180_000
const lines = 400
const counting = `i=0; while [ $i -lt ${lines} ]; do i=$((i+1)); echo "line $i" | tee -a "$HOME/said"; [ $((i % 40)) -ne 0 ] || sleep 0.1; done; exit 7`

test('three machines are paired, given work, watched, cut off, cancelled, renamed, revoked and unpaired', async (t) => {
  using hosts = openHosts(hostnames.length)
  if (hosts.missing !== null) return t.skip(hosts.missing)
  await using hubPlace = await makeHome()
  await using hub = await startService(hubPlace, { env: fabric })
  const url = `http://${hosts.address}:${hub.port}`
  await using running = new AsyncDisposableStack()
  const machines: { readonly place: DevicePlace; readonly id: string; readonly daemon: Daemon }[] = []
  for (const [index, label] of hostnames.entries()) {
    const place = running.use(await makeDevicePlace())
    place.install('claude', `case $* in *count*) ${counting};; *wait*) exec sleep 1000;; esac; echo "on $*"; exit 0`)
    const startedMs = performance.now()
    const made = await orrery(hubPlace, ['devices', 'pair', '--label', label, '--json'])
    assert.equal(made.code, 0, made.err)
    const code = (JSON.parse(made.out) as { command: string }).command.split(' ')[4] ?? ''
    const wrapper = hosts.on(index)
    const safe = await orrery(place, ['daemon', 'pair', url, code], { wrapper })
    assert.deepEqual([safe.code, /no https/.test(safe.err)], [2, true], 'beyond one machine it asks for https')
    const paired = await orrery(place, ['daemon', 'pair', url, code, '--insecure', '--json'], { wrapper })
    assert.equal(paired.code, 0, paired.err)
    const { device_id: id } = JSON.parse(paired.out) as { device_id: string }
    const daemon = running.use(startDaemon(place, [], wrapper))
    await untilOnline(hub, id)
    const session = await startThere(hub, { deviceTarget: id, prompt: 'hello' })
    assert.equal((await untilState(hub, session, 'completed', 'failed')).state, 'completed')
    const tookMs = performance.now() - startedMs
    t.diagnostic(`${label}: ${(tookMs / 1000).toFixed(1)} s from the first command to the end of its first session`)
    assert.ok(tookMs < firstSessionMs)
    machines.push({ place, id, daemon })
  }
  const [first, second, third] = machines
  assert.ok(first !== undefined && second !== undefined && third !== undefined)
  const { token } = hub
  const listed = await hub.call('GET /api/sessions/devices?harness=code-agent', { token })
  const eligible = (listed.json.devices as { id: string; eligible: boolean }[]).filter((device) => device.eligible)
  assert.deepEqual(eligible.map(({ id }) => id).toSorted(), machines.map(({ id }) => id).toSorted())

  // Watched while its cable is out: nothing is lost, and the page is told.
  using viewer = await openViewer(hub.port, { token })
  const counted = await startThere(hub, { deviceTarget: first.id, prompt: 'count' })
  const said = () => linesOf(join(first.place.userHome, 'said')).length
  await until('it counts', () => said() > 50)
  hosts.cut(0)
  await until('it goes on there', () => said() > 250)
  hosts.mend(0)
  const ended = await untilState(hub, counted, 'failed', 'completed')
  assert.deepEqual([ended.exit_code, ended.device_id], [7, first.id])
  const output = (await outputOf(hub, counted)).trimEnd().split('\n')
  assert.deepEqual(
    output,
    Array.from({ length: lines }, (_, index) => `line ${index + 1}`),
  )
  await until('the viewer has its end', () => viewer.sessions.get(counted)?.state === 'failed')
  assert.equal(viewer.gaps(), 0)

  const anywhere = await startThere(hub, { prompt: 'wait' })
  const placed = await sessionThere(hub, anywhere)
  assert.ok(
    machines.some(({ id }) => id === placed.device_id),
    String(placed.device_id),
  )
  await until('it runs', async () => (await sessionThere(hub, anywhere)).tmux_alive === true)
  assert.equal((await hub.call(`DELETE /api/sessions/${anywhere}`, { token })).status, 200)
  await until('nothing of it is left', async () => (await sessionThere(hub, anywhere)).stopping === null, 60_000)

  await hub.call(`PATCH /api/auth/devices/${first.id}`, { token, json: { label: 'Hammer' } })
  assert.equal((await deviceOf(hub, first.id)).label, 'Hammer')
  const doomed = await startThere(hub, { deviceTarget: third.id, prompt: 'wait' })
  await until('it runs there', async () => (await sessionThere(hub, doomed)).tmux_alive === true)
  assert.equal((await hub.call(`DELETE /api/auth/devices/${third.id}`, { token })).status, 200)
  assert.equal((await sessionThere(hub, doomed)).end_reason, 'device_revoked')
  assert.equal((await third.daemon.ended).code, 77)
  const unpaired = await orrery(second.place, ['daemon', 'unpair'], { wrapper: hosts.on(1) })
  assert.equal(unpaired.code, 0, unpaired.err)
  assert.deepEqual(await second.daemon.ended, { code: 0, signal: null })
  await until('it is away', async () => (await deviceOf(hub, second.id)).status === 'offline')
  const last = await startThere(hub, { prompt: 'hello' }).catch((error: unknown) => assert.fail(String(error)))
  assert.notEqual((await sessionThere(hub, last)).device_id, second.id)
  assert.notEqual((await sessionThere(hub, last)).device_id, third.id)
})
