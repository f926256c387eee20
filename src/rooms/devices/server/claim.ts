// Pairs a device: its code, its signature over what it says of itself, and one row.
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { idFrom } from '#base/ids.ts'
import { err, ok, type Result } from '#base/result.ts'
import { toIso } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'
import type { AccessConfig } from '#platform/server/access/settings.ts'
import { createThrottle, type Throttle } from '#platform/server/auth/throttle.ts'
import { sha256 } from '#platform/server/auth/tokens.ts'
import type { Clock } from '#platform/server/clock.ts'
import { hashOfKey, isSignedBy } from '#platform/server/ed25519.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { Device } from '../contract.ts'
import type { ClaimFields, ClaimRequest, HubIdentity } from '../contract/claim.ts'
import { ownProtocols } from '../contract/keys.ts'
import { unionOf } from '../core/capabilities.ts'
import { commonProtocol } from '../core/channel/protocol.ts'
import { fingerprintOf } from '#base/fingerprint.ts'
import { claimAnswerText, claimText } from '../core/keys/signed-texts.ts'
import { readCode } from '../core/pairing/code.ts'
import type { DeviceBook } from './device-book.ts'
import type { DeviceRecord } from './device-store.ts'
import { dialedOrigins } from './dialed-origins.ts'
import type { HubIdentityKey } from './identity/hub-identity.ts'
import type { Outstanding, Pairings } from './pairings.ts'

export type ClaimParts = {
  readonly book: DeviceBook
  readonly pairings: Pairings
  readonly hub: HubIdentityKey
  readonly config: AccessConfig
  readonly clock: Clock
  readonly timers: Timers
}

export interface Claims {
  /** Before the body is read: refuses a wrong code, and slows the address that sends several. */
  judge(request: FastifyRequest): Refusal | null
  /** Refuses `bad_signature`, `unauthenticated` (another device was faster), `revoked` and `conflict`. */
  claim(body: ClaimRequest, request: FastifyRequest): Promise<Result<Claimed, Refusal>>
}

type Claimed = { readonly device: Device; readonly hub: HubIdentity }

/** What a code stands for: one that waits, or a device that was paired with it. */
type Known = { readonly code: string; readonly waiting: Outstanding | null; readonly paired: DeviceRecord | null }

export function createClaims(parts: ClaimParts): Claims {
  const throttle = createThrottle()
  return {
    judge: (request) => (findCode(parts, request) === null ? refuseWrong(throttle, request, parts.timers) : null),
    async claim({ signature, ...fields }, request) {
      const known = findCode(parts, request)
      if (known === null) return err(wrongCode)
      const owner = known.waiting?.claimedBy ?? known.paired?.public_key ?? null
      if (owner !== null && owner !== fields.public_key) return err(wrongCode)
      const origins = dialedOrigins(request.raw, parts.config, known.waiting?.origin ?? null)
      const texts = origins.map((origin) => claimText(origin, known.code, fields))
      const signed = texts.find((text) => isSignedBy(fields.public_key, text, signature))
      if (signed === undefined) return err(notSigned(origins))
      if (commonProtocol(fields.protocol, ownProtocols) === null) return err(noProtocol(fields))
      const device = await pair(parts, { known, fields, claim: signed, signature })
      return device.ok ? ok({ device: device.value, hub: answerOf(parts.hub, fields) }) : device
    },
  }
}

function findCode({ pairings, book, timers }: ClaimParts, { headers }: FastifyRequest): Known | null {
  const typed = /^Bearer +pair_(?<code>\S+) *$/i.exec(headers.authorization ?? '')?.groups?.code ?? ''
  const code = readCode(typed)
  if (code === null) return null
  const waiting = pairings.find(code, timers.passedMs())
  const paired = book.byCode(sha256(code))
  return waiting === null && paired === null ? null : { code, waiting, paired }
}

/** A right code is taken at any time: behind a proxy all share one address. */
function refuseWrong(throttle: Throttle, { socket }: FastifyRequest, timers: Timers): Refusal {
  const [peer, passedMs] = [socket.remoteAddress ?? '', timers.passedMs()]
  const waitMs = throttle.waitMs(peer, passedMs)
  if (waitMs > 0) return tooManyCodes(waitMs)
  throttle.recordWrong(peer, passedMs)
  return wrongCode
}

type Proven = {
  readonly known: Known
  readonly fields: ClaimFields
  readonly claim: string
  readonly signature: string
}

async function pair(parts: ClaimParts, proven: Proven): Promise<Result<Device, Refusal>> {
  const { book, pairings } = parts
  const { known, fields } = proven
  const present = book.byKey(fields.public_key)
  if (present !== null && present.revoked_at !== null) return err(wasRevoked)
  pairings.claim(known.code, fields.public_key)
  const id = present?.id ?? idFrom(randomBytes(16))
  // The same code with the same key is answered again, and nothing changes by it.
  if (present === null || known.waiting !== null) await book.add(recordOf(parts, { id, present, proven }))
  const device = book.view(id)
  return device === null ? err(wrongCode) : ok(device)
}

type Making = { readonly id: string; readonly present: DeviceRecord | null; readonly proven: Proven }

function recordOf({ clock }: ClaimParts, { id, present, proven }: Making): DeviceRecord {
  const { known, fields, claim, signature } = proven
  const { public_key, age_recipient, hostname, private_ip, platform, version, installedHarnesses } = fields
  return {
    id,
    label: known.waiting?.label ?? fields.label ?? present?.label ?? hostname,
    hostname,
    private_ip,
    public_key,
    fingerprint: fingerprintOf(hashOfKey(public_key)).slice(),
    age_recipient,
    recipientProof: null,
    platform,
    version,
    tags: unionOf(present?.tags ?? [], known.waiting?.tags ?? [], fields.capabilities),
    harnesses: installedHarnesses,
    paired_at: present?.paired_at ?? toIso(clock.now()),
    revoked_at: null,
    codeSha256: sha256(known.code),
    claim,
    claimSignature: signature,
    facts: present?.facts ?? null,
    last_heartbeat: present?.last_heartbeat ?? null,
    clone_seen_at: present?.clone_seen_at ?? null,
  }
}

function answerOf({ id, publicKey, sign }: HubIdentityKey, { nonce, public_key }: ClaimFields): HubIdentity {
  return { id, public_key: publicKey, signature: sign(claimAnswerText(nonce, public_key)) }
}

const wrongCode: Refusal = {
  error: 'unauthenticated',
  reason: 'This pairing code does not work: it was used already, is older than ten minutes, or has a mistake in it.',
  hint: 'Make a new one on the page of devices or with `orrery devices pair`.',
}

const wasRevoked: Refusal = {
  error: 'revoked',
  reason: 'This key was revoked and can not be paired again.',
  hint: 'Run `orrery daemon unpair` on the device, then pair it with a new code: it makes a new key.',
}

function tooManyCodes(waitMs: number): Refusal {
  return {
    error: 'too_many',
    reason: 'Too many wrong pairing codes came from this address.',
    hint: `A right code is taken at any time. Wrong ones are looked at again in ${Math.ceil(waitMs / 1000)} s.`,
  }
}

function notSigned(origins: readonly string[]): Refusal {
  return {
    error: 'bad_signature',
    reason: 'The device did not sign for this hub: it dialed another address, or somebody passes its requests on.',
    hint: `Dial one of ${origins.join(', ')}, or add the name that you use to allowedHosts in config.json.`,
  }
}

function noProtocol({ protocol }: ClaimFields): Refusal {
  const older = protocol.max < ownProtocols.min ? 'device' : 'hub'
  return {
    error: 'conflict',
    reason: `The two speak no common protocol: the ${older} is older.`,
    hint: `Update Orrery on the ${older}, then pair again.`,
  }
}
