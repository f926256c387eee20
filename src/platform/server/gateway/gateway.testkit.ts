// For tests: a scripted gateway that speaks protocol 4 on a free port of 127.0.0.1, and settings that make time short.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { silentLog } from '../log/log.ts'
import { createGatewayClient, type GatewayClient, type GatewayClientOptions, type GatewayPlace } from './client.ts'

export type Asked = { readonly method: string; readonly params: Record<string, unknown> }
type Answer = { readonly payload: unknown } | { readonly error: unknown } | 'silence' | { readonly close: number }

export type FakeGatewayOptions = {
  readonly port?: number
  readonly token?: string | null
  readonly tickIntervalMs?: number
  /** Says nothing when somebody connects. */
  readonly mute?: boolean
  /** Answers to methods other than `connect`; may be changed while it runs. */
  readonly answer?: (asked: Asked) => Answer | Promise<Answer>
}

export interface FakeGateway extends AsyncDisposable {
  readonly url: string
  readonly port: number
  /** Every request but `connect`, in order. */
  readonly asked: Asked[]
  /** What `connect` was asked with. */
  readonly connects: Record<string, unknown>[]
  readonly clients: () => number
  /** Sends an event to everybody that was greeted. */
  readonly emit: (event: string, payload: unknown) => void
  /** Sends text as it is. */
  readonly sendRaw: (text: string) => void
  /** Ends every connection with this code. */
  readonly drop: (code: number, reason?: string) => void
}

export async function startFakeGateway(options: FakeGatewayOptions = {}): Promise<FakeGateway> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: options.port ?? 0 })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const greeted = new Set<WebSocket>()
  const asked: Asked[] = []
  const connects: Record<string, unknown>[] = []
  const send = (socket: WebSocket, frame: object): void => socket.send(JSON.stringify(frame))

  async function take(socket: WebSocket, text: string): Promise<void> {
    const { id, method, params } = JSON.parse(text) as { id: string } & Asked
    if (method === 'connect') return greet(socket, id, params)
    asked.push({ method, params })
    const answer = (await options.answer?.({ method, params })) ?? unknownMethod(method)
    if (answer === 'silence') return
    if ('close' in answer) return socket.close(answer.close, 'as told')
    if ('error' in answer) return send(socket, { type: 'res', id, ok: false, error: answer.error })
    send(socket, { type: 'res', id, ok: true, payload: answer.payload })
  }

  function greet(socket: WebSocket, id: string, params: Record<string, unknown>): void {
    connects.push(params)
    const token = Object(params.auth).token ?? null
    if ((options.token ?? null) !== null && token !== options.token) {
      send(socket, { type: 'res', id, ok: false, error: token === null ? notPaired : mismatch })
      return socket.close(1008, 'unauthorized')
    }
    greeted.add(socket)
    const policy = { tickIntervalMs: options.tickIntervalMs ?? 30_000 }
    const payload = { type: 'hello-ok', protocol: 4, server: { version: '2026.9.6' }, features: {}, policy }
    send(socket, { type: 'res', id, ok: true, payload })
  }

  server.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => void take(socket, data.toString()))
    socket.on('close', () => greeted.delete(socket))
    if (options.mute !== true) send(socket, challenge)
  })
  return {
    url: `ws://127.0.0.1:${port}`,
    port,
    asked,
    connects,
    clients: () => greeted.size,
    emit: (event, payload) => greeted.forEach((socket) => send(socket, { type: 'event', event, payload, seq: 1 })),
    sendRaw: (text) => greeted.forEach((socket) => socket.send(text)),
    drop: (code, reason = '') => server.clients.forEach((socket) => socket.close(code, reason)),
    async [Symbol.asyncDispose]() {
      server.clients.forEach((socket) => socket.terminate())
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

const challenge = { type: 'event', event: 'connect.challenge', payload: { nonce: 'n', ts: 1, capabilities: [] } }
const mismatch = {
  code: 'INVALID_REQUEST',
  message: 'unauthorized: gateway token mismatch (provide gateway auth token)',
  details: { code: 'AUTH_TOKEN_MISMATCH', authReason: 'token_mismatch' },
}
const notPaired = {
  code: 'NOT_PAIRED',
  message: 'device identity required',
  details: { code: 'DEVICE_IDENTITY_REQUIRED' },
}

function unknownMethod(method: string): Answer {
  return { error: { code: 'INVALID_REQUEST', message: `unknown method: ${method}` } }
}

type TestClientOptions = Partial<GatewayClientOptions & Pick<GatewayPlace, 'findToken'>>

/** A client with a token in its settings, for which no wait is long. Start and dispose it. */
export function testClient(
  url: string,
  { findToken = async () => ({ token: 'secret', source: 'config' }), ...options }: TestClientOptions = {},
): GatewayClient {
  return createGatewayClient({
    place: () => ({ url, findToken }),
    version: '0.0.0',
    random: () => 0,
    clock: { now: () => performance.timeOrigin + performance.now() },
    log: silentLog,
    onEvent: () => {},
    onState: () => {},
    limits: { openMs: 5000, requestMs: 5000, tickMs: 30_000 },
    ...options,
  })
}
