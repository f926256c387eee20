// What is known of a caller before its request is looked at: plain facts, read once, judged elsewhere.

import type { Principal } from '../auth/auth.ts'
import type { PeerOwner } from './owner-look-up.ts'

export type Caller = {
  /** The TCP peer's address, as the system gives it; empty when the connection is gone. */
  readonly peer: string
  readonly peerIsLoopback: boolean
  /** Whose program the peer is, by the key that it showed or as an earlier look found it; null before one, which counts as nobody known. */
  readonly owner: PeerOwner | null
  /** The first sign that somebody passed the request on, as a header's name; null when there is none. */
  readonly forwardedBy: string | null
  /** The Host as sent; null when there is none. */
  readonly host: string | null
  /** Whether the request names more than one Host. */
  readonly hostIsAmbiguous: boolean
  readonly origin: string | null
  /** `Sec-Fetch-Site`, by which a browser says where a request comes from. */
  readonly fetchSite: string | null
  readonly changesState: boolean
  readonly isSocket: boolean
  readonly credentials: 'none' | 'invalid' | 'valid'
  /** Whose credentials they are; null unless they are valid. */
  readonly principal: Principal | null
}
