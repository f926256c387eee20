// Speaks HTTP over a bare TCP socket for tests: whatever a client library would refuse to send.
import { connect } from 'node:net'

export type RawAnswer = {
  /** 0 when the connection ended without an answer. */
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type RawRequest = {
  readonly port: number
  readonly address?: string
  /** Default `GET`. */
  readonly method?: string
  readonly target: string
  /** Default 1.1. */
  readonly version?: '1.0' | '1.1'
  /** Header lines in order, repeats allowed. Host is not added; `Connection: close` is, unless there is one. */
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: string | Buffer
}

/** Sends one request and resolves with the answer once the server ends the connection. */
export function sendRaw(request: RawRequest): Promise<RawAnswer> {
  const { method = 'GET', target, version = '1.1', body = '' } = request
  const hasConnection = request.headers.some(([name]) => name.toLowerCase() === 'connection')
  const headers = hasConnection ? request.headers : [...request.headers, ['Connection', 'close'] as const]
  const head = `${method} ${target} HTTP/${version}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  return sendBytes({ ...request, parts: [head, body] })
}

export type Bytes = {
  readonly port: number
  readonly address?: string
  readonly parts: readonly (string | Buffer)[]
}

/** Writes the parts and resolves with what came back once the connection has ended; an upgrade is ended by us. */
export function sendBytes({ port, address = '127.0.0.1', parts }: Bytes): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect(port, address)
    const received: Buffer[] = []
    socket.on('data', (chunk) => {
      received.push(chunk)
      // An accepted socket would stay open.
      if (Buffer.concat(received).toString().startsWith('HTTP/1.1 101 ')) socket.end()
    })
    // A reset after the answer is an end like any other.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(parseAnswer(Buffer.concat(received).toString())))
    for (const part of parts) socket.write(part)
  })
}

function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, Math.max(end, 0)).split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  return { status: Number(first.split(' ')[1] ?? 0), headers: Object.fromEntries(headers), body: text.slice(end + 4) }
}
