// R3 and R4: a damaged sessions.json or hook queue is set aside, and everything else comes through.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { open, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Session } from '#rooms/sessions/contract.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { ingest, listSessions } from '../../support/http.ts'
import { residentMiB } from '../../support/memory.ts'
import { orrery, startService, StartFailed, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { eventsOf } from './acknowledged.ts'
import { dyingAt } from './kill-rig.ts'

describe('R3 sessions.json', () => {
  let place: TestHome
  let good: Buffer
  let known: readonly Session[]
  const path = (): string => join(place.home, 'sessions.json')

  before(async () => {
    place = await makeHome()
    await using service = await startService(place)
    for (const [name, events] of Object.entries({ a: ['start'], b: ['start', 'to_review'], c: ['start', 'exit'] })) {
      for (const event of events) await ingest(service, { tmux_session: `agent-${name}`, event, metadata: 'ä €' })
    }
    await service.call('POST /api/hooks/sessions', {
      json: { tmux_session: 'registered', agent_type: 'shell', prompt: 'x'.repeat(5000), depends_on: ['T-1'] },
    })
    known = await listSessions(service)
    await service.stop()
    good = await readFile(path())
  })
  after(async () => place[Symbol.asyncDispose]())

  const damages: Readonly<Record<string, (good: Buffer) => Buffer>> = {
    empty: () => Buffer.alloc(0),
    'cut in the middle': (good) => good.subarray(0, good.length >> 1),
    'cut by one byte': (good) => good.subarray(0, good.lastIndexOf(0x7d)),
    'full of NUL': (good) => Buffer.alloc(good.length),
    'NUL at its end': (good) => Buffer.concat([good.subarray(0, -40), Buffer.alloc(40)]),
    'with one bit flipped': (good) => Buffer.from(good.map((byte, index) => (index === 0 ? byte ^ 1 : byte))),
    'an empty object': () => Buffer.from('{}'),
    'an empty list': () => Buffer.from('[]'),
    'of wrong types': (good) => Buffer.from(good.toString().replaceAll('"state":"', '"state":7,"was":"')),
    'of an unknown state': (good) => Buffer.from(good.toString().replaceAll('"running"', '"sleeping"')),
    'with a wrong seq': (good) => Buffer.from(good.toString().replace('"seq":', '"seq":-')),
    binary: () => Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 73) % 256)),
    'an endless nesting': () => Buffer.from('['.repeat(200_000)),
  }
  for (const [name, damage] of Object.entries(damages)) {
    test(`${name}: it is set aside, and the sessions come from the log`, async () => {
      const damaged = damage(good)
      await writeFile(path(), damaged)
      await assertRestored()
      const aside = await takeAside()
      assert.ok(aside.equals(damaged))
    })
  }

  test('a folder in its place is set aside, too', async () => {
    rmSync(path())
    mkdirSync(path())
    await assertRestored()
    const [name = ''] = await asides()
    assert.ok(statSync(join(place.home, name)).isDirectory())
    rmSync(join(place.home, name), { recursive: true })
  })

  test('a missing one is rebuilt', async () => {
    rmSync(path())
    await assertRestored()
    assert.deepEqual(await asides(), [])
  })

  test('one of an earlier moment is brought up to date by the log', async () => {
    const earlier = await readFile(path())
    {
      await using service = await startService(place)
      await ingest(service, { tmux_session: 'agent-a', event: 'to_review', metadata: 'later' })
      await ingest(service, { tmux_session: 'agent-late', event: 'start' })
      known = await listSessions(service)
      await service.kill()
    }
    await writeFile(path(), earlier)
    await assertRestored()
  })

  test('one that another program wrote without a seq is taken as it stands', async () => {
    const session = { id: 'theirs', tmux_session: 'theirs', state: 'running' }
    await writeFile(path(), JSON.stringify({ sessions: [session] }))
    await using service = await startService(place)
    assert.deepEqual(
      (await listSessions(service)).map(({ id, state }) => [id, state]),
      [['theirs', 'running']],
    )
  })

  async function assertRestored(): Promise<void> {
    await using service = await startService(place)
    assert.deepEqual(byId(await listSessions(service)), byId(known))
    const taken = await ingest(service, { tmux_session: 'agent-none', event: 'nonsense' })
    assert.equal(taken.status, 400)
    await service.kill()
    // The start itself wrote a good one again.
    const file = JSON.parse(await readFile(path(), 'utf8')) as { sessions: unknown[] }
    assert.equal(file.sessions.length, known.length)
  }

  async function asides(): Promise<string[]> {
    return (await readdir(place.home)).filter((name) => name.startsWith('sessions.json.'))
  }

  async function takeAside(): Promise<Buffer> {
    const names = await asides()
    assert.equal(names.length, 1, `set aside: ${names.join(', ')}`)
    const aside = join(place.home, names[0] ?? '')
    const bytes = await readFile(aside)
    rmSync(aside)
    return bytes
  }
})

function byId(sessions: readonly Session[]): Session[] {
  return sessions.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

const damagedDatabases: Readonly<Record<string, (good: Buffer) => Buffer>> = {
  'of no bytes': () => Buffer.alloc(0),
  'full of NUL': (good) => Buffer.alloc(good.length),
  'of other bytes': (good) => Buffer.alloc(good.length, 7),
  'cut in the middle': (good) => good.subarray(0, good.length >> 1),
  'without its head': (good) => Buffer.concat([Buffer.alloc(100), good.subarray(100)]),
}
for (const [name, damage] of Object.entries(damagedDatabases)) {
  test(`a service.db ${name} stops the start with what to do, which then works`, async () => {
    await using place = await makeHome()
    const path = join(place.home, 'service.db')
    {
      await using service = await startService(place)
      await ingest(service, { tmux_session: 'agent-kept', event: 'start' })
      await service.stop()
    }
    const damaged = damage(await readFile(path))
    await writeFile(path, damaged)
    const refused = await orrery(place, ['start'])
    assert.equal(refused.code, 69, refused.err)
    assert.match(refused.err, /service\.db is damaged: .*\n.*\n.*move service\.db\* away/)
    assert.doesNotMatch(refused.err, /\n\s+at /)
    assert.ok((await readFile(path)).equals(damaged), 'it was changed')
    for (const file of await readdir(place.home)) if (file.startsWith('service.db')) rmSync(join(place.home, file))
    await using service = await startService(place)
    assert.deepEqual(
      (await listSessions(service)).map(({ tmux_session, state }) => [tmux_session, state]),
      [['agent-kept', 'running']],
    )
  })
}

describe('R4 hook-queue.jsonl', () => {
  let place: TestHome
  before(async () => {
    place = await makeHome()
    await using service = await startService(place)
    assert.equal(service.stderr().includes('"level":50'), false)
  })
  after(async () => place[Symbol.asyncDispose]())

  const inHome = (name: string): string => join(place.home, name)
  const line = (name: string, event: string, more: object = {}): string =>
    `${JSON.stringify({ tmux_session: name, event, ...more })}\n`

  async function deadLetters(): Promise<Record<string, unknown>[]> {
    if (!existsSync(inHome('hook-dead-letters.jsonl'))) return []
    const text = await readFile(inHome('hook-dead-letters.jsonl'), 'utf8')
    return text.split('\n').flatMap((one) => (one === '' ? [] : [JSON.parse(one) as Record<string, unknown>]))
  }

  async function historyOf(service: Service, name: string): Promise<string[]> {
    const session = (await listSessions(service)).find(({ tmux_session }) => tmux_session === name)
    if (session === undefined) return []
    return (await eventsOf(service, session.id)).flatMap(({ metadata, event }) =>
      event === null || metadata === null ? [] : [metadata],
    )
  }

  test('what is no event goes to the dead letters, and the rest is delivered in its order', async () => {
    const binary = Buffer.from(Array.from({ length: 3000 }, (_, index) => (index % 255) + 1)).filter((b) => b !== 10)
    const parts = [
      line('agent-mixed', 'start', { metadata: 'one' }),
      'no JSON at all\n',
      '{"tmux_session":"agent-mixed","event":"to_re',
      '\n',
      Buffer.concat([binary, Buffer.from('\n')]),
      Buffer.alloc(2000),
      '\n',
      line('agent-mixed', 'to_review', { metadata: 'two' }),
      '[]\n',
      '"text"\n',
      'null\n',
      '\n \n\r\n',
      line('agent-mixed', 'fly', { metadata: 'no such event' }),
      `${JSON.stringify({ event: 'start' })}\n`,
      line('agent-mixed', 'tool_use', { metadata: 'three', tries: 'many', at: { wrong: true } }),
      line('agent-mixed', 'exit', { metadata: 'four' }).replace('\n', '\r\n'),
      // The last one has no end.
      line('agent-mixed', 'requeue', { metadata: 'five' }).trimEnd(),
    ]
    await writeFile(inHome('hook-queue.jsonl'), Buffer.concat(parts.map((part) => Buffer.from(part))))
    await using service = await startService(place)
    const delivered = await until('all is delivered', async () => {
      const history = await historyOf(service, 'agent-mixed')
      return history.length >= 5 && history
    })
    assert.deepEqual(delivered, ['one', 'two', 'three', 'four', 'five'])
    const dead = await deadLetters()
    assert.equal(dead.length, 9, JSON.stringify(dead.map(({ error }) => error)))
    for (const { error } of dead) assert.equal(typeof error, 'string')
    await service.kill()
    await using next = await startService(place)
    assert.deepEqual(await historyOf(next, 'agent-mixed'), delivered)
    assert.equal((await deadLetters()).length, 9)
  })

  test('a line of 100 MB costs no memory and holds up nobody', async () => {
    rmSync(inHome('hook-dead-letters.jsonl'), { force: true })
    const file = await open(inHome('hook-queue.jsonl'), 'w', 0o600)
    await file.write(line('agent-long', 'start', { metadata: 'before' }))
    const part = Buffer.alloc(1024 * 1024, 'x')
    await file.write('{"tmux_session":"agent-long","event":"start","metadata":"')
    for (let size = 0; size < 100; size++) await file.write(part)
    await file.write(`"}\n${line('agent-long', 'to_review', { metadata: 'behind' })}`)
    await file.close()
    await using service = await startService(place)
    await until('the line behind is delivered', async () => (await historyOf(service, 'agent-long')).includes('behind'))
    assert.ok(residentMiB(service.pid) < 250, `${residentMiB(service.pid)} MiB`)
    assert.deepEqual(await historyOf(service, 'agent-long'), ['before', 'behind'])
    const [dead] = await deadLetters()
    assert.ok(JSON.stringify(dead).length < 5000)
    assert.ok(statSync(inHome('hook-dead-letters.jsonl')).size < 10_000)
  })

  test('kill -9 at any point of a drain loses no event and doubles at most the one in work', async () => {
    const messages = Array.from({ length: 200 }, (_, n) => `event ${n}`)
    const lines = messages.map((metadata, n) => line('agent-drain', n === 0 ? 'start' : 'tool_use', { metadata }))
    await writeFile(inHome('hook-queue.jsonl'), lines.join(''))
    // Behind the write points of the start lie those of the drain, of which each event has a few.
    const points = Array.from({ length: 8 }, (_, n) => 80 + n)
    for (const point of points) {
      await assert.rejects(
        startService(place, dyingAt(point)),
        (error) => error instanceof StartFailed && error.ended.signal === 'SIGKILL',
        `it did not die at point ${point}`,
      )
    }
    await using service = await startService(place)
    const history = await historyOf(service, 'agent-drain')
    assert.deepEqual([...new Set(history)], messages)
    assert.ok(history.length <= messages.length + points.length, `${history.length} events`)
    assert.equal(existsSync(inHome('hook-queue.jsonl')), false)
  })

  test('an event that failed four times before fails once more and is a dead letter, once', async () => {
    rmSync(inHome('hook-dead-letters.jsonl'), { force: true })
    await writeFile(inHome('hook-queue.jsonl'), line('nobody', 'exit', { metadata: 'hopeless', tries: 4 }))
    {
      await using service = await startService(place)
      await until('it is given up', async () => (await deadLetters()).length > 0)
      await service.kill()
    }
    await using service = await startService(place)
    assert.equal((await service.call('GET /readyz')).status, 200)
    const dead = await deadLetters()
    assert.deepEqual(
      dead.map(({ metadata, tries }) => [metadata, tries]),
      [['hopeless', 5]],
    )
    assert.match(String(dead[0]?.error), /not_found/)
  })
})
