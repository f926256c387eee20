// The bounds that keep one client from using up the server.
import { minuteMs, secondMs } from '#base/time.ts'

export type HttpLimits = {
  /** Largest request body; prompts may be long, nothing else is. */
  readonly bodyBytes: number
  /** Longest time for a request's headers to arrive (Node: 60 s), so that a slow drip of bytes holds nothing open. */
  readonly headersTimeoutMs: number
  /** Longest time for a whole request to arrive: 1 MiB over a slow phone. */
  readonly requestTimeoutMs: number
  /** How often the two above are looked at; a late client lives at most this much longer. */
  readonly checkIntervalMs: number
  /** How long an idle connection is kept: longer than a browser's pause between clicks. */
  readonly keepAliveMs: number
  /** TCP connections at once, on each listener; one more is dropped. A thousand hooks and a thousand viewers fit well. */
  readonly connections: number
  /** WebSockets at once with credentials, and as many without: however many viewers there are, a login still gets in. */
  readonly sockets: number
  /** Largest frame that a client may send on a socket. */
  readonly frameBytes: number
  /** How long requests under way may take once the service stops. */
  readonly closeGraceMs: number
}

export const httpLimits: HttpLimits = {
  bodyBytes: 1024 * 1024,
  headersTimeoutMs: 10 * secondMs,
  requestTimeoutMs: 30 * secondMs,
  checkIntervalMs: 2 * secondMs,
  keepAliveMs: minuteMs,
  connections: 5000,
  sockets: 2000,
  frameBytes: 64 * 1024,
  closeGraceMs: 2 * secondMs,
}

/** Headers of one request; ours need a few hundred bytes. */
export const maxHeaderBytes = 16 * 1024
/** Longest path parameter, percent-encoding included: names of sessions and strands. */
export const maxParamLength = 1000
