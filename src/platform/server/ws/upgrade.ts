// Lets callers through to WebSockets by the same predicate as requests, and ends sockets whose login ends.
import { pathSegments } from '#base/request-path.ts'
import { ok, type Result } from '#base/result.ts'
import type { AccessPrefix } from '#platform/api.ts'
import type { Refusal } from '#platform/contract.ts'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Caller } from '../access/caller.ts'
import { decide } from '../access/decide.ts'
import type { HookKey } from '../access/hook-key.ts'
import { judge } from '../access/judge.ts'
import type { PeerOwners } from '../access/peer-owners.ts'
import { classOfPath } from '../access/prefixes.ts'
import { bearerOf, readCaller } from '../access/read-caller.ts'
import type { AccessSettings } from '../access/settings.ts'
import type { Auth, Principal } from '../auth/auth.ts'
import type { SocketRoute, Taker } from '../http/api.ts'
import { toPath } from '../http/listeners.ts'
import { endWithRefusal } from '../http/raw-answer.ts'
import { notFound, stopping } from '../http/refusals.ts'
import type { Log } from '../log/log.ts'

export interface Upgrades {
  /** Adds an endpoint. Throws for a path that is taken. */
  add(route: SocketRoute): void
  /** Takes an `upgrade` event of a listener; the answer may come after a look at whose program asks. */
  handle(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** How many sockets are open. */
  count(): number
  /** Ends every socket at once and takes no more. */
  close(): void
}

export type UpgradeOptions = {
  readonly auth: Pick<Auth, 'identify' | 'onEnded'>
  readonly owners: PeerOwners
  readonly hookKey: Pick<HookKey, 'matches'>
  readonly gone: (target: string) => Refusal | null
  readonly prefixes: readonly AccessPrefix[]
  readonly settingsOf: (request: IncomingMessage) => AccessSettings
  readonly log: Log
  /** Sockets at once with credentials, and as many without; one more is refused. */
  readonly maxSockets: number
  /** Largest frame of a client, for routes that name none of their own. */
  readonly frameBytes: number
}

/** The subprotocol that a page's socket speaks; beside it a page offers its token, which is never sent back. */
const protocol = 'orrery'
/** The close code for a socket whose login was revoked (RFC 6455: policy violation). */
const policyViolation = 1008
/** A peer that does not answer the close frame is cut off after this. */
const closeGraceMs = 250

type Endpoint = { readonly route: SocketRoute; readonly pattern: readonly string[]; readonly server: WebSocketServer }

export function createUpgrades(options: UpgradeOptions): Upgrades {
  const endpoints: Endpoint[] = []
  const open = createOpenSockets(options.log)
  let isClosed = false
  const stopListening = options.auth.onEnded((loginId) => {
    for (const [socket, principal] of open.all()) {
      if (principal?.kind === 'login' && principal.loginId === loginId) endPolitely(socket)
    }
  })
  return {
    add(route) {
      if (endpoints.some((endpoint) => endpoint.route.path === route.path)) {
        throw new Error(`the socket ${route.path} is registered twice`)
      }
      const server = createServer(route.maxPayload ?? options.frameBytes)
      endpoints.push({ route, pattern: pathSegments(route.path), server })
    },
    handle(request, socket, head) {
      toPath(request)
      const found = endpoints.find(({ pattern }) => matches(pattern, pathSegments(request.url ?? '')))
      const { auth, owners, hookKey } = options
      const caller = readCaller(request, { isSocket: true, auth, owners, hookKey, route: null })
      // Nobody opens a socket of devices without a token, and none of theirs takes a viewer's place.
      const isAnonymous = caller.principal === null && found?.route.access !== 'device'
      const kind = isAnonymous ? 'anonymous' : 'authenticated'
      const judgeAs = (as: Caller): Refusal | null =>
        isClosed ? stopping : refuse(options, { request, caller: as, route: found?.route, count: open.count(kind) })
      // Nobody else listens while the caller is looked up, and an error without a listener would end the process.
      const onError = (): void => void socket.destroy()
      socket.on('error', onError)
      const answer = (refusal: Refusal | null, taker?: Taker): void => {
        socket.off('error', onError)
        if (refusal !== null || found === undefined || taker === undefined)
          return endWithRefusal(socket, refusal ?? notFound(request.url ?? ''))
        found.server.handleUpgrade(request, socket, head, (accepted) => {
          open.add(accepted, { principal: caller.principal, kind })
          taker(accepted, socket)
        })
      }
      decide({ caller, socket: request.socket, owners, judgeAs }, (refusal) => {
        if (refusal !== null || found === undefined) return answer(refusal)
        findTaker(found, request, (taker) => {
          if (!taker.ok) return answer(taker.error)
          // Others may have taken the last place while the route judged its caller, or the server its end.
          answer('admit' in found.route ? judgeAs(caller) : null, taker.value)
        })
      })
    },
    count: () => open.all().size,
    close() {
      isClosed = true
      stopListening()
      for (const socket of open.all().keys()) socket.terminate()
    },
  }
}

type Kind = 'anonymous' | 'authenticated'

/** Every open socket with whose credentials it came by; null for those without. */
function createOpenSockets(log: Log) {
  const open = new Map<WebSocket, Principal | null>()
  const count = { anonymous: 0, authenticated: 0 }
  return {
    all: (): ReadonlyMap<WebSocket, Principal | null> => open,
    count: (kind: Kind): number => count[kind],
    add(socket: WebSocket, { principal, kind }: { readonly principal: Principal | null; readonly kind: Kind }) {
      open.set(socket, principal)
      count[kind] += 1
      socket.on('close', () => {
        open.delete(socket)
        count[kind] -= 1
      })
      // Broken and oversized frames end the socket by themselves; without a listener they would end the process.
      socket.on('error', (error) => log.debug({ err: error }, 'a socket ended by an error'))
    },
  }
}

/** Finds what takes the socket of a caller that passed its class: at once, or when the route has judged the caller itself. */
function findTaker(
  { route, pattern }: Endpoint,
  request: IncomingMessage,
  found: (taker: Result<Taker, Refusal>) => void,
): void {
  const asked = requestOf(request, pattern)
  if ('admit' in route) void route.admit(bearerOf(request, false), asked).then(found)
  else found(ok((socket) => route.accept(socket, asked)))
}

function createServer(maxPayload: number): WebSocketServer {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // Compression would cost several times the CPU of the frames themselves.
    perMessageDeflate: false,
    maxPayload,
    handleProtocols: (offered) => (offered.has(protocol) ? protocol : false),
  })
  server.on('wsClientError', (error, socket) => {
    const refusal: Refusal = { error: 'invalid_request', reason: `This is no WebSocket handshake: ${error.message}.` }
    endWithRefusal(socket, refusal)
  })
  return server
}

type Asked = {
  readonly request: IncomingMessage
  readonly caller: Caller
  readonly route: SocketRoute | undefined
  readonly count: number
}

function refuse(options: UpgradeOptions, { request, caller, route, count }: Asked): Refusal | null {
  const target = request.url ?? ''
  const gone = options.gone(target)
  if (gone !== null) return gone
  const settings = options.settingsOf(request)
  const access = settings.hooksOnly ? 'local_only' : (route?.access ?? classOfPath(target, options.prefixes))
  const verdict = judge(access, caller, settings)
  if (verdict !== null) return verdict
  if (route === undefined || settings.hooksOnly) return notFound(target)
  return count < options.maxSockets ? null : tooManySockets
}

const tooManySockets: Refusal = {
  error: 'too_many',
  reason: 'Too many live connections are open.',
  hint: 'Close a page that is no longer needed, then reload. Connections with a login have places of their own.',
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false
  return pattern.every((part, index) => part === ':id' || part === segments[index])
}

function requestOf(request: IncomingMessage, pattern: readonly string[]) {
  const position = pattern.indexOf(':id')
  // The authority is of no use here: who asked, and under which name, is decided.
  const url = new URL(`http://localhost${request.url ?? '/'}`)
  return { url, id: position === -1 ? null : (pathSegments(request.url ?? '')[position] ?? null) }
}

function endPolitely(socket: WebSocket): void {
  socket.close(policyViolation, 'the login was ended')
  setTimeout(() => socket.terminate(), closeGraceMs).unref()
}
