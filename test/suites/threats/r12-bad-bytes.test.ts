// R12: broken frames, huge frames, oversized and compressed bodies are refused or closed, in bounded memory.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { deflateSync, gzipSync } from 'node:zlib'
import { makeHome, type TestHome } from '../../support/home.ts'
import { listSessions } from '../../support/http.ts'
import { residentMiB } from '../../support/memory.ts'
import { exchange, head, openConnection } from '../../support/raw-tcp.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openViewer } from '../../support/viewer.ts'

let place: TestHome
let service: Service
before(async () => {
  place = await makeHome()
  service = await startService(place)
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})
afterEach(async () => {
  assert.equal((await service.call('GET /readyz')).status, 200)
  assert.ok(residentMiB(service.pid) < 300, `${residentMiB(service.pid)} MiB`)
  assert.deepEqual(await listSessions(service), [])
  assert.doesNotMatch(service.stderr(), /"level":(50|60)/)
})

const own = (): string => `Host: 127.0.0.1:${service.port}`
const handshake = (): string =>
  head(
    'GET /ws/state HTTP/1.1',
    own(),
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  )

/** A frame of a client: masked with zeros, so that its payload stands as it is. */
function frame(firstByte: number, payload: Buffer, { announced = payload.length, masked = true } = {}): Buffer {
  const mask = masked ? 0x80 : 0
  const length = Buffer.alloc(announced < 126 ? 1 : announced < 65_536 ? 3 : 9)
  length[0] = mask | (announced < 126 ? announced : announced < 65_536 ? 126 : 127)
  if (length.length === 3) length.writeUInt16BE(announced, 1)
  if (length.length === 9) length.writeBigUInt64BE(BigInt(announced), 1)
  return Buffer.concat([Buffer.from([firstByte]), length, Buffer.alloc(masked ? 4 : 0), payload])
}

const small = Buffer.from('hello')
const badFrames: Readonly<Record<string, readonly Buffer[]>> = {
  'an unmasked one': [frame(0x81, small, { masked: false })],
  'a reserved bit': [frame(0xc1, small)],
  'a reserved opcode': [frame(0x83, small)],
  'a reserved control opcode': [frame(0x8b, small)],
  'a continuation of nothing': [frame(0x80, small)],
  'a text amid a fragmented one': [frame(0x01, small), frame(0x81, small)],
  'a fragmented ping': [frame(0x09, small)],
  'a ping of 126 bytes': [frame(0x89, Buffer.alloc(126))],
  'text that is no UTF-8': [frame(0x81, Buffer.from([0xff, 0xfe, 0x80]))],
  'a close with a bad code': [frame(0x88, Buffer.from([0, 1]))],
  'a close of one byte': [frame(0x88, Buffer.alloc(1))],
  'one of 100 MB, announced alone': [frame(0x82, Buffer.alloc(0), { announced: 100 * 1024 * 1024 })],
  'one of 2^62 bytes': [frame(0x82, Buffer.alloc(0), { announced: 2 ** 62 })],
  'one of 100 KB': [frame(0x82, Buffer.alloc(100 * 1024))],
  '100 KB in fragments': [
    ...Array.from({ length: 100 }, (_, n) => frame(n === 0 ? 0x02 : 0x00, Buffer.alloc(1024))),
    frame(0x80, small),
  ],
  'no frame at all': [Buffer.from('GET / HTTP/1.1\r\n\r\n'.repeat(100))],
}
for (const [name, frames] of Object.entries(badFrames)) {
  test(`a socket is closed over a bad frame: ${name}`, async () => {
    using good = await openViewer(service.port)
    using connection = await openConnection(service.port)
    connection.socket.write(handshake())
    await until('it is open', () => connection.received().includes('"snapshot"'))
    for (const bytes of frames) connection.socket.write(bytes)
    await connection.closed
    assert.equal(good.socket.readyState, good.socket.OPEN)
  })
}

test('frames that a viewer has no reason to send change nothing', async () => {
  using viewer = await openViewer(service.port)
  for (const text of ['{}', 'null', '{"type":"snapshot"}', '{"event":"start"}', 'x'.repeat(60_000)])
    viewer.socket.send(text)
  viewer.socket.ping()
  await new Promise((resolve) => viewer.socket.once('pong', resolve))
  assert.equal(viewer.frames.length, 1)
})

const badHandshakes: readonly (readonly string[])[] = [
  ['Sec-WebSocket-Version: 13'],
  ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: short'],
  ['Sec-WebSocket-Version: 99', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='],
  ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Protocol: ,,'],
]
for (const lines of badHandshakes) {
  test(`a handshake with ${lines.join(', ')} is refused with 400`, async () => {
    const upgrading = ['GET /ws/state HTTP/1.1', own(), 'Connection: Upgrade', 'Upgrade: websocket']
    const answer = await exchange(service.port, head(...upgrading, ...lines))
    assert.deepEqual([answer?.status, answer?.json.error], [400, 'invalid_request'], answer?.text)
  })
}

test('compression is not agreed on, so no small frame unfolds into a large one', async () => {
  using connection = await openConnection(service.port)
  const offer = 'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n'
  connection.socket.write(handshake().replace(/\r\n\r\n$/, `\r\n${offer}`))
  await until('it is open', () => connection.received().includes('"snapshot"'))
  assert.doesNotMatch(connection.received().split('\r\n\r\n')[0] ?? '', /extensions/i)
  connection.socket.write(frame(0xc1, deflateSync(Buffer.alloc(1024))))
  await connection.closed
})

const megabyte = 1024 * 1024
const routes = [
  'POST /api/hooks/ingest',
  'POST /api/hooks/sessions',
  'PATCH /api/hooks/sessions/x',
  'POST /api/agents/launch',
]
for (const route of routes) {
  const authorization = (): string => `Authorization: Bearer ${service.token}`

  test(`${route}: a body over 1 MiB is refused by its announced length, before it comes`, async () => {
    for (const length of [megabyte + 1, 100 * megabyte, Number.MAX_SAFE_INTEGER]) {
      const lines = [own(), authorization(), 'Content-Type: application/json', `Content-Length: ${length}`]
      const answer = await exchange(service.port, head(`${route} HTTP/1.1`, ...lines))
      assert.deepEqual([answer?.status, answer?.json.error], [413, 'too_large'], answer?.text)
    }
  })

  test(`${route}: a chunked body is refused once it is above 1 MiB`, async () => {
    const lines = [own(), authorization(), 'Content-Type: application/json', 'Transfer-Encoding: chunked']
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
    const bytes = `${head(`${route} HTTP/1.1`, ...lines)}5\r\n{"a":\r\n${chunk.repeat(17)}0\r\n\r\n`
    const answer = await exchange(service.port, bytes)
    assert.deepEqual([answer?.status, answer?.json.error], [413, 'too_large'], answer?.text)
  })

  test(`${route}: a compressed body is refused, however small`, async () => {
    const body = gzipSync(Buffer.alloc((500 * megabyte) >> 4))
    for (const encoding of ['gzip', 'deflate', 'br', 'gzip, gzip', 'GZIP']) {
      const answer = await service.call(route, {
        body,
        token: service.token,
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      })
      assert.deepEqual([answer.status, answer.json.error], [415, 'unsupported_media_type'], answer.text)
    }
  })

  test(`${route}: JSON that is deep or long costs no more than its bytes`, async () => {
    const bodies = [
      '['.repeat(500_000),
      `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
      `{"event":"start","tmux_session":"${'x'.repeat(1_000_000)}"}`,
      `{"__proto__":{"event":"start"},"tmux_session":"agent-x"}`,
      `{"constructor":{"prototype":{"x":1}}}`,
      `[${'1,'.repeat(400_000)}1]`,
      `{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":1`).join()}}`,
      `{"${'k'.repeat(megabyte - 10)}":1}`,
      `{"depends_on":[${'1,'.repeat(400_000)}1]}`,
      ...['state', 'event', 'agent_type', 'tmux_session', 'working_dir', 'session_name', 'label'].map(
        (field) => `{"prompt":"x","${field}":"${'v'.repeat(megabyte - 50)}"}`,
      ),
    ]
    for (const body of bodies) {
      const answer = await service.call(route, {
        body,
        token: service.token,
        headers: { 'content-type': 'application/json' },
      })
      assert.ok(
        answer.status === 400 || answer.status === 404,
        `${answer.status} ${body.slice(0, 30)} ${answer.text.slice(0, 200)}`,
      )
      assert.ok(answer.text.length < 20_000, `${answer.text.length} bytes answer ${body.slice(0, 30)}`)
    }
  })
}

test('an endless chunked body is cut off, and so is one with an endless chunk header', async () => {
  const lines = [own(), 'Content-Type: application/json', 'Transfer-Encoding: chunked']
  for (const part of [`10000\r\n${'x'.repeat(65_536)}\r\n`, `1;${'x'.repeat(65_536)}`]) {
    using connection = await openConnection(service.port)
    const { socket } = connection
    socket.write(head('POST /api/hooks/ingest HTTP/1.1', ...lines))
    const isRefused = (): boolean => socket.destroyed || /^HTTP\/1.1 4\d\d/.test(connection.received())
    for (let sent = 0; !isRefused() && sent < 40 * megabyte; sent += part.length) {
      if (socket.write(part)) continue
      const drained = new Promise((resolve) => socket.once('drain', resolve))
      await Promise.race([connection.closed, drained])
    }
    await until('it is refused', isRefused)
  }
})

const badHeads: Readonly<Record<string, string>> = {
  'no HTTP': '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc',
  'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'HTTP/9': 'GET / HTTP/9.9\r\n\r\n',
  'a target without a slash': 'GET api/version HTTP/1.1\r\n\r\n',
  'a header of 100 KB': `GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
  '10,000 headers': `GET / HTTP/1.1\r\n${'X: y\r\n'.repeat(10_000)}\r\n`,
  'a target of 100 KB': `GET /${'x'.repeat(100_000)} HTTP/1.1\r\n\r\n`,
  'a NUL in a header': 'GET / HTTP/1.1\r\nX: a\u0000b\r\n\r\n',
  'bytes for ever': 'x'.repeat(1_000_000),
}
for (const [name, bytes] of Object.entries(badHeads)) {
  test(`a connection that begins with ${name} is refused and closed`, async () => {
    using connection = await openConnection(service.port)
    connection.socket.write(Buffer.from(bytes, 'latin1'))
    await connection.closed
    const answer = connection.received()
    assert.ok(answer === '' || /^HTTP\/1.1 4(00|31) /.test(answer), answer.slice(0, 200))
  })
}

test('a thousand requests sent at once on one connection are answered in their order', async () => {
  using connection = await openConnection(service.port)
  const one = head('GET /healthz HTTP/1.1', own())
  connection.socket.write(one.repeat(1000))
  await until('all are answered', () => connection.received().split('HTTP/1.1 200').length === 1001)
})
