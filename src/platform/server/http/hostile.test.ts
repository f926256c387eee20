// Clients that mean harm or are broken: slow, endless, oversized, too many. The server stays up and bounded.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { WebSocket } from 'ws'
import type { HttpServer } from './server.ts'
import { sendBytes, sendRaw } from './testing/raw-http.ts'
import { startTestServer, type TestServer } from './testing/test-server.ts'

let server: TestServer
before(async () => {
  const limits = { headersTimeoutMs: 150, requestTimeoutMs: 300, checkIntervalMs: 50, connections: 20, sockets: 3 }
  server = await startTestServer({ mount, limits })
})
after(() => server.stop())

function mount({ api, addSocket }: HttpServer): void {
  api.post('/api/notes', { config: { access: 'public' } }, () => ({ ok: true }))
  addSocket({
    path: '/ws/echo',
    access: 'public',
    accept: (socket) => socket.on('message', (data) => socket.send(data)),
  })
}

const host = () => `Host: 127.0.0.1:${server.port}\r\n`
const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'

async function assertAlive(): Promise<void> {
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
}

test('headers that drip in are cut off', async () => {
  const answer = await sendBytes({ port: server.port, parts: ['GET /healthz HTTP/1.1\r\n', host()] })
  assert.equal(answer.status, 408)
  assert.match(answer.body, /"error":"request_timeout"/)
})

test('a body that never ends to arrive is cut off', async () => {
  const head = `POST /api/notes HTTP/1.1\r\n${host()}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n`
  assert.equal((await sendBytes({ port: server.port, parts: [head, '{'] })).status, 408)
})

test('a connection that says nothing is closed', async () => {
  assert.equal((await sendBytes({ port: server.port, parts: [] })).status, 408)
})

test('bytes that are no HTTP are answered with 400, headers without end with 431', async () => {
  const garbage = await sendBytes({ port: server.port, parts: ['\x16\x03\x01\x02\x00 hello\r\n\r\n'] })
  assert.equal(garbage.status, 400)
  assert.match(garbage.body, /"ok":false/)
  const smuggled = `POST /api/notes HTTP/1.1\r\n${host()}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`
  assert.equal((await sendBytes({ port: server.port, parts: [smuggled] })).status, 400)
  const long = await sendRaw({ port: server.port, target: '/healthz', headers: [['X-Long', 'x'.repeat(20_000)]] })
  assert.equal(long.status, 431)
})

test('a frame larger than the bound ends its socket before it arrives', async () => {
  const socket = await openRaw()
  const announced = Buffer.alloc(14)
  announced[0] = 0x82
  announced[1] = 0xff
  announced.writeBigUInt64BE(100n * 1024n * 1024n, 2)
  socket.write(announced)
  assert.equal(await closeCodeOf(socket), 1009)
  await assertAlive()
})

test('broken frames end their socket alone', async () => {
  const rows: [string, Buffer][] = [
    ['unmasked', Buffer.from([0x81, 0x01, 0x61])],
    ['an unknown opcode', Buffer.from([0x83, 0x80, 0, 0, 0, 0])],
    ['reserved bits', Buffer.from([0xf1, 0x80, 0, 0, 0, 0])],
    ['a continuation of nothing', Buffer.from([0x80, 0x80, 0, 0, 0, 0])],
    ['text that is no UTF-8', Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe])],
  ]
  for (const [name, frame] of rows) {
    const socket = await openRaw()
    socket.write(frame)
    assert.ok([1002, 1007].includes(await closeCodeOf(socket)), name)
  }
  await assertAlive()
})

test('a handshake that is none is refused in words', async () => {
  const rows: [string, number][] = [
    [
      `GET /ws/echo HTTP/1.1\r\n${host()}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      400,
    ],
    [
      `GET /ws/echo HTTP/1.1\r\n${host()}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: eA==\r\n\r\n`,
      400,
    ],
    [`GET /ws/nothing HTTP/1.1\r\n${host()}${upgrade}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`, 404],
    [`GET /ws/echo HTTP/1.1\r\n${host()}Connection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n`, 404],
  ]
  for (const [request, status] of rows) {
    assert.equal((await sendBytes({ port: server.port, parts: [request] })).status, status, request)
  }
})

test('one socket too many is refused, and its place is free again once another closed', async () => {
  const open = await Promise.all([openSocket(), openSocket(), openSocket()])
  const fourth = new WebSocket(`${server.url.replace('http', 'ws')}/ws/echo`)
  const [error] = (await once(fourth, 'error')) as [Error]
  assert.match(error.message, /429/)
  for (const socket of open) socket.close()
  await waitFor(async () => {
    const next = await openSocket()
    next.terminate()
    return true
  })
})

test('one connection too many is dropped, and those in use go on', async () => {
  const idle: Socket[] = []
  for (let count = 0; count < 30; count++) {
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => socket.destroy())
    idle.push(socket)
  }
  const dropped = await Promise.race(idle.map((socket) => once(socket, 'close')))
  assert.ok(dropped)
  for (const socket of idle) socket.destroy()
  await waitFor(async () => (await fetch(`${server.url}/healthz`)).ok)
})

/** An accepted WebSocket as a bare connection. */
async function openRaw(): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1')
  socket.write(`GET /ws/echo HTTP/1.1\r\n${host()}${upgrade}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`)
  const [head] = (await once(socket, 'data')) as [Buffer]
  assert.match(head.toString(), /^HTTP\/1\.1 101 /)
  return socket
}

/** The code of the close frame that ends the connection. */
async function closeCodeOf(socket: Socket): Promise<number> {
  const [frame] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return frame[0] === 0x88 ? frame.readUInt16BE(2) : 0
}

async function openSocket(): Promise<WebSocket> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws/echo`)
  await once(socket, 'open')
  return socket
}

/** The server hears of a closed connection a moment after the client closed it. */
async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  const deadlineMs = Date.now() + 5000
  while (Date.now() < deadlineMs) {
    if (await condition().catch(() => false)) return
  }
  assert.fail('the condition was not met in time')
}
