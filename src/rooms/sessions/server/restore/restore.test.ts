import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { hourMs, toIso } from '#base/time.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { type Session } from '../../contract.ts'
import { sessionsFileSchema } from '../../contract/stored.ts'
import { register } from '../change/commands.ts'
import { remove } from '../end/remove.ts'
import { createEventLog } from '../log/event-log.ts'
import { restore } from './restore.ts'
import { openRoom, registered, type Room } from '../room.testkit.ts'

const sessionsOf = (room: Room): Session[] => [...room.context.registry.all()].map(({ session }) => session)

/** A home with three sessions in different states, whose file was written before the last event. */
async function livedIn() {
  const room = await openRoom()
  await room.report('agent-a', 'start', { metadata: 'one “quoted” line\nand another' })
  await room.report('agent-b', ['start', 'hook.to_review'])
  const { session } = await registered(room, {
    tmux_session: 'mine',
    agent_type: 'shell',
    prompt: 'echo',
    depends_on: ['T1'],
  })
  room.file.flushSync()
  await room.report('agent-b', 'process.exit_error', { exitCode: 3 })
  return { room, registered: session, sessions: sessionsOf(room) }
}

test('a killed service comes back with every event that it had answered', async () => {
  const { room, sessions } = await livedIn()
  await room.crash()
  const again = await openRoom({ home: room.home })
  assert.deepEqual(sessionsOf(again), sessions)
  await again.close()
})

test('a registration without credentials stays one over kill -9 and over a lost sessions.json', async () => {
  const { room } = await livedIn()
  const request = { tmux_session: 'theirs', prompt: 'touch x' }
  await register(room.context, { request, by: 'anybody' })
  const marksOf = (of: Room) => sessionsOf(of).map(({ tmux_session, runnable }) => [tmux_session, runnable])
  const expected = marksOf(room)
  assert.deepEqual(expected.slice(-2), [
    ['mine', true],
    ['theirs', false],
  ])
  await room.crash()
  const replayed = await openRoom({ home: room.home })
  assert.deepEqual(marksOf(replayed), expected)
  await replayed.crash()
  await rm(join(room.home, 'sessions.json'))
  const rebuilt = await openRoom({ home: room.home })
  assert.deepEqual(marksOf(rebuilt), expected)
  await rebuilt.close()
})

test('of records from before the mark, only launches may be run', async () => {
  const room = await openRoom()
  await room.crash()
  const record = (id: string, more: object) => ({ id, tmux_session: id, state: 'idle', prompt: 'touch x', ...more })
  const origins = ['launched', 'registered', 'hook', 'discovered']
  const sessions = [...origins.map((origin) => record(origin, { origin })), record('unknown', {})]
  await writeFile(join(room.home, 'sessions.json'), JSON.stringify({ sessions }))
  const again = await openRoom({ home: room.home })
  assert.deepEqual(
    sessionsOf(again).filter(({ runnable }) => runnable),
    sessionsOf(again).filter(({ origin }) => origin === 'launched'),
  )
  assert.equal(sessionsOf(again).length, 5)
  await again.close()
})

test('without sessions.json everything is rebuilt from the log, removals and dismissed names too', async () => {
  const { room, registered } = await livedIn()
  await remove(room.context, registered.id, { kill: false })
  const expected = sessionsOf(room)
  await room.crash()
  await rm(join(room.home, 'sessions.json'))
  const again = await openRoom({ home: room.home })
  assert.deepEqual(sessionsOf(again), expected)
  assert.notEqual(again.context.registry.dismissedByName('mine'), null)
  await again.close()
})

test('the file follows the log within its debounce and says which event it holds', async () => {
  const { room } = await livedIn()
  room.file.flushSync()
  const file = sessionsFileSchema.parse(JSON.parse(await readFile(join(room.home, 'sessions.json'), 'utf8')))
  assert.equal(file.seq, room.context.ledger.lastSeq())
  assert.deepEqual(
    file.sessions.map(({ state }) => state),
    ['running', 'failed', 'idle'],
  )
  await room.close()
})

test('a file that was cut at any byte, or is no sessions.json, is set aside and rebuilt', async () => {
  const { room, sessions } = await livedIn()
  room.file.flushSync()
  const path = join(room.home, 'sessions.json')
  const whole = await readFile(path)
  await room.crash()
  const database = openDatabase({ path: join(room.home, 'service.db'), sync: 'normal' })
  const log = createEventLog(database)
  const strange = [
    '',
    '{}',
    '[]',
    'null',
    '{"sessions":{}}',
    '{"seq":"1","sessions":[]}',
    '{"seq":1,"sessions":[{"id":1}]}',
  ]
  const cuts = Array.from({ length: whole.length - 1 }, (_, length) => whole.subarray(0, length))
  const damaged = [...cuts, ...strange.map((text) => Buffer.from(text)), Buffer.alloc(whole.length)]
  for (const content of damaged) {
    // The last newline is no part of the JSON: without it the file is whole.
    if (content.length === whole.length - 1 && content[0] === whole[0]) continue
    await writeFile(path, content)
    const restored = await restore(path, log, room.time.nowMs)
    assert.notEqual(restored.setAside, null, content.toString().slice(-40))
    assert.deepEqual(
      [...restored.records.values()].map(({ session }) => session),
      sessions,
    )
    await rm(restored.setAside ?? '')
  }
  await database[Symbol.asyncDispose]()
  await rm(room.home, { recursive: true })
})

test('a file with flipped bits never stops the start', async () => {
  const { room } = await livedIn()
  room.file.flushSync()
  const path = join(room.home, 'sessions.json')
  const whole = await readFile(path)
  await room.crash()
  const database = openDatabase({ path: join(room.home, 'service.db'), sync: 'normal' })
  const log = createEventLog(database)
  const flip = fc.tuple(fc.nat(whole.length - 1), fc.nat(7))
  await fc.assert(
    fc.asyncProperty(flip, async ([byte, bit]) => {
      const content = Buffer.from(whole)
      content[byte] = (content[byte] ?? 0) ^ (1 << bit)
      await writeFile(path, content)
      const restored = await restore(path, log, room.time.nowMs)
      assert.ok(restored.records.size >= 2)
      if (restored.setAside !== null) await rm(restored.setAside)
    }),
    { numRuns: 300 },
  )
  await database[Symbol.asyncDispose]()
  await rm(room.home, { recursive: true })
})

test('the damaged file is kept beside the new one', async () => {
  const { room, sessions } = await livedIn()
  await room.crash()
  await writeFile(join(room.home, 'sessions.json'), '{"seq": 4, "sess')
  const again = await openRoom({ home: room.home })
  assert.deepEqual(sessionsOf(again), sessions)
  const files = await readdir(room.home)
  assert.equal(files.filter((name) => name.startsWith('sessions.json.damaged-')).length, 1)
  await again.close()
})

test('sessions that ended more than 24 hours ago are left out, others stay', async () => {
  const { room } = await livedIn()
  const [first] = sessionsOf(room)
  await room.patch(first?.id ?? '', { event: 'process.exit' })
  room.file.flushSync()
  await room.crash()
  const after = async (hours: number) => {
    const again = await openRoom({ home: room.home, nowMs: room.time.nowMs + hours * hourMs })
    const names = sessionsOf(again).map(({ tmux_session }) => tmux_session)
    await again.crash()
    return names
  }
  assert.deepEqual(await after(24), ['agent-a', 'agent-b', 'mine'])
  assert.deepEqual(await after(24.01), ['mine'])
  assert.deepEqual(await after(0), ['mine'])
  await rm(room.home, { recursive: true })
})

test('a file without seq, as another program writes it, is taken as it stands', async () => {
  const home = await mkdtemp(join(tmpdir(), 'orrery-sessions-'))
  const old = '2026-11-18T12:00:00Z'
  const sessions = [
    { id: 'one', tmux_session: 'agent-one', state: 'awaiting_review', label: 'One', last_activity: old },
    { id: 'two', tmux_session: 'agent-two', state: 'completed', last_activity: old },
    { id: 'three', tmux_session: 'agent-three', state: 'completed' },
  ]
  await writeFile(join(home, 'sessions.json'), JSON.stringify({ sessions }))
  const room = await openRoom({ home })
  assert.deepEqual(
    sessionsOf(room).map(({ id, state, label }) => [id, state, label]),
    [
      ['one', 'awaiting_review', 'One'],
      ['three', 'completed', 'agent-three'],
    ],
  )
  await room.crash()
  await rm(join(home, 'sessions.json'))
  const rebuilt = await openRoom({ home })
  assert.deepEqual(
    sessionsOf(rebuilt).map(({ id }) => id),
    ['one', 'three'],
  )
  await rebuilt.close()
})

test('a checkpoint of many sessions is whole without older events, and what happens while it is written follows it', async () => {
  const room = await openRoom()
  await Promise.all(Array.from({ length: 600 }, (_, index) => room.report(`agent-${index}`, 'start')))
  const { events, registry } = room.context
  room.time.nowMs += hourMs
  const at = toIso(room.time.nowMs)
  for (const event of ['hook.to_review', 'agent.tool_use', 'hook.to_review'] as const) {
    const written = events.checkpoint(() => ({ at, records: registry.all().toArray(), dismissed: [] }))
    await Promise.all([room.report('agent-7', event), written, room.report('agent-590', event)])
  }
  await events.dropBefore({ time: at, now: at })
  const expected = sessionsOf(room)
  const first = await events.page(expected[0]?.id ?? '', { limit: 50, before: null })
  assert.deepEqual(first.events, [])
  await room.crash()
  await rm(join(room.home, 'sessions.json'))
  const again = await openRoom({ home: room.home, nowMs: room.time.nowMs })
  assert.equal(expected.length, 600)
  assert.deepEqual(sessionsOf(again), expected)
  await again.close()
})

test('a log that was lost starts anew without losing what the file knows', async () => {
  const { room } = await livedIn()
  room.file.flushSync()
  const expected = sessionsOf(room)
  await room.crash()
  for (const name of await readdir(room.home)) if (name.startsWith('service.db')) await rm(join(room.home, name))
  const again = await openRoom({ home: room.home })
  assert.deepEqual(sessionsOf(again), expected)
  await again.report('agent-a', 'hook.to_review')
  await again.crash()
  const third = await openRoom({ home: room.home })
  assert.equal(sessionsOf(third)[0]?.state, 'awaiting_review')
  await third.close()
})
