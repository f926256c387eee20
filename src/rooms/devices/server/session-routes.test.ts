// Where a session goes, which are listed, and what is refused before anything starts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Session } from '#rooms/sessions/contract.ts'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import { connect, openRoom } from './room.testkit.ts'
import { atWork, until, withPlace } from './runs/place.testkit.ts'
import { scriptSessions } from './runs/sessions.testkit.ts'

test('a session goes to the device that it names, or to the best one; who will not do is said with the reason', async (t) => {
  const place = await withPlace(t)
  const wanting = (fields: Partial<Session>): Session =>
    sampleSession({ origin: 'fabric', harness: 'codex', ...fields })
  const refusalOf = (session: Session) => {
    const found = place.sessions.placeOf(session)
    return found.ok ? null : [found.error.error, found.error.reason, found.error.details]
  }
  assert.deepEqual(refusalOf(wanting({})), ['no_device', 'There is no device that could run it.', []])
  const nothingPaired = place.sessions.placeOf(wanting({}))
  assert.match((!nothingPaired.ok && nothingPaired.error.hint) || '', /orrery devices pair/)
  const [small, large] = [await atWork(place, 'small'), await atWork(place, 'large')]
  small.channel.beat({ free_ram: 1e9 })
  await small.channel.next()
  assert.deepEqual(place.sessions.placeOf(wanting({})), { ok: true, value: large.device.id })
  assert.deepEqual(place.sessions.placeOf(wanting({ device_id: small.device.id })), {
    ok: true,
    value: small.device.id,
  })
  assert.deepEqual(refusalOf(wanting({ device_id: 'nobody' }))?.[0], 'not_found')
  const why = 'gemini is not installed there'
  assert.deepEqual(refusalOf(wanting({ harness: 'gemini' })), [
    'no_device',
    'No device will do for it.',
    [
      { field: 'large', reason: why },
      { field: 'small', reason: why },
    ],
  ])
  small.channel.socket.close(1000)
  await small.channel.closed
  await until(place, () => place.told.at(-1)?.value?.status === 'offline')
  assert.deepEqual(refusalOf(wanting({ device_id: small.device.id }))?.[0], 'device_offline')
  await place.ask(`DELETE /api/auth/devices/${small.device.id}`)
  assert.deepEqual(refusalOf(wanting({ device_id: small.device.id }))?.[0], 'not_found')
})

test('a question goes to the machine that told of its model, at once and when it is started later', async (t) => {
  const place = await withPlace(t)
  const told = { installedHarnesses: ['mother-llm' as const], capabilities: ['mother-llm'] }
  const [roomy, right] = [await atWork(place, 'roomy'), await atWork(place, 'right')]
  roomy.channel.beat({ ...told, models: ['other'] })
  await roomy.channel.next()
  right.channel.beat({ ...told, models: ['tiny'], free_ram: 1e9 })
  await right.channel.next()
  const question = sampleSession({ id: 'made-1', origin: 'fabric', harness: 'mother-llm' })
  assert.deepEqual(place.sessions.placeOf(question, 'tiny'), { ok: true, value: right.device.id })
  assert.deepEqual(place.sessions.placeOf(question, 'other'), { ok: true, value: roomy.device.id })
  const body = { harness: 'mother-llm', prompt: 'how are you?', deviceTarget: 'auto', model: 'tiny' }
  await place.ask('POST /api/sessions', { body })
  assert.equal(place.sessions.created[0]?.start.model, 'tiny')
  assert.deepEqual(place.sessions.placeOf(question), { ok: true, value: right.device.id }, 'its plan is kept')
  const ranked = await place.ask('GET /api/sessions/devices?harness=mother-llm&model=tiny')
  assert.deepEqual(
    (ranked.body.devices as { label: string }[]).map(({ label }) => label),
    ['right', 'roomy'],
  )
})

test('however many devices there are, sessions are looked through once for a list of them, and never for a name', async (t) => {
  const place = await withPlace(t)
  const { device } = await atWork(place, 'one')
  for (const label of ['two', 'three', 'four']) await atWork(place, label)
  place.sessions.put({ id: 'there', device_id: device.id, ended_at: null }, 'r1')
  const before = place.sessions.state.counted
  const { body } = await place.ask('GET /api/devices')
  assert.deepEqual(
    (body.devices as { active_sessions: number }[]).map(({ active_sessions: count }) => count),
    [1, 0, 0, 0],
  )
  assert.equal(place.sessions.state.counted, before + 1)
  assert.equal(place.sessions.nameOf(device.id), 'one')
  assert.equal(place.sessions.nameOf('nobody'), null)
  assert.equal(place.sessions.state.counted, before + 1)
})

test('sessions are listed as the sessions room has them, by device and harness where that is asked', async (t) => {
  const place = await withPlace(t)
  place.sessions.put({ id: 'there', device_id: 'd1', harness: 'codex' }, 'r1')
  const ids = async (query: string): Promise<string[]> =>
    ((await place.ask(`GET /api/sessions${query}`)).body.sessions as Session[]).map(({ id }) => id)
  assert.deepEqual(await ids(''), ['there'])
  const all = { limit: null, cursor: null, device: undefined, harness: undefined }
  assert.deepEqual(place.sessions.state.listed, all)
  await ids('?device=d1&harness=codex&limit=7')
  assert.deepEqual(place.sessions.state.listed, { ...all, device: 'd1', harness: 'codex', limit: 7 })
})

test('a prompt that no frame can bear is refused, and in legacy mode nothing starts', async (t) => {
  const place = await withPlace(t)
  const start = { harness: 'codex', prompt: '\u0000'.repeat(165_000), deviceTarget: 'auto' }
  const long = await place.ask('POST /api/sessions', { body: start })
  assert.deepEqual([long.status, long.body.error], [400, 'invalid_request'])
  assert.match(String(long.body.reason), /longer than what can be sent/)
  assert.equal(place.sessions.created.length, 0)
  const fits = await place.ask('POST /api/sessions', { body: { ...start, prompt: 'x'.repeat(400_000) } })
  assert.equal(fits.status, 201)
  const [creation] = place.sessions.created
  assert.equal(creation?.start.deviceId, null, 'the best one')

  const legacy = await openRoom({ mode: 'legacy', sessions: scriptSessions })
  t.after(() => legacy.remove())
  const { status, body } = await legacy.ask('POST /api/sessions', { body: { ...start, prompt: 'x' } })
  assert.deepEqual([status, body.error], [409, 'no_device'])
  assert.deepEqual((await legacy.ask('GET /api/sessions')).body.sessions, [])
  assert.deepEqual(await legacy.devices(), [])
})

test('this machine is a device of its own where that is set', async (t) => {
  const room = await openRoom({ localDevice: true, sessions: scriptSessions })
  t.after(() => room.remove())
  const [local] = await room.devices()
  assert.deepEqual([local?.id, local?.status], ['local', 'offline'])
  assert.ok(room.room.local !== null)
  const plain = await openRoom()
  t.after(() => plain.remove())
  assert.equal(plain.room.local, null)
})

test('a device tells how many sessions are at work there, and which Orrery it is', async (t) => {
  const place = await withPlace(t)
  const there = await atWork(place)
  place.sessions.put({ id: 'alive', device_id: there.device.id }, 'r1')
  place.sessions.put({ id: 'over', device_id: there.device.id, ended_at: '2026-11-20T10:00:00.000Z' }, 'r1')
  assert.equal((await place.device(there.device.id)).active_sessions, 1)
  const newer = await connect(place, there.device)
  newer.hello({ version: '9.9.9' })
  assert.equal((await newer.next()).type, 'welcome')
  assert.equal((await place.device(there.device.id)).version, '9.9.9')
})
