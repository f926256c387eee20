// Carries out here what another node passes on: as a request to the routes of this service, over no network.
import { request as ask, type IncomingMessage, type Server } from 'node:http'
import { duplexPair, type Duplex } from 'node:stream'
import { agentHeader, refusalStatus } from '#platform/contract.ts'
import { errorBody } from '../refuse.ts'
import { answerTooLarge } from './refusals.ts'
import { markRelayed, type RelayedCaller } from './relayed-caller.ts'
import type { Carry } from './relay.ts'
import { readRequest, writeAnswer, type TravellingAnswer, type TravellingRequest } from './travelling.ts'

/** Takes requests as a listener does. It never listens: its connections are handed to it. */
export type Inlet = {
  readonly server: Server
  /** Called for each request before anything looks at it. */
  readonly callers: WeakMap<object, RelayedCaller>
}

/** In base64 it is a third more, and fits into what travels. */
const mostBytes = 5 * 1024 * 1024

export function carryOn({ server, callers }: Inlet): Carry {
  return async (text, leftMs) => {
    const asked = readRequest(text)
    const [near, far] = duplexPair()
    callers.set(far, callerOf(asked))
    server.emit('connection', far)
    const over = setTimeout(() => end(near, far), Math.max(0, leftMs))
    try {
      return writeAnswer(await exchange(asked, near))
    } finally {
      clearTimeout(over)
      end(near, far)
    }
  }
}

/** For the listener: who asks over this connection. */
export function markFrom({ callers }: Pick<Inlet, 'callers'>, request: IncomingMessage): void {
  const caller = callers.get(request.socket)
  if (caller !== undefined) markRelayed(request, caller)
}

function callerOf({ from, principal, name }: TravellingRequest): RelayedCaller {
  return { node: from, principal: principal === null ? null : { ...principal, relayed: { node: from, name } } }
}

function end(...sockets: readonly Duplex[]): void {
  for (const socket of sockets) socket.destroy()
}

function exchange(asked: TravellingRequest, socket: Duplex): Promise<TravellingAnswer> {
  const { method, url, body, userAgent, agent } = asked
  const payload = body === undefined ? null : JSON.stringify(body)
  const headers = {
    accept: 'application/json',
    connection: 'close',
    ...(userAgent === null ? {} : { 'user-agent': userAgent }),
    ...(agent === null ? {} : { [agentHeader]: agent }),
    ...(payload === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
  }
  return new Promise((resolve, reject) => {
    const outgoing = ask({ method, path: url, headers, createConnection: () => socket }, (incoming) => {
      read(incoming).then(resolve, reject)
    })
    outgoing.on('error', reject)
    outgoing.end(payload ?? undefined)
  })
}

async function read(incoming: IncomingMessage): Promise<TravellingAnswer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of incoming) {
    const chunk: Buffer = part
    bytes += chunk.length
    if (bytes > mostBytes) return tooLong()
    parts.push(chunk)
  }
  return { status: incoming.statusCode ?? 500, headers: toldHeaders(incoming), body: Buffer.concat(parts) }
}

/** What an answer says of itself; what it says of its connection stays here. */
function toldHeaders({ headers }: IncomingMessage): Record<string, string> {
  const told = Object.entries(headers).flatMap(([name, value]) =>
    (name === 'content-type' || name.startsWith('x-')) && typeof value === 'string' ? [[name, value] as const] : [],
  )
  return Object.fromEntries(told)
}

function tooLong(): TravellingAnswer {
  return {
    status: refusalStatus[answerTooLarge.error],
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: Buffer.from(JSON.stringify(errorBody(answerTooLarge))),
  }
}
