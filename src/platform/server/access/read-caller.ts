// Reads the facts about a caller from Node's request, once, for HTTP requests and upgrades alike.
import { decisionRoute, pluginPrefix, toolsPath } from '#platform/api.ts'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Auth, Principal } from '../auth/auth.ts'
import type { Caller } from './caller.ts'
import { tellsOfForwarding } from './forwarding.ts'
import { hookKeyHeader, type HookKey } from './hook-key.ts'
import { isLoopbackAddress } from './loopback.ts'
import type { PeerOwners } from './peer-owners.ts'

/** Set on a request whose target was in absolute form (`GET http://host/path`), before the target is cut to its path. */
export const absoluteAuthority = Symbol('absolute authority')
export type Target = IncomingMessage & { [absoluteAuthority]?: string }

export type ReadOptions = {
  readonly isSocket: boolean
  readonly auth: Pick<Auth, 'identify'>
  readonly owners: Pick<PeerOwners, 'known'>
  readonly hookKey: Pick<HookKey, 'matches'>
  /** The route that takes the request, as registered; null where none does. */
  readonly route: string | null
}

/** Methods that change nothing; a page elsewhere may send them, and can't read the answer. */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

export function readCaller(request: Target, options: ReadOptions): Caller {
  const { headers, socket } = request
  const scan = scanHeaders(request.rawHeaders)
  const absolute = request[absoluteAuthority]
  const host = headers.host ?? absolute ?? null
  const token = bearerOf(request, options.isSocket)
  const called = { route: options.route, method: request.method ?? '' }
  const principal = withinScope(readPrincipal(token, options.auth, scan.authorizations), called)
  return {
    peer: socket.remoteAddress ?? '',
    peerIsLoopback: isLoopbackPeer(socket),
    owner: hasHookKey(request, options.hookKey) ? 'ours' : options.owners.known(socket),
    forwardedBy: scan.forwardedBy ?? (absolute === undefined ? null : 'an absolute request target, as sent to proxies'),
    host,
    hostIsAmbiguous: scan.hosts > 1 || (absolute !== undefined && absolute !== host),
    origin: headers.origin ?? null,
    fetchSite: single(headers['sec-fetch-site']),
    changesState: !safeMethods.has(request.method ?? ''),
    isSocket: options.isSocket,
    credentials: principal !== null ? 'valid' : token !== null || scan.authorizations > 0 ? 'invalid' : 'none',
    principal,
  }
}

/** Of this request alone: a connection may be shared. A wrong key says nothing, and the look decides. */
function hasHookKey({ headers }: IncomingMessage, hookKey: Pick<HookKey, 'matches'>): boolean {
  const sent = headers[hookKeyHeader]
  return typeof sent === 'string' && hookKey.matches(sent)
}

/** The token of `Authorization: Bearer`, or on sockets of the subprotocol; null without one. */
export function bearerOf(request: IncomingMessage, isSocket: boolean): string | null {
  const { authorization } = request.headers
  if (authorization !== undefined) return /^Bearer +(?<token>\S+) *$/i.exec(authorization)?.groups?.token ?? null
  if (!isSocket) return null
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  const token = offered.find((name) => name.startsWith(tokenProtocol))?.slice(tokenProtocol.length)
  return token === undefined || token === '' ? null : token
}

/** A page offers `orrery` and `orrery.token.<token>`: a browser's WebSocket can send no header of its own. */
const tokenProtocol = 'orrery.token.'

function readPrincipal(token: string | null, auth: Pick<Auth, 'identify'>, authorizations: number): Principal | null {
  // Of two Authorization headers a proxy and we could each believe another one.
  return token === null || authorizations > 1 ? null : auth.identify(token)
}

type Called = { readonly route: string | null; readonly method: string }

/** By the route and not by the path, which has more than one spelling. */
function withinScope(principal: Principal | null, { route, method }: Called): Principal | null {
  if (principal?.kind === 'step') return route?.startsWith(pluginPrefix) === true ? principal : null
  if (principal?.kind === 'mcp') return route === toolsPath ? principal : null
  if (principal?.kind === 'decider')
    return route === decisionRoute.path && method === decisionRoute.method ? principal : null
  return principal
}

type Scan = { readonly hosts: number; readonly authorizations: number; readonly forwardedBy: string | null }

/** Reads the headers as they were sent: Node drops the second Host and the second Authorization silently. */
function scanHeaders(rawHeaders: readonly string[]): Scan {
  let hosts = 0
  let authorizations = 0
  let forwardedBy: string | null = null
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    switch (kindOf(name)) {
      case 'host':
        hosts += 1
        break
      case 'authorization':
        authorizations += 1
        break
      case 'forwarding':
        forwardedBy ??= name
        break
      case 'other':
    }
  }
  return { hosts, authorizations, forwardedBy }
}

type HeaderKind = 'host' | 'authorization' | 'forwarding' | 'other'

/** Clients send few different names; the bound keeps a hostile one from filling memory. */
const kindsLimit = 256
const kinds = new Map<string, HeaderKind>()

function kindOf(name: string): HeaderKind {
  const known = kinds.get(name)
  if (known !== undefined) return known
  const lower = name.toLowerCase()
  const kind = lower === 'host' || lower === 'authorization' ? lower : tellsOfForwarding(lower) ? 'forwarding' : 'other'
  if (kinds.size < kindsLimit) kinds.set(name, kind)
  return kind
}

/** The peer stays the same for a connection's life. */
const loopbackPeers = new WeakMap<Socket, boolean>()

function isLoopbackPeer(socket: Socket): boolean {
  const known = loopbackPeers.get(socket)
  if (known !== undefined) return known
  const isLoopback = isLoopbackAddress(socket.remoteAddress ?? '')
  loopbackPeers.set(socket, isLoopback)
  return isLoopback
}

function single(value: string | string[] | undefined): string | null {
  return Array.isArray(value) ? value.join(', ') : (value ?? null)
}
