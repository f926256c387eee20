// One try to reach the hub: a first request that brings a nonce, and a second that repeats it in a token.
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { WebSocket } from 'ws'
import type { Clock } from '#platform/server/clock.ts'
import { isSignedBy, type Signer } from '#platform/server/ed25519.ts'
import type { FrameSocket } from '#platform/server/ws/frame-socket.ts'
import { deviceSocket } from '../api.ts'
import { frameLimitBytes } from '../contract/envelopes.ts'
import { deviceRefusalSchema, ownProtocols, type DeviceRefusal, type ProtocolRange } from '../contract/keys.ts'
import { commonProtocol } from '../core/channel/protocol.ts'
import { revokedText } from '../core/keys/signed-texts.ts'
import { newNonce, type Paired } from './device-home.ts'
import { signToken } from './device-token.ts'

export type DialParts = {
  readonly paired: Paired
  readonly signer: Signer
  readonly thumbprint: string
  readonly clock: Clock
}

export type Dialed =
  /** Open, not yet greeted. */
  | { readonly kind: 'open'; readonly socket: FrameSocket; readonly protocol: number }
  /** The hub, by its own signature, says that this device is revoked. */
  | { readonly kind: 'revoked' }
  | { readonly kind: 'refused'; readonly status: number; readonly refusal: DeviceRefusal }
  | { readonly kind: 'unreachable'; readonly reason: string }

const handshakeTimeoutMs = 15_000

/** Never rejects. */
export async function dialHub(parts: DialParts): Promise<Dialed> {
  const first = await tryOnce(parts, null)
  if (first.kind !== 'refused' || first.refusal.error !== 'nonce_needed') return first
  return await tryOnce(parts, first.refusal)
}

async function tryOnce(parts: DialParts, asked: DeviceRefusal | null): Promise<Dialed> {
  const { paired, signer, thumbprint, clock } = parts
  const nonce = newNonce()
  const { device_id: deviceId, hub_id: hubId } = paired
  const facts = { deviceId, hubId, hubNonce: asked?.nonce ?? null, nonce, thumbprint, nowMs: clock.now() }
  const opened = await open(paired, signToken(signer, facts))
  if (opened.kind === 'open') return { ...opened, protocol: protocolWith(asked?.protocol) }
  const isTrue = opened.kind === 'refused' && isProven(paired, opened.refusal, nonce)
  return isTrue ? { kind: 'revoked' } : opened
}

/** Whoever answers in the hub's place can say anything; it can't sign. */
function isProven({ hub_public_key: key, device_id: id }: Paired, { error, signature }: DeviceRefusal, nonce: string) {
  return error === 'revoked' && signature !== undefined && isSignedBy(key, revokedText(nonce, id), signature)
}

/** Where there is none in common the hub is to say which side is older. */
function protocolWith(hub: ProtocolRange | undefined): number {
  return (hub === undefined ? null : commonProtocol(ownProtocols, hub)) ?? ownProtocols.max
}

type Opened =
  { readonly kind: 'open'; readonly socket: WebSocket } | Exclude<Dialed, { readonly kind: 'open' | 'revoked' }>

function open({ hub_url: hub }: Paired, token: string): Promise<Opened> {
  const address = new URL(deviceSocket.path, hub)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(address, {
    headers: { authorization: `Bearer ${token}` },
    maxPayload: frameLimitBytes,
    perMessageDeflate: false,
    handshakeTimeout: handshakeTimeoutMs,
  })
  return new Promise((resolve) => {
    socket.once('open', () => {
      // Nothing is read before somebody listens.
      socket.pause()
      resolve({ kind: 'open', socket })
    })
    socket.on('error', (error) => resolve({ kind: 'unreachable', reason: error.message }))
    socket.once('unexpected-response', (request, answer) => {
      // Reading ends it; whoever waits goes on with what it said.
      resolve(readRefusal(answer).finally(() => request.destroy()))
    })
  })
}

async function readRefusal(answer: IncomingMessage): Promise<Opened> {
  const status = answer.statusCode ?? 0
  const cut = setTimeout(() => answer.destroy(new Error('the answer took too long')), handshakeTimeoutMs)
  try {
    const refusal = deviceRefusalSchema.parse(JSON.parse((await buffer(answer)).toString()))
    return { kind: 'refused', status, refusal }
  } catch {
    // A proxy answers in words of its own.
    return { kind: 'unreachable', reason: `${status} of something that is no Orrery` }
  } finally {
    clearTimeout(cut)
  }
}
