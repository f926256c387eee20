// One socket of a device by hand: what ends it, and what becomes of frames to a device that reads slowly.
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { silentLog } from '#platform/server/log/log.ts'
import type { FrameSocket } from '#platform/server/ws/frame-socket.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import { closeCodes, frameLimitBytes } from '../contract/envelopes.ts'
import { helloTimeoutMs, openConnection } from './device-connection.ts'

class SlowSocket extends EventEmitter implements FrameSocket {
  bufferedAmount = 0
  readonly did: string[] = []
  send(text: string): void {
    const { type, columns } = JSON.parse(text) as { type: string; columns?: number }
    this.did.push(columns === undefined ? type : `${type} ${columns}`)
  }
  close(code: number, reason: string): void {
    this.did.push(`close ${code} ${reason}`)
  }
  terminate(): void {
    this.did.push('terminate')
  }
  pause(): void {
    this.did.push('pause')
  }
  resume(): void {
    this.did.push('resume')
  }
}

function open() {
  const socket = new SlowSocket()
  const time = new ManualTime('2026-11-20T10:00:00.000Z')
  const told: string[] = []
  const warned: string[] = []
  const connection = openConnection({
    deviceId: 'd1',
    socket,
    wire: { cork: () => void socket.did.push('cork'), uncork: () => void socket.did.push('uncork') },
    clock: time,
    timers: time,
    log: { ...silentLog, warn: (_: object | string, message?: string) => void warned.push(message ?? '') },
    unknownFrames: { add: () => void told.push('unknown') },
    onHello: () => void told.push('hello'),
    onFrame: (frame, bytes) => void told.push(`${frame.type} ${bytes}`),
    onOutput: (unread) => void told.push(`unread ${unread.length}`),
    onClose: (isGoodbye) => void told.push(isGoodbye ? 'goodbye' : 'cut off'),
  })
  const hear = (text: string, isBinary = false): void => void socket.emit('message', Buffer.from(text), isBinary)
  return { socket, time, told, warned, connection, hear, did: socket.did }
}

const textOf = (frame: object): string => JSON.stringify({ v: 1, id: 'f', ts: '2026-11-20T10:00:00.000Z', ...frame })
const hello = textOf({
  type: 'hello',
  protocol: 1,
  version: '1',
  boot_id: 'b',
  instance_id: 'i',
  capabilities: [],
  installedHarnesses: [],
  runs: [],
  nonce: 'AAAAAAAAAAAAAAAAAAAAAA',
})
const pong = textOf({ type: 'pong', to: 'x' })
const resize = (columns: number) =>
  ({ type: 'session.resize', session_id: 's', run_id: 'r', columns, rows: 1 }) as const

test('a hello, then whatever else; each with what it weighs', () => {
  const { hear, told, did, time } = open()
  hear(hello)
  hear(pong)
  hear(textOf({ type: 'session.hologram' }))
  assert.deepEqual(told, ['hello', `pong ${pong.length}`, 'unknown'])
  assert.deepEqual([did, time.pending()], [[], 0])
})

test('a frame may come in pieces', () => {
  const { socket, told } = open()
  socket.emit('message', [Buffer.from(hello.slice(0, 20)), Buffer.from(hello.slice(20))], false)
  assert.deepEqual(told, ['hello'])
})

const bad: readonly (readonly [string, (place: ReturnType<typeof open>) => void, RegExp])[] = [
  ['anything before hello', ({ hear }) => hear(pong), /pong is out of its place/],
  ['a second hello', ({ hear }) => [hear(hello), hear(hello)], /hello is out of its place/],
  ['what is no JSON', ({ hear }) => hear('x'), /./],
  ['a binary frame', ({ hear }) => hear('{}', true), /a binary frame/],
]
for (const [what, send, says] of bad) {
  test(`${what} ends the socket, and the frames after it are dropped`, async () => {
    const place = open()
    send(place)
    const [close = ''] = place.did
    assert.match(close, new RegExp(`^close ${closeCodes.bad_frame} `))
    assert.match(close, says)
    assert.ok(Buffer.byteLength(close) <= 130, 'a close frame bears little')
    const before = [...place.told]
    place.hear(pong)
    assert.deepEqual(place.told, before)
    assert.equal(place.connection.isOver(), true)
    await place.time.pass(250)
    assert.deepEqual(place.did, [close, 'terminate'], 'whoever does not answer is cut off')
  })
}

test('a frame that is none is told in the log, a device that says nothing is not waited for', async () => {
  const broken = open()
  broken.hear('x')
  assert.deepEqual(broken.warned, ['a device sent a frame that is none'])
  const silent = open()
  await silent.time.pass(helloTimeoutMs - 1)
  assert.deepEqual(silent.did, [])
  await silent.time.pass(1)
  assert.deepEqual(silent.did, [`close ${closeCodes.no_hello} no hello came`])
})

test('who goes in order says goodbye, and every other end is a loss', () => {
  for (const [code, told] of [
    [1000, 'goodbye'],
    [1001, 'goodbye'],
    [1005, 'cut off'],
    [1006, 'cut off'],
  ] as const) {
    const place = open()
    place.socket.emit('close', code, Buffer.from(''))
    assert.deepEqual([place.told, place.connection.isOver(), place.time.pending()], [[told], true, 0])
    place.connection.send({ type: 'ping' })
    assert.deepEqual(place.did, [])
  }
})

test('a device that does not read is cut off once too much is unsent', () => {
  const { socket, connection, did } = open()
  socket.bufferedAmount = frameLimitBytes
  connection.send({ type: 'ping' })
  assert.deepEqual(did, ['ping'])
  socket.bufferedAmount += 1
  connection.send({ type: 'ping' })
  assert.deepEqual(did, ['ping', `close ${closeCodes.unread} frames were not read`])
})

test('what must not be lost waits its turn while a device reads slowly, and goes in its order', async () => {
  const { socket, connection, did, time } = open()
  connection.sendInTurn(resize(1))
  socket.bufferedAmount = frameLimitBytes / 2 + 1
  for (const columns of [2, 3]) connection.sendInTurn(resize(columns))
  assert.deepEqual(did, ['session.resize 1'])
  await time.pass(20)
  assert.deepEqual(did, ['session.resize 1'], 'still full')
  socket.bufferedAmount = 0
  await time.pass(20)
  assert.deepEqual(did, ['session.resize 1', 'session.resize 2', 'session.resize 3'])
  connection.sendInTurn(resize(4))
  assert.equal(did.at(-1), 'session.resize 4')
})

test('after the end nothing that waited is sent', async () => {
  const { socket, connection, did, time } = open()
  socket.bufferedAmount = frameLimitBytes
  connection.sendInTurn(resize(1))
  connection.close('replaced', 'the daemon dialed anew')
  socket.bufferedAmount = 0
  await time.pass(1000)
  assert.deepEqual(did, [`close ${closeCodes.replaced} the daemon dialed anew`, 'terminate'])
})

test('reading stops and goes on as it is asked', () => {
  const { connection, did } = open()
  connection.pause()
  connection.resume()
  assert.deepEqual(did, ['pause', 'resume'])
})

test('sends together what belongs together, in one write, and no more of it at once than a device reads', () => {
  const { connection, socket } = open()
  const ack = { type: 'session.ack', session_id: 's1', run_id: 'r1', seq: 1 } as const
  connection.sendTogether([ack, ack, ack])
  assert.deepEqual(socket.did, ['cork', 'session.ack', 'session.ack', 'session.ack', 'uncork'])
  socket.did.length = 0
  connection.sendTogether(Array.from({ length: 300 }, () => ack))
  assert.equal(socket.did.filter((did) => did === 'cork').length, 2)
  assert.equal(socket.did.filter((did) => did === 'session.ack').length, 300)
})

test('what looks like output is read when it is asked for, and what it is then counts', () => {
  const { hear, told, did, warned } = open()
  const output = textOf({ type: 'session.stdout', session_id: 's', run_id: 'r', seq: 1, data: 'eA==', at: 1 })
  hear(output)
  assert.deepEqual(did, ['close 4400 session.stdout is out of its place'], 'nothing comes before hello')
  const later = open()
  later.hear(hello)
  later.hear(output)
  assert.deepEqual(later.told, ['hello', `unread ${output.length}`])
  const read = later.connection.read(output)
  assert.ok(typeof read === 'object' && read.type === 'session.stdout' && read.seq === 1)
  const result = textOf({ type: 'result', to: 'f', ok: true, value: { type: 'session.stdout' } })
  later.hear(result)
  assert.equal(later.connection.read(result), 'other')
  assert.deepEqual(later.told.slice(2), [`unread ${result.length}`, `result ${result.length}`])
  assert.equal(later.connection.read(textOf({ type: 'session.std', of: 'tomorrow' })), 'other')
  assert.equal(later.told.at(-1), 'unknown')
  const broken = textOf({ type: 'session.stdout', session_id: 's' })
  assert.equal(later.connection.read(broken), 'broken')
  assert.match(later.did.at(-1) ?? '', /^close 4400 session\.stdout: /)
  assert.deepEqual([later.warned.length, told, warned], [1, [], []])
})
