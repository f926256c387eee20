// One connection to the gateway: opened and greeted, then requests by id, events, and a watch on its ticks.
import type { Socket } from 'node:net'
import { WebSocket, type RawData } from 'ws'
import { err, ok, type Result } from '#base/result.ts'
import { secondMs } from '#base/time.ts'
import { isLoopbackAddress } from '../access/loopback.ts'
import { systemPeerOwners, type PeerOwners } from '../access/peer-owners.ts'
import { silentLog } from '../log/log.ts'
import {
  connectParams,
  helloSchema,
  parseFrame,
  shutdownReason,
  type GatewayEvent,
  type GatewayHello,
} from './frames.ts'
import { problem, problemOfClose, problemOfConnect, startHint, strangerAt, type GatewayProblem } from './problems.ts'
import { createRequests, type Requests } from './requests.ts'

export type ConnectionLimits = {
  /** Until the greeting is over. */
  readonly openMs: number
  /** Until a request is answered, unless it brings its own. */
  readonly requestMs: number
  /** Between ticks, when the greeting does not tell. */
  readonly tickMs: number
}

/** The gateway answers within milliseconds; a machine that is busy with many agents takes its time. */
export const connectionLimits: ConnectionLimits = {
  openMs: 10 * secondMs,
  requestMs: 15 * secondMs,
  tickMs: 30 * secondMs,
}

/** Ticks that may fail to come before a connection counts as dead. */
const missedTicks = 2.5
/** As large as the gateway's own limit for one message. */
const largestMessageBytes = 26_214_400

export type ConnectionOptions = {
  readonly url: string
  readonly token: string | null
  /** Version of this program. */
  readonly version: string
  readonly limits: ConnectionLimits
  readonly onEvent: (event: GatewayEvent) => void
  /** Tells whose program listens on this machine; default: as this system tells it. */
  readonly owners?: Pick<PeerOwners, 'look'>
  /** Ends the connection, also while it is being opened. */
  readonly signal: AbortSignal
}

export interface GatewayConnection {
  readonly hello: GatewayHello
  /** Resolves with the answer's payload, which the caller parses; refuses with why there is none. */
  request(method: string, params: object, timeoutMs?: number): Promise<Result<unknown, GatewayProblem>>
  /** Resolves with the reason once the connection is over. */
  readonly ended: Promise<GatewayProblem>
}

/** Connects to `url` and nowhere else: redirects are not followed. */
export async function openConnection(options: ConnectionOptions): Promise<Result<GatewayConnection, GatewayProblem>> {
  const { url, limits, signal } = options
  if (signal.aborted) return err(stopped)
  const socket = new WebSocket(url, {
    handshakeTimeout: limits.openMs,
    maxPayload: largestMessageBytes,
    perMessageDeflate: false,
    followRedirects: false,
  })
  const link = watchSocket(socket, options)
  const hello = await Promise.race([greet(link, options), link.ended.then(err)])
  if (!hello.ok) {
    socket.terminate()
    return hello
  }
  link.watchTicks((hello.value.policy.tickIntervalMs ?? limits.tickMs) * missedTicks)
  return ok({
    hello: hello.value,
    request: (method, params, timeoutMs = limits.requestMs) => link.requests.send(method, params, timeoutMs),
    ended: link.ended,
  })
}

const stopped = problem('unreachable', 'The service is stopping.')

type Link = {
  readonly requests: Requests
  /** Resolves with the connection once the gateway has spoken. */
  readonly challenged: Promise<Socket | null>
  readonly ended: Promise<GatewayProblem>
  /** Ends the connection after so long without any frame. */
  readonly watchTicks: (quietMs: number) => void
}

function watchSocket(socket: WebSocket, { url, onEvent, signal }: ConnectionOptions): Link {
  const requests = createRequests((text) => socket.send(text))
  const challenged = Promise.withResolvers<Socket | null>()
  const ended = Promise.withResolvers<GatewayProblem>()
  let watchdog: NodeJS.Timeout | undefined
  let shutdown: GatewayProblem | null = null
  let connection: Socket | null = null

  function end(reason: GatewayProblem): void {
    clearTimeout(watchdog)
    signal.removeEventListener('abort', onAbort)
    ended.resolve(reason)
    requests.failAll(reason)
    socket.terminate()
  }
  const onAbort = (): void => end(stopped)

  function take(data: RawData): void {
    watchdog?.refresh()
    const frame = Buffer.isBuffer(data) ? parseFrame(data.toString()) : null
    // A frame of a later version is nothing that could be acted on.
    if (frame === null) return
    if (frame.type === 'res') return requests.settle(frame)
    const reason = shutdownReason(frame)
    if (frame.event === 'connect.challenge') challenged.resolve(connection)
    else if (reason !== null) shutdown = problem('unreachable', `The gateway is stopping: ${reason}.`, startHint)
    else onEvent(frame)
  }

  signal.addEventListener('abort', onAbort)
  socket.on('upgrade', (response) => (connection = response.socket))
  socket.on('message', take)
  socket.on('error', (error) => end(problemOfConnect(error, url)))
  socket.on('close', (code, reason) => end(shutdown ?? problemOfClose(code, reason.toString())))
  return {
    requests,
    challenged: challenged.promise,
    ended: ended.promise,
    watchTicks(quietMs) {
      const seconds = Math.round(quietMs / secondMs)
      const silent = problem('timed_out', `The gateway said nothing for ${seconds} s.`, startHint)
      watchdog = setTimeout(() => end(silent), quietMs)
    },
  }
}

/** The gateway speaks first; then `connect` is asked. */
async function greet(link: Link, options: ConnectionOptions): Promise<Result<GatewayHello, GatewayProblem>> {
  const { limits, token, version, url } = options
  const late = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => late.resolve('late'), limits.openMs)
  const came = await Promise.race([link.challenged, link.ended, late.promise])
  clearTimeout(timer)
  if (came === 'late') {
    return err(problem('protocol', `What answers at ${url} does not greet as a gateway does.`, startHint))
  }
  if (came !== null && 'code' in came) return err(came)
  if (await isStranger(came, options)) return err(strangerAt(url))
  const params = connectParams({ token, version, platform: process.platform })
  const answer = await link.requests.send('connect', params, limits.openMs)
  if (!answer.ok) return answer
  const hello = helloSchema.safeParse(answer.value)
  return hello.success
    ? ok(hello.data)
    : err(problem('protocol', 'The gateway greets in a form that is not understood.'))
}

/**
 * Asked once the gateway has spoken: only then does a program surely hold its end. One that is not listed is reached through
 * another network of this machine, as in a container, which takes root to set up.
 */
async function isStranger(connection: Socket | null, { owners = systemOwners }: ConnectionOptions): Promise<boolean> {
  if (connection === null || !isLoopbackAddress(connection.remoteAddress ?? '')) return false
  return (await owners.look(connection)) === 'another'
}

const systemOwners = systemPeerOwners(silentLog)
