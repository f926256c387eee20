// A device that is paired and lies: in numbers, in ids, about sessions of others and of this machine, and by the megabyte.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { connect, online, pairDevice, sampleFacts } from '#rooms/devices/server/room.testkit.ts'
import { asHub } from '../../support/as-hub.ts'
import { askFor, outputOf, sessionThere, startThere, untilState } from '../../support/device-place.ts'
import { makeHome } from '../../support/home.ts'
import { launch, sessionOf } from '../../support/http.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const fabric = { DEPLOYMENT: 'cloud-fabric' }

/** A device that is there for code-agent, and what its hub sends it. */
async function joinAs(hub: Service, instance: string) {
  const device = await pairDevice(asHub(hub))
  const channel = await online(asHub(hub), device, instance)
  channel.beat({ ...sampleFacts, installedHarnesses: ['code-agent'] })
  return { ...channel, id: device.id, device }
}

type Joined = Awaited<ReturnType<typeof joinAs>>

/** The next frame of that type. */
async function nextOf(channel: Joined, type: string) {
  for (;;) {
    const frame = await channel.next()
    if (frame.type === type) return frame as Readonly<Record<string, unknown>>
  }
}

async function startOn(hub: Service, channel: Joined) {
  await until('it may be given work', async () => {
    const { json } = await hub.call('GET /api/sessions/devices?harness=code-agent', { token: hub.token })
    return (json.devices as { id: string; eligible: boolean }[]).some(
      ({ id, eligible }) => id === channel.id && eligible,
    )
  })
  const id = await startThere(hub, { deviceTarget: channel.id })
  const { run_id: run } = await nextOf(channel, 'session.start')
  return { session_id: id, run_id: String(run) }
}

const droppedOf = async (hub: Service, id: string): Promise<number> => {
  const { json } = await hub.call(`GET /api/devices/${id}`, { token: hub.token })
  return (json.device as { dropped_frames: number }).dropped_frames
}

test('nothing crosses from one device to another, or to this machine', async () => {
  await using place = await makeHome()
  await using hub = await startService(place, { env: fabric })
  const victim = await joinAs(hub, 'victim')
  const liar = await joinAs(hub, 'liar')
  const run = await startOn(hub, victim)
  const own = sessionOf(await launch(hub, { agent_type: 'shell', prompt: 'exec sleep 1000' }))
  const exit = { type: 'session.exit', exit_code: 0, signal: null, reason: null }
  const strange = [run.session_id, own.id, '../../../etc/x', 'nobody', 'a/../b', '..']
  for (const session_id of strange) {
    liar.send({ type: 'session.stdout', session_id, run_id: run.run_id, seq: 1, data: 'bGllCg==', at: 0 })
    liar.send({ ...exit, session_id, run_id: run.run_id, seq: 1 })
  }
  await until('all of it was dropped and counted', async () => (await droppedOf(hub, liar.id)) === 2 * strange.length)
  assert.equal(await droppedOf(hub, victim.id), 0)
  assert.equal((await sessionThere(hub, run.session_id)).state, 'running')
  assert.equal((await sessionThere(hub, own.id)).state, 'running')
  // As runs that it says it has.
  const again = await online(asHub(hub), liar.device, 'liar')
  again.socket.close()
  const known = [...strange, 'good-id'].map((session_id) => ({
    session_id,
    run_id: 'r',
    last_seq: 0,
    state: 'running',
  }))
  const third = await connect(asHub(hub), liar.device, 'liar')
  third.hello({ runs: known })
  await until('what nobody knows is adopted, and nothing else', async () => {
    const { json } = await hub.call(`GET /api/sessions?device=${liar.id}`, { token: hub.token })
    return (json.sessions as { id: string }[]).map(({ id }) => id).join(' ') === 'nobody good-id'
  })
  assert.equal((await sessionThere(hub, own.id)).device_id, null)
  assert.equal((await sessionThere(hub, run.session_id)).device_id, victim.id)
  const outside = readdirSync(place.root, { recursive: true })
    .map(String)
    .filter((name) => name.includes('lie'))
  assert.deepEqual([outside, existsSync(join(place.home, 'logs', `${run.session_id}.log`))], [[], false])
})

test('numbers that come twice, late or not at all count once, and a hole ends the connection', async () => {
  await using place = await makeHome()
  await using hub = await startService(place, { env: fabric })
  const channel = await joinAs(hub, 'one')
  const run = await startOn(hub, channel)
  const say = (seq: number, text: string) =>
    channel.send({ type: 'session.stdout', ...run, seq, data: Buffer.from(text).toString('base64'), at: 5 })
  channel.send({ type: 'session.accepted', ...run, seq: 1 })
  channel.send({ type: 'session.started', ...run, seq: 2, tmux_session: '../../x' })
  say(3, 'a\n')
  say(3, 'twice\n')
  say(2, 'late\n')
  say(4, 'b\n')
  await until('two parts are kept', async () => (await outputOf(hub, run.session_id)) === 'a\nb\n')
  const acked = await nextOf(channel, 'session.ack')
  assert.ok(Number(acked.seq) <= 4)
  say(6, 'after a hole\n')
  assert.equal(await channel.closed, 4410)
  assert.equal(await outputOf(hub, run.session_id), 'a\nb\n')
  assert.equal((await sessionThere(hub, run.session_id)).state, 'running')
})

test('a flood stays within the bounds of the hub, and an end without a beginning is an end', async () => {
  await using place = await makeHome()
  await using hub = await startService(place, { env: fabric })
  const channel = await joinAs(hub, 'one')
  const run = await startOn(hub, channel)
  const data = Buffer.alloc(500_000, 'x').toString('base64')
  for (let seq = 1; seq <= 40; seq += 1) channel.send({ type: 'session.stdout', ...run, seq, data, at: 0 })
  channel.send({ type: 'session.exit', ...run, seq: 41, exit_code: 9, signal: null, reason: null })
  const ended = await untilState(hub, run.session_id, 'failed', 'completed')
  assert.deepEqual([ended.state, ended.exit_code], ['failed', 9])
  const logs = join(place.home, 'logs')
  const kept = readdirSync(logs).reduce((sum, name) => sum + statSync(join(logs, name)).size, 0)
  // All of it: 64 MiB of a run are kept.
  assert.ok(kept >= 20_000_000 && kept < 20_100_000, `${kept} bytes`)
  channel.send({ type: 'session.event', ...run, seq: 42, event: 'start', metadata: null, at: 0 })
  await nextOf(channel, 'session.ack')
  assert.equal((await sessionThere(hub, run.session_id)).state, 'failed', 'what is over stays over')
  assert.equal((await askFor(hub, { deviceTarget: channel.id })).status, 201)
})
