// The TCP listeners: the main one, and the loopback one for the hook routes once the service is exposed.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { absoluteAuthority, type Target } from '../access/read-caller.ts'
import { refusalOfClientError } from './errors.ts'
import { maxHeaderBytes, type HttpLimits } from './limits.ts'
import { endWithRefusal } from './raw-answer.ts'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

export function createListener(limits: HttpLimits, handle: Handle): Server {
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
      keepAliveTimeout: limits.keepAliveMs,
      maxHeaderSize: maxHeaderBytes,
      // The access rules refuse a missing Host themselves, with a sentence.
      requireHostHeader: false,
      // Any other upgrade (`curl --http2` asks for h2c) is an ordinary request to which we answer in HTTP/1.1.
      shouldUpgradeCallback: (request) => request.headers.upgrade?.toLowerCase() === 'websocket',
    },
    (request, response) => {
      toPath(request)
      handle(request, response)
    },
  )
  server.maxConnections = limits.connections
  server.on('clientError', (error, socket) => endWithRefusal(socket, refusalOfClientError(error)))
  return server
}

/** A request target in absolute form (RFC 9112, 3.2.2) is cut to its path; what it claimed as Host is kept for the judge. */
export function toPath(request: Target): void {
  const { url = '' } = request
  if (url.startsWith('/')) return
  const groups = /^https?:\/\/(?<authority>[^/?#]*)(?<path>.*)$/i.exec(url)?.groups
  if (groups === undefined) return
  request[absoluteAuthority] = groups.authority ?? ''
  request.url = groups.path?.startsWith('/') === true ? groups.path : `/${groups.path ?? ''}`
}

/** Resolves with the port in force. Rejects with the system's error (EADDRINUSE and the like). */
export function listenOn(server: Server, address: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.off('error', reject)
      resolve(portOf(server))
    })
  })
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

/** The base URL by which a program of this machine reaches a listener. */
export function urlOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '') return `http://127.0.0.1:${port}`
  if (host === '::') return `http://[::1]:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Ends a listener: idle connections at once, requests under way within the grace. Fine for one that never listened. */
export function closeListener(server: Server, graceMs: number): Promise<void> {
  if (!server.listening) return Promise.resolve()
  const timer = setTimeout(() => server.closeAllConnections(), graceMs)
  // A connection turns idle when its answer is out, and its client would keep it for the next request.
  const sweeper = setInterval(() => server.closeIdleConnections(), idleSweepMs)
  return new Promise((resolve) => {
    server.close(() => {
      clearTimeout(timer)
      clearInterval(sweeper)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/** Short beside the grace, and running only while the service stops. */
const idleSweepMs = 20
