// Pairs this machine with a hub: keys of its own, a claim that is signed for the address dialed, and the hub's proof.
import { hostname, networkInterfaces } from 'node:os'
import { err, ok, type Result } from '#base/result.ts'
import { toIso } from '#base/time.ts'
import { errorBodySchema } from '#platform/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import { hashOfKey, isSignedBy } from '#platform/server/ed25519.ts'
import { claimPairing } from '../api.ts'
import { claimedSchema, type ClaimFields, type Claimed } from '../contract/claim.ts'
import { ownProtocols } from '../contract/keys.ts'
import { hubHashOf } from '../core/keys/hub-hash.ts'
import { claimAnswerText, claimText } from '../core/keys/signed-texts.ts'
import type { Invitation } from '../core/pairing/code.ts'
import { privateIpOf } from '../core/private-ip.ts'
import { loadKeys, newNonce, writePaired, type Paired } from './device-home.ts'
import type { HostLook } from './host-look.ts'

export type PairRequest = {
  /** An origin. */
  readonly hub: string
  readonly invitation: Invitation
  readonly label: string | null
  readonly tags: readonly string[]
}

export type PairParts = {
  /** The daemon's folder, private. */
  readonly folder: string
  readonly look: HostLook
  readonly version: string
  readonly clock: Clock
}

/** Why it was not paired, for a person. */
export type PairProblem = { readonly reason: string; readonly hint: string }

/** May be called again after a failure, with the same code: keys are kept, and the hub answers them again. */
export async function pairDevice(parts: PairParts, request: PairRequest): Promise<Result<Paired, PairProblem>> {
  const { folder, clock } = parts
  const { signer, ageRecipient } = await loadKeys(folder)
  const fields = await fieldsOf(parts, request, { publicKey: signer.publicKey, ageRecipient })
  const signature = signer.sign(claimText(request.hub, request.invitation.code, fields))
  const claimed = await claim(request, { ...fields, signature })
  if (!claimed.ok) return claimed
  const { device, hub } = claimed.value
  if (!isInvited(request.invitation, hub, claimAnswerText(fields.nonce, signer.publicKey)))
    return err(wrongHub(request))
  const paired = {
    device_id: device.id,
    label: device.label,
    hub_url: request.hub,
    hub_id: hub.id,
    hub_public_key: hub.public_key,
    paired_at: toIso(clock.now()),
  }
  writePaired(folder, paired)
  return ok(paired)
}

function isInvited({ hubHash }: Invitation, hub: Claimed['hub'], text: string): boolean {
  return hubHashOf(hashOfKey(hub.public_key)) === hubHash && isSignedBy(hub.public_key, text, hub.signature)
}

type OwnKeys = { readonly publicKey: string; readonly ageRecipient: string }

async function fieldsOf(
  { look, version }: PairParts,
  { label, tags }: PairRequest,
  { publicKey, ageRecipient }: OwnKeys,
): Promise<ClaimFields> {
  const { capabilities, installedHarnesses } = await look.read()
  return {
    public_key: publicKey,
    age_recipient: ageRecipient,
    label,
    hostname: hostname(),
    private_ip: privateIpOf(networkInterfaces()),
    platform: `${process.platform} ${process.arch}`,
    version,
    protocol: ownProtocols,
    capabilities: [...new Set([...tags, ...capabilities])],
    installedHarnesses,
    nonce: newNonce(),
  }
}

const answerTimeoutMs = 30_000

async function claim({ hub, invitation }: PairRequest, body: object): Promise<Result<Claimed, PairProblem>> {
  try {
    const answer = await fetch(new URL(claimPairing.path, hub), {
      method: claimPairing.method,
      headers: { authorization: `Bearer pair_${invitation.code}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(answerTimeoutMs),
    })
    return readAnswer(hub, answer.status, await answer.text())
  } catch (error) {
    return err({
      reason: `${hub} does not answer: ${causeOf(error)}`,
      hint: 'Look whether it runs and is reached from here, then run the same command again.',
    })
  }
}

function readAnswer(hub: string, status: number, text: string): Result<Claimed, PairProblem> {
  const value = parse(text)
  const claimed = claimedSchema.safeParse(value)
  if (status === 201 && claimed.success) return ok(claimed.data)
  const refused = errorBodySchema.safeParse(value)
  if (refused.success) return err({ reason: refused.data.reason, hint: refused.data.hint ?? 'Look at the hub.' })
  return err({ reason: `${hub} answered ${status}, and not as an Orrery does`, hint: 'Check the address.' })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Node tells what happened on the network in the error's cause. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

function wrongHub({ hub }: PairRequest): PairProblem {
  return {
    reason: `${hub} is not the hub that made this code: its key is another one`,
    hint: 'Nothing was paired here. Make a new code on the hub, revoke what it lists as new, and check the address.',
  }
}
