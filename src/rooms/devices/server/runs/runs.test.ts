// Sessions on devices over real sockets: started, told of, cut off, resumed, cancelled, lost, adopted and forgotten.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Session } from '#rooms/sessions/contract.ts'
import { closeCodes } from '../../contract/envelopes.ts'
import { connect, pairDevice } from '../room.testkit.ts'
import { atWork, openPlace, settle, until, withPlace, type Place } from './place.testkit.ts'

/** An envelope of a run. */
const frame = (type: string, run: { readonly session_id: string; readonly run_id: string }, fields: object) => ({
  type,
  ...run,
  ...fields,
})
const started = { tmux_session: 'agent-1' }
const exit = (code: number | null, more: object = {}) => ({ exit_code: code, signal: null, reason: null, ...more })
const text = (data: string) => ({ data: Buffer.from(data).toString('base64'), at: 5 })

/** A session that was started on the device, which has the start. */
async function startOn(place: Place, { device, channel }: Awaited<ReturnType<typeof atWork>>, id = 's1') {
  const session = place.sessions.put({ id, device_id: device.id }, 'r1')
  await place.sessions.start(session, 'r1')
  const start = await channel.next()
  assert.equal(start.type, 'session.start')
  return { session, run: { session_id: id, run_id: 'r1' }, start }
}

test('a start goes to the device with all that was asked for, and what comes of it is told once', async (t) => {
  const place = await withPlace(t)
  const there = await atWork(place)
  const body = {
    harness: 'codex',
    prompt: 'Fix it.',
    deviceTarget: there.device.id,
    model: 'o3',
    label: 'mine',
    working_dir: '/src',
    options: { interactive: true },
  }
  const made = await place.ask('POST /api/sessions', { body })
  assert.equal(made.status, 201)
  const [creation] = place.sessions.created
  assert.partialDeepStrictEqual(creation?.start, {
    harness: 'codex',
    prompt: 'Fix it.',
    label: 'mine',
    working_dir: '/src',
    deviceId: there.device.id,
    interactive: true,
  })
  const asked = { id: 'made-1', device_id: there.device.id, prompt: 'Fix it.', label: 'mine', working_dir: '/src' }
  await place.sessions.start(place.sessions.put({ ...asked, task_id: 'T-1' }, 'r1'), 'r1')
  const start = await there.channel.next()
  assert.partialDeepStrictEqual(start, {
    type: 'session.start',
    session_id: 'made-1',
    run_id: 'r1',
    harness: 'codex',
    prompt: 'Fix it.',
    model: 'o3',
    working_dir: '/src',
    options: { interactive: true, label: 'mine', task_id: 'T-1' },
  })
  const run = { session_id: 'made-1', run_id: 'r1' }
  const { channel } = there
  channel.send(frame('session.accepted', run, { seq: 1 }))
  channel.send(frame('session.started', run, { seq: 2, ...started }))
  channel.send(
    frame('session.event', run, {
      seq: 3,
      event: 'hook.to_review',
      then: ['nonsense'],
      metadata: 'm'.repeat(300),
      at: 1,
    }),
  )
  channel.send(frame('session.event', run, { seq: 4, event: 'nonsense', metadata: null, at: 1 }))
  channel.send(frame('session.stdout', run, { seq: 5, ...text('hello ') }))
  channel.send(frame('session.stderr', run, { seq: 6, ...text('oh') }))
  channel.send(frame('session.gap', run, { seq: 9, from: 7, to: 9, bytes: 12 }))
  channel.send(frame('session.started', run, { seq: 2, ...started }))
  channel.send(frame('session.exit', run, { seq: 10, ...exit(0) }))
  await until(place, () => place.sessions.closed.length === 1)
  assert.deepEqual(
    place.sessions.told.map(({ news }) => news),
    [
      { kind: 'started', terminal: 'agent-1' },
      { kind: 'event', events: ['hook.to_review'], metadata: 'm'.repeat(200) },
      { kind: 'exit', exitCode: 0, endReason: null, why: null },
    ],
  )
  assert.deepEqual(
    place.sessions.output.map(({ seq, kind, text: words }) => [seq, kind, words.trim()]),
    [
      [5, 'stdout', 'hello'],
      [6, 'stderr', 'oh'],
      [9, 'gap', '[12 bytes of output did not fit on the device]'],
    ],
  )
  assert.deepEqual(place.sessions.closed, ['made-1'])
})

test('what is written down is acknowledged together, and again when it comes again', async (t) => {
  const place = await withPlace(t)
  const there = await atWork(place)
  const { run } = await startOn(place, there)
  const { channel } = there
  for (const seq of [1, 2, 3]) channel.send(frame('session.stdout', run, { seq, ...text('x') }))
  await until(place, () => place.sessions.output.length === 3)
  await settle(place)
  const ack = await channel.next()
  assert.partialDeepStrictEqual(ack, { type: 'session.ack', ...run, seq: 3 })
  channel.send(frame('session.stdout', run, { seq: 2, ...text('again') }))
  await settle(place)
  assert.partialDeepStrictEqual(await channel.next(), { type: 'session.ack', ...run, seq: 3 })
  assert.equal(place.sessions.output.length, 3)
})

test('a number that is missing, and what can’t be written down, end the connection; it goes on where it was', async (t) => {
  const place = await withPlace(t)
  const there = await atWork(place)
  const { run } = await startOn(place, there)
  there.channel.send(frame('session.stdout', run, { seq: 1, ...text('one') }))
  there.channel.send(frame('session.stdout', run, { seq: 3, ...text('three') }))
  there.channel.send(frame('session.stdout', run, { seq: 2, ...text('late') }))
  assert.equal(await there.channel.closed, closeCodes.go_on_anew)
  assert.deepEqual(
    place.sessions.output.map(({ seq }) => seq),
    [1],
  )

  const again = await connect(place, there.device)
  const knows = (last: number, state = 'running') => [{ ...run, last_seq: last, state }]
  again.hello({ runs: knows(3) })
  const welcome = await again.next()
  assert.ok(welcome.type === 'welcome')
  assert.deepEqual(welcome.resume, [{ ...run, seq: 1 }])
  place.sessions.state.failure = new Error('the disk is full')
  again.send(frame('session.started', run, { seq: 2, ...started }))
  assert.equal(await again.closed, closeCodes.go_on_anew)
  assert.deepEqual(place.sessions.told, [])

  const third = await connect(place, there.device)
  third.hello({ runs: knows(3) })
  const resumed = await third.next()
  assert.ok(resumed.type === 'welcome')
  assert.deepEqual(resumed.resume, [{ ...run, seq: 1 }])
})

test('frames about runs of others are dropped and counted, and change nothing', async (t) => {
  const place = await withPlace(t)
  const [one, other] = [await atWork(place), await atWork(place)]
  const { run } = await startOn(place, one)
  other.channel.send(frame('session.exit', run, { seq: 1, ...exit(0) }))
  other.channel.send(frame('session.stdout', { session_id: 'nobody', run_id: 'r1' }, { seq: 1, ...text('x') }))
  await until(place, () => place.told.some(({ value }) => value?.dropped_frames === 2))
  assert.deepEqual([place.sessions.told, place.sessions.output], [[], []])
  assert.match(await (await fetch(`${place.url}/metrics`)).text(), /^orrery_device_frames_foreign_total 2$/m)
  assert.equal((await place.device(one.device.id)).dropped_frames, 0)
})

test('of a session that left the board its run is followed to the end all the same', async (t) => {
  const place = await withPlace(t)
  const there = await atWork(place)
  const { run } = await startOn(place, there)
  place.sessions.drop('s1')
  there.channel.send(frame('session.started', run, { seq: 1, ...started }))
  there.channel.send(frame('session.exit', run, { seq: 2, ...exit(1) }))
  await until(place, () => place.sessions.closed.length === 1)
  assert.deepEqual(place.sessions.told, [])
  await settle(place)
  assert.partialDeepStrictEqual(await there.channel.next(), { type: 'session.ack', seq: 2 })
})

const ends: readonly (readonly [
  object,
  { readonly exitCode: number | null; readonly endReason: string | null; readonly why: string | null },
])[] = [
  [exit(3), { exitCode: 3, endReason: null, why: null }],
  [exit(null, { signal: 'SIGKILL' }), { exitCode: null, endReason: null, why: 'it was ended by SIGKILL' }],
  [exit(null, { reason: 'r'.repeat(500) }), { exitCode: null, endReason: null, why: 'r'.repeat(200) }],
  [
    exit(null, { reason: 'terminal_gone' }),
    { exitCode: null, endReason: 'terminal_gone', why: 'its terminal is gone' },
  ],
]
test('how a run ended is told in words', async (t) => {
  const place = await withPlace(t)
  const there = await atWork(place)
  for (const [index, [fields, news]] of ends.entries()) {
    const { run } = await startOn(place, there, `s${index}`)
    there.channel.send(frame('session.exit', run, { seq: 1, ...fields }))
    await until(place, () => place.sessions.told.length === index + 1)
    assert.deepEqual(place.sessions.told[index]?.news, { kind: 'exit', ...news })
  }
  const { run } = await startOn(place, there, 'refused')
  there.channel.send(frame('session.refused', run, { seq: 1, reason: 'No codex here.', hint: 'Install it.' }))
  await until(place, () => place.sessions.told.length === ends.length + 1)
  const { news } = place.sessions.told.at(-1) ?? assert.fail()
  assert.deepEqual(news, { kind: 'exit', exitCode: null, endReason: null, why: 'No codex here. Install it.' })
  assert.equal(place.sessions.closed.length, ends.length + 1)
})

test('a cancel reaches the device, and after it only the end of the run applies', async (t) => {
  const place = await withPlace(t)
  const there = await atWork(place)
  const { run } = await startOn(place, there)
  await place.sessions.cancel('s1', 'r1')
  assert.partialDeepStrictEqual(await there.channel.next(), { type: 'session.cancel', ...run })
  there.channel.send(frame('session.started', run, { seq: 1, ...started }))
  there.channel.send(frame('session.event', run, { seq: 2, event: 'hook.to_running', metadata: null, at: 1 }))
  there.channel.send(frame('session.exit', run, { seq: 3, ...exit(130) }))
  await until(place, () => place.sessions.told.length > 0)
  assert.deepEqual(
    place.sessions.told.map(({ news }) => news.kind),
    ['exit'],
  )
  // What ended needs no cancel: the next frame is the acknowledgement.
  await place.sessions.cancel('s1', 'r1')
  await settle(place)
  assert.partialDeepStrictEqual(await there.channel.next(), { type: 'session.ack', seq: 3 })
})

test('a device that comes back hears what it missed, cancels before starts; what it lost and what never began ends', async (t) => {
  const place = await withPlace(t)
  const there = await atWork(place)
  const put = (id: string): Session => place.sessions.put({ id, device_id: there.device.id }, 'r1')
  const runOf = (id: string) => ({ session_id: id, run_id: 'r1' })
  for (const id of ['lost', 'cancelled', 'known']) {
    await place.sessions.start(put(id), 'r1')
    await there.channel.next()
    there.channel.send(frame('session.started', runOf(id), { seq: 1, ...started }))
  }
  await until(place, () => place.sessions.told.length === 3)
  there.channel.socket.terminate()
  await there.channel.closed
  await settle(place)
  await place.sessions.start(put('new'), 'r1')
  await place.sessions.start(put('never'), 'r1')
  await place.sessions.cancel('never', 'r1')
  await place.sessions.cancel('cancelled', 'r1')

  const again = await connect(place, there.device)
  again.hello({
    runs: [
      { ...runOf('cancelled'), last_seq: 1, state: 'running' },
      { ...runOf('known'), last_seq: 4, state: 'running' },
    ],
  })
  const welcome = await again.next()
  assert.ok(welcome.type === 'welcome')
  assert.deepEqual(welcome.resume, [
    { ...runOf('cancelled'), seq: 1 },
    { ...runOf('known'), seq: 1 },
  ])
  assert.partialDeepStrictEqual(await again.next(), { type: 'session.cancel', ...runOf('cancelled') })
  assert.partialDeepStrictEqual(await again.next(), { type: 'session.start', ...runOf('new') })
  assert.deepEqual(
    place.sessions.told.slice(3).map(({ sessionId, news }) => [sessionId, news]),
    [
      ['lost', { kind: 'exit', exitCode: null, endReason: 'device_lost', why: 'its device does not know it any more' }],
      ['never', { kind: 'never_started' }],
    ],
  )
})

test('runs that nobody knows are adopted, up to a number; those that stand for sessions of others are not', async (t) => {
  const place = await withPlace(t)
  const device = await pairDevice(place)
  place.sessions.put({ id: 'mine' }, 'r9')
  place.sessions.state.taken.add('history')
  const channel = await connect(place, device)
  const own = Array.from({ length: 52 }, (_, index) => `free-${index}`)
  channel.hello({
    runs: ['mine', 'history', 'not an id', 'over', ...own].map((id) => ({
      session_id: id,
      run_id: 'r1',
      last_seq: 2,
      state: id === 'over' ? 'ended' : 'running',
      harness: id === 'free-1' ? 'codex' : undefined,
    })),
  })
  const welcome = await channel.next()
  assert.ok(welcome.type === 'welcome')
  assert.deepEqual(
    place.sessions.adopted.map(({ sessionId }) => sessionId),
    own.slice(0, 50),
  )
  assert.deepEqual(place.sessions.adopted.slice(0, 2), [
    { sessionId: 'free-0', runId: 'r1', deviceId: device.id, harness: 'code-agent' },
    { sessionId: 'free-1', runId: 'r1', deviceId: device.id, harness: 'codex' },
  ])
  assert.deepEqual(welcome.resume.map(({ session_id: id, seq }) => [id, seq]).slice(0, 2), [
    ['over', 2],
    ['free-0', 0],
  ])
  // 'mine', 'history' and what is no id, and two above the number.
  assert.equal((await place.device(device.id)).dropped_frames, 5)
})

test('revoking a device ends all that runs there', async (t) => {
  const place = await withPlace(t)
  const there = await atWork(place)
  const { run } = await startOn(place, there, 'over')
  there.channel.send(frame('session.exit', run, { seq: 1, ...exit(0) }))
  await until(place, () => place.sessions.told.length === 1)
  await startOn(place, there, 'alive')
  assert.equal((await place.ask(`DELETE /api/auth/devices/${there.device.id}`)).status, 200)
  assert.deepEqual(
    place.sessions.told.slice(1).map(({ sessionId, news }) => [sessionId, news]),
    [['alive', { kind: 'exit', exitCode: null, endReason: 'device_revoked', why: 'its device was revoked' }]],
  )
})

test('what a device said before it was revoked is written down: it does not come again', async (t) => {
  const place = await withPlace(t)
  const there = await atWork(place)
  const { run } = await startOn(place, there)
  const { promise, resolve } = Promise.withResolvers<void>()
  place.sessions.state.hold = promise
  there.channel.send(frame('session.stdout', run, { seq: 1, ...text('at work') }))
  await settle(place)
  there.channel.send(frame('session.stdout', run, { seq: 2, ...text('waits') }))
  await settle(place)
  const revoked = place.ask(`DELETE /api/auth/devices/${there.device.id}`)
  await settle(place)
  assert.deepEqual(place.sessions.output, [])
  resolve()
  assert.equal((await revoked).status, 200)
  assert.deepEqual(
    place.sessions.output.map(({ text: words }) => words),
    ['at work', 'waits'],
  )
  assert.deepEqual(
    place.sessions.told.map(({ news }) => news.kind),
    ['exit'],
  )
})

test('what is forgotten is nobody’s any more, and a restart of the hub knows all the rest', async (t) => {
  const first = await openPlace()
  const there = await atWork(first)
  const body = { harness: 'codex', prompt: 'x', deviceTarget: there.device.id, model: 'o3' }
  await first.ask('POST /api/sessions', { body })
  const { run: gone } = await startOn(first, there, 'gone')
  const { run } = await startOn(first, there, 'kept')
  there.channel.send(frame('session.started', run, { seq: 1, ...started }))
  there.channel.send(frame('session.stdout', run, { seq: 2, ...text('x') }))
  await until(first, () => first.sessions.output.length === 1)
  await first.sessions.start(first.sessions.put({ id: 'made-1', device_id: there.device.id }, 'r1'), 'r1')
  await there.channel.next()
  await first.sessions.cancel('kept', 'r1')
  await first.sessions.state.forget?.('gone')
  there.channel.send(frame('session.stdout', gone, { seq: 1, ...text('x') }))
  await until(first, () => first.told.some(({ value }) => value?.dropped_frames === 1))
  await first.close()

  const place = await openPlace(first.home)
  t.after(() => place.remove())
  place.sessions.put({ id: 'kept', device_id: there.device.id }, 'r1')
  place.sessions.put({ id: 'made-1', device_id: there.device.id }, 'r1')
  const channel = await connect(place, there.device)
  channel.hello({ runs: [{ ...run, last_seq: 5, state: 'running' }] })
  const welcome = await channel.next()
  assert.ok(welcome.type === 'welcome')
  // Output has an index of its own, which this sessions room lost: it goes on after what is in the table.
  assert.deepEqual(welcome.resume, [{ ...run, seq: 1 }])
  assert.partialDeepStrictEqual(await channel.next(), { type: 'session.cancel', ...run })
  assert.partialDeepStrictEqual(await channel.next(), { type: 'session.start', session_id: 'made-1', model: 'o3' })
})
