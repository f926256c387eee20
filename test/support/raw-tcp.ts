// Bytes on a TCP connection, for what no HTTP client would send.
import { connect, type Socket } from 'node:net'
import { answerOf, type Answer } from './http.ts'

/** A service that neither answers nor closes in this time hangs; its own limits are well below. */
const defaultLimitMs = 15_000

export interface RawConnection extends Disposable {
  readonly socket: Socket
  /** What came so far. */
  readonly received: () => string
  /** Resolves when the other side has closed, however. */
  readonly closed: Promise<void>
}

export function openConnection(port: number, host: string = '127.0.0.1'): Promise<RawConnection> {
  const socket = connect({ port, host })
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(part))
  const received = () => Buffer.concat(parts).toString('latin1')
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('connect', () => {
      // A reset is an end like any other.
      socket.off('error', reject).on('error', () => {})
      resolve({ socket, received, closed, [Symbol.dispose]: () => socket.destroy() })
    })
  })
}

/** Sends the bytes on a connection of their own and answers the first response, headers in lower case; null: none came. */
export async function exchange(
  port: number,
  bytes: string | Buffer,
  limitMs: number = defaultLimitMs,
): Promise<Answer | null> {
  using connection = await openConnection(port)
  const { socket, received, closed } = connection
  const answered = new Promise<void>((resolve) => {
    socket.on('data', () => {
      if (isWhole(received())) resolve()
    })
  })
  socket.write(bytes)
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => limit.reject(new Error(`no answer within ${limitMs} ms: ${received()}`)), limitMs)
  try {
    await Promise.race([answered, closed, limit.promise])
  } finally {
    clearTimeout(timer)
  }
  return parseAnswer(received())
}

/** Lines of a request's head, as `exchange` takes them: ended by CRLF and an empty line. */
export function head(...lines: readonly string[]): string {
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** Tries to open a WebSocket by hand and answers the response: 101, or a refusal. */
export async function upgrade(
  port: number,
  path: string,
  headers: Readonly<Record<string, string | readonly string[]>> = {},
): Promise<Answer> {
  const all: Readonly<Record<string, string | readonly string[]>> = {
    host: `127.0.0.1:${port}`,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`))
  const answer = await exchange(port, head(`GET ${path} HTTP/1.1`, ...lines))
  if (answer === null) throw new Error(`${path} closed the connection without an answer`)
  return answer
}

const statusLine = /^HTTP\/1\.[01] (?<status>\d{3})/

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return false
  if (text.startsWith('HTTP/1.1 101')) return true
  const length = /^content-length: *(\d+)/im.exec(text.slice(0, end))?.[1]
  return length !== undefined && text.length >= end + 4 + Number(length)
}

function parseAnswer(text: string): Answer | null {
  const status = statusLine.exec(text)?.groups?.status
  if (status === undefined) return null
  const [top = '', body = ''] = text.split(/\r\n\r\n(.*)/s)
  const fields = top.split('\r\n').slice(1)
  const headers = Object.fromEntries(
    fields.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return answerOf(Number(status), headers, body)
}
