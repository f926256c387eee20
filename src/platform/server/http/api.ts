// The types by which rooms mount routes and sockets: each names its access class, or the start fails.
import type { FastifyInstance, FastifyBaseLogger, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { WebSocket } from 'ws'
import type { AccessClass, AccessRaise } from '#platform/access.ts'
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Principal } from '../auth/auth.ts'
import type { Owner } from './forward/owner.ts'
import type { CorkedWire } from '../ws/frame-socket.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route (specification, 'Who may call what'). Missing: registering it throws. */
    access?: AccessClass
    /** Query parameters that ask for more than `access`: `[{ query: 'kill', to: 'authenticated' }]`. */
    raise?: readonly AccessRaise[]
    /** Largest body, in bytes, of a caller without credentials, where that is less than what others may send. */
    anonymousBodyBytes?: number
    /** Whose the thing is that a request is about; missing: everybody's. */
    owner?: Owner
  }
  interface FastifyRequest {
    /** Whose credentials the request carries; null for none. A caller without credentials may still be local. */
    principal: Principal | null
  }
}

/** The server that rooms add their routes to; schemas are zod and give validation, types and OpenAPI at once. */
export type Api = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

/** A WebSocket endpoint. `path` may hold one `:id` segment. */
export type SocketRoute = AcceptingRoute | AdmittingRoute

type Endpoint = {
  readonly path: string
  /** Largest frame that a client may send, in bytes; default 64 KiB. A larger one ends the socket. */
  readonly maxPayload?: number
}

/** One whose callers are judged by its class. */
type AcceptingRoute = Endpoint & {
  readonly access: Exclude<AccessClass, 'device'>
  /** Called once the caller passed its class. The socket's owner closes it; the server closes all at its end. */
  readonly accept: (socket: WebSocket, request: SocketRequest) => void
}

/** One that judges its callers itself, by what they send as Bearer. */
export type AdmittingRoute = Endpoint & {
  readonly access: 'device'
  /** Called before the upgrade, once for each. Resolves with what takes the socket, or why there is none; never rejects. */
  readonly admit: (bearer: string | null, request: SocketRequest) => Promise<Result<Taker, Refusal>>
}

/** Takes an open socket, and what carries its frames. */
export type Taker = (socket: WebSocket, wire: CorkedWire) => void

export type SocketRequest = {
  readonly url: URL
  /** The `:id` segment, decoded; null when the path has none. */
  readonly id: string | null
}
