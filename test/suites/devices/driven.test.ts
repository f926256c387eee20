// What takes minutes or a bad disk between hub and daemon, lived through on clocks that the test moves.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { test } from 'node:test'
import { hashOfKey, readSigner } from '#platform/server/ed25519.ts'
import { fingerprintOf } from '#base/fingerprint.ts'
import { readInvitation } from '#rooms/devices/core/pairing/code.ts'
import { pairDevice } from '#rooms/devices/daemon/pair.ts'
import { makeDevice, openRoom, sampleFacts } from '#rooms/devices/server/room.testkit.ts'
import { ManualTime } from '../../../src/testing/manual-time.testkit.ts'
import { until } from '../../support/until.ts'
import { key, openBoth, type Part } from './both-sides.ts'

const textOf = (parts: readonly Part[]): string => Buffer.concat(parts.map(({ data }) => data)).toString()

/** What the hub says of a gap stands among the output, as a person reads it. */
function lostBytes(parts: readonly Part[]): number {
  const gaps = parts.filter(({ kind }) => kind === 'gap').map(({ data }) => /(\d+) bytes/.exec(data.toString())?.[1])
  return gaps.reduce((sum, bytes) => sum + Number(bytes), 0)
}

test('a line that dies for 90 s in a flood loses no envelope and tells none twice', async () => {
  await using both = await openBoth()
  await both.begin()
  const { connected_since: before } = await both.view()
  const lines: string[] = []
  const speak = async (): Promise<void> => {
    const more = Array.from({ length: 20 }, (_, index) => `line ${lines.length + index}\n`)
    lines.push(...more)
    await both.say(...more)
    await both.pass(1000)
  }
  for (let second = 0; second < 5; second += 1) await speak()
  both.line.isCut = true
  for (let second = 0; second < 90; second += 1) await speak()
  const away = await both.view()
  assert.deepEqual([away.status, away.is_unreachable], ['offline', true])
  const heard = both.parts.length
  assert.ok(heard < lines.length, `${heard} of ${lines.length}`)
  both.line.isCut = false
  for (let second = 0; second < 5; second += 1) await speak()
  await both.exit()
  await both.until('the end is told', () => both.news.includes('exit'))
  assert.equal(textOf(both.parts), lines.join(''))
  assert.ok(both.parts.every(({ kind }) => kind === 'stdout'))
  assert.notEqual((await both.view()).connected_since, before)
  await both.until('nothing is kept any more', () => both.book.keptBytes(key) === 0)
})

for (const deviceClock of ['2026-11-19T10:00:00.000Z', '2026-11-21T10:00:00.000Z']) {
  test(`a clock that stands at ${deviceClock.slice(0, 10)} while the hub has the 20th changes nothing that is told`, async () => {
    await using both = await openBoth({ deviceClock })
    await both.begin()
    await both.say('hello\n')
    await both.until('it arrived', () => both.parts.length === 1)
    const seen = await both.view()
    assert.equal(seen.status, 'online')
    for (const at of [seen.paired_at, seen.connected_since, seen.last_heartbeat])
      assert.match(String(at), /^2026-11-20T10:/, 'the hub tells its own time')
    assert.equal(both.parts[0]?.atMs, 5, 'output bears the time since its run began')
    // Somebody sets both clocks right, or wrong, by a day.
    both.time.set('2026-11-25T10:00:00.000Z')
    both.hub.time.set('2026-11-15T10:00:00.000Z')
    await both.pass(60_000)
    const { status, connected_since: since } = await both.view()
    assert.deepEqual([status, since], ['online', seen.connected_since], 'no clock ends a connection')
    await both.exit()
    await both.until('the end is told', () => both.news.includes('exit'))
  })
}

/** Some 100 KiB, more of them than a spool of 1 MiB holds. */
const block = `${'x'.repeat(99_999)}\n`
const blocks = 30
const mebibyte = 1024 * 1024

test('a hub whose disk is full is tried again, the spool stays bounded, and what went is told to the byte', async () => {
  await using both = await openBoth({ runBytes: mebibyte })
  await both.begin()
  await both.say('first\n')
  await both.until('all of it is acknowledged', () => both.parts.length === 1 && both.book.keptBytes(key) === 0)
  both.disk.isFull = true
  for (let count = 0; count < blocks; count += 1) {
    await both.say(block)
    await both.pass(1000)
    assert.ok(both.book.keptBytes(key) < 1.2 * mebibyte, String(both.book.keptBytes(key)))
  }
  await both.exit()
  await both.pass(60_000)
  assert.deepEqual([both.parts.length, both.news.includes('exit')], [1, false])
  both.disk.isFull = false
  await both.until('the end is told', () => both.news.includes('exit'), 5000)
  const [first, gap, ...rest] = both.parts
  assert.deepEqual([first?.data.toString(), gap?.kind], ['first\n', 'gap'])
  assert.ok(rest.length > 0 && rest.every(({ data }) => data.toString() === block), 'the newest of it is whole')
  assert.equal(lostBytes(both.parts) + rest.length * block.length, blocks * block.length)
})

test('a hub that writes slowly is sent no more than it takes, and the child is not read meanwhile', async () => {
  const runBytes = 3 * mebibyte
  const many = 6 * blocks
  await using both = await openBoth({ runBytes })
  await both.begin()
  const { promise, resolve } = Promise.withResolvers<void>()
  both.disk.isSlow = promise
  // As one that is read all the same: of a terminal more comes, whoever reads.
  for (let count = 0; count < many; count += 1) {
    await both.say(block)
    if (count % 10 === 0) await both.pass(1000)
    assert.ok(both.book.keptBytes(key) < 1.2 * runBytes, String(both.book.keptBytes(key)))
  }
  await both.until('its child is not to be read', () => both.isBehind())
  assert.equal(both.parts.length, 0)
  assert.equal((await both.view()).status, 'online', 'heartbeats go on')
  resolve()
  await both.exit()
  await both.until('the end is told', () => both.news.includes('exit'))
  const whole = both.parts.filter(({ kind }) => kind === 'stdout')
  assert.ok(whole.every(({ data }) => data.toString() === block))
  const missing = (many - whole.length) * block.length
  assert.ok(missing > 0 && lostBytes(both.parts) >= missing, 'no less is told than is missing')
  assert.equal(await both.isBehind(), false)
  const numbers = both.parts.map(({ seq }) => seq)
  assert.deepEqual(
    numbers,
    numbers.toSorted((one, next) => one - next),
  )
  assert.equal(new Set(numbers).size, numbers.length, 'nothing came twice')
})

test('a revoke ends the socket at once while sessions run, and ends them on the device', async () => {
  await using both = await openBoth()
  await both.begin()
  assert.equal((await both.hub.ask(`DELETE /api/auth/devices/${both.id}`)).status, 200)
  assert.ok(both.news.includes('exit'), 'in the answer already: for the hub it failed')
  // The clock of the hub stands: nothing of it waits.
  const over = await until('the daemon ended', async () => {
    await both.time.pass(100)
    return await Promise.race([both.ended, nextTurn()])
  })
  assert.equal(over, 'revoked')
  assert.deepEqual([both.book.get(key)?.state, both.book.get(key)?.is_cancelled], ['ended', true])
})

test('whoever sits between a device and its hub while they pair is found out by either side', async () => {
  const hub = await openRoom()
  const root = await mkdtemp(join(tmpdir(), 'orrery-between-'))
  const thief = makeDevice()
  const { code, command } = await hub.makePairing()
  // Passes on what it hears, with a key of its own in the place of the device's, signed anew for the hub that it dials.
  const between = createServer((request, response) => {
    const passed = text(request).then(() => thief.claim(hub, code))
    void passed.then(({ status, body }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    )
  })
  between.listen(0, '127.0.0.1')
  await once(between, 'listening')
  try {
    const clock = new ManualTime('2026-11-20T10:00:00.000Z')
    const look = { read: async () => sampleFacts, forget: () => {} }
    const invitation = readInvitation(command.split(' ')[4] ?? '') ?? assert.fail(command)
    const asked = {
      hub: `http://127.0.0.1:${(between.address() as AddressInfo).port}`,
      invitation,
      label: null,
      tags: [],
    }
    const claimed = await pairDevice({ folder: root, look, version: '0.1.0', clock }, asked)
    assert.equal(claimed.ok, false, 'the hub signed for another key than this machine has')
    const [device] = await hub.devices()
    const own = readSigner(join(root, 'device-key')) ?? assert.fail('it made no key')
    const words = fingerprintOf(hashOfKey(own.publicKey))
    assert.notDeepEqual(device?.fingerprint, words, 'a person who compares the six words sees it')
    assert.deepEqual(device?.fingerprint, fingerprintOf(hashOfKey(thief.key)))
    assert.equal((await hub.ask(`DELETE /api/auth/devices/${device?.id}`)).status, 200)
    assert.equal((await thief.claim(hub, code)).status, 401, 'its code is good for nothing any more')
  } finally {
    between.close()
    await hub.remove()
    await rm(root, { recursive: true })
  }
})
