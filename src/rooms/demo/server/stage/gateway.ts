// The demo's agent gateway: protocol 4 on a free port, as far as its jobs and their runs.
import { once } from 'node:events'
import { WebSocketServer, type WebSocket } from 'ws'
import { z } from 'zod'
import { dayMs } from '#base/time.ts'
import { gatewayAnswer } from '../../core/gateway-jobs.ts'

export interface Gateway extends AsyncDisposable {
  readonly port: number
}

const requestSchema = z.object({
  id: z.string(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
})

export async function startGateway(now: () => number): Promise<Gateway> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  server.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => take(socket, data.toString(), now()))
    say(socket, { type: 'event', event: 'connect.challenge', payload: { nonce: 'demo', ts: now(), capabilities: [] } })
  })
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    async [Symbol.asyncDispose]() {
      for (const client of server.clients) client.terminate()
      server.close()
    },
  }
}

const hello = {
  type: 'hello-ok',
  protocol: 4,
  server: { version: 'demo' },
  features: {},
  // It sends none: a demo is over before one is missed.
  policy: { tickIntervalMs: dayMs },
}

function take(socket: WebSocket, text: string, nowMs: number): void {
  const asked = requestSchema.safeParse(JSON.parse(text))
  if (!asked.success) return
  const { id, method, params } = asked.data
  const payload = method === 'connect' ? hello : gatewayAnswer(method, params, nowMs)
  if (payload !== null) return say(socket, { type: 'res', id, ok: true, payload })
  const error = { code: 'INVALID_REQUEST', message: `unknown method: ${method}` }
  say(socket, { type: 'res', id, ok: false, error })
}

function say(socket: WebSocket, frame: object): void {
  socket.send(JSON.stringify(frame))
}
