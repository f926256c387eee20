// A relay of TCP that keeps what passes, and reads the WebSocket frames in it, in both directions.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'

export interface WireTap extends AsyncDisposable {
  readonly port: number
  /** The payload of every frame so far, whoever sent it. */
  readonly frames: () => string[]
  /** Every byte so far, as latin1, with frames unmasked. */
  readonly all: () => string
}

type Way = { bytes: Buffer }

export async function openWireTap(target: number): Promise<WireTap> {
  const ways: Way[] = []
  const server = createServer((client) => {
    const far = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [client, far],
      [far, client],
    ] as const) {
      const way: Way = { bytes: Buffer.alloc(0) }
      ways.push(way)
      from.on('data', (part: Buffer) => (way.bytes = Buffer.concat([way.bytes, part])))
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const read = () => ways.map(({ bytes }) => readWay(bytes))
  return {
    port: (server.address() as AddressInfo).port,
    frames: () => read().flatMap(({ frames }) => frames),
    all: () =>
      read()
        .map(({ head, frames }) => [head, ...frames].join('\n'))
        .join('\n'),
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
}

/** What one side sent on a connection: its HTTP, and its frames where it became a WebSocket. */
function readWay(bytes: Buffer): { readonly head: string; readonly frames: string[] } {
  const end = bytes.indexOf('\r\n\r\n')
  const head = bytes.subarray(0, end === -1 ? bytes.length : end + 4).toString('latin1')
  if (!/upgrade: websocket/i.test(head) || /^HTTP\/1\.1 [^1]/.test(head))
    return { head: bytes.toString('latin1'), frames: [] }
  return { head, frames: framesIn(bytes.subarray(end + 4)) }
}

/** RFC 6455, 5.2; a frame that is not whole yet is left out. */
function framesIn(bytes: Buffer): string[] {
  const frames: string[] = []
  for (let at = 0; at + 2 <= bytes.length;) {
    const [first = 0, second = 0] = bytes.subarray(at, at + 2)
    assert.equal(first & 0x70, 0, 'frames are not compressed')
    const short = second & 0x7f
    const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0
    const isMasked = (second & 0x80) !== 0
    const start = at + 2 + lengthBytes + (isMasked ? 4 : 0)
    if (start > bytes.length) break
    const length =
      lengthBytes === 0 ? short : bytes.readUIntBE(at + 2 + Math.max(0, lengthBytes - 6), Math.min(6, lengthBytes))
    if (start + length > bytes.length) break
    const key = bytes.subarray(start - 4, start)
    const payload = Buffer.from(bytes.subarray(start, start + length))
    if (isMasked)
      for (let index = 0; index < length; index++) payload[index] = (payload[index] ?? 0) ^ (key[index % 4] ?? 0)
    frames.push(payload.toString('latin1'))
    at = start + length
  }
  return frames
}
