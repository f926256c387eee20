// The routes by which devices are paired, changed and revoked: fabric mode alone.
import type { FastifyRequest } from 'fastify'
import { err, ok } from '#base/result.ts'
import { toIso } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'
import type { AccessConfig } from '#platform/server/access/settings.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount } from '#platform/server/http/mount.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Timers } from '#platform/server/timers.ts'
import { localDeviceId, type Pairing, type PairingRequest } from '../contract.ts'
import { otherHubRefusal, type OtherHub } from '../core/keys/other-hub.ts'
import { pairingLifetimeMs, readCode } from '../core/pairing/code.ts'
import { writePairCommand } from '../core/pairing/pair-command.ts'
import { pairingRoutes } from './bound-routes.ts'
import type { Claims } from './claim.ts'
import type { Connections } from './connections.ts'
import type { DeviceBook } from './device-book.ts'
import { originForDevices } from './dialed-origins.ts'
import type { HubIdentityKey } from './identity/hub-identity.ts'
import type { Pairings } from './pairings.ts'
import { noSuchDevice } from './refusals.ts'
import type { FabricHub } from './runs/fabric-hub.ts'

export type PairingRoutesParts = {
  readonly book: DeviceBook
  readonly claims: Claims
  readonly connections: Pick<Connections, 'revoke'>
  /** What else ends with a device. Rejects with `StorageError`. */
  readonly onRevoked: (deviceId: string) => Promise<void>
  readonly sessions: Pick<FabricHub, 'revoke' | 'takeHere'>
  readonly pairings: Pairings
  readonly hub: HubIdentityKey
  /** The other nodes have another key: nothing is paired with this one. */
  readonly other: OtherHub | null
  readonly config: AccessConfig
  readonly clock: Clock
  readonly timers: Timers
  /** An address of this machine that others may reach; null where there is none. */
  readonly privateIp: () => string | null
}

export function mountPairing(api: Api, parts: PairingRoutesParts): void {
  const { book, claims, connections, clock, sessions } = parts
  mount(api, pairingRoutes.makePairing, ({ body, request }) =>
    parts.other === null ? ok(makePairing(parts, body, request)) : err(otherHubRefusal(parts.other)),
  )
  mount(api, pairingRoutes.cancelPairing, ({ params: { code } }) => {
    const isCancelled = parts.pairings.cancel(readCode(code) ?? '', parts.timers.passedMs())
    return isCancelled ? ok({ ok: true as const }) : err(noSuchCode)
  })
  mount(api, pairingRoutes.claimPairing, {
    judge: claims.judge,
    handle: ({ body, request }) => claims.claim(body, request),
  })
  mount(api, pairingRoutes.listPaired, () => ok({ devices: book.all() }))
  mount(api, pairingRoutes.changeDevice, async ({ params: { id }, body }) => {
    const { label, capabilities } = body
    const tags = capabilities === undefined ? {} : { tags: [...new Set(capabilities)] }
    if (book.view(id) === null) return err(noSuchDevice(id))
    await book.change(id, { ...(label === undefined ? {} : { label }), ...tags })
    return answerOf(book, id)
  })
  mount(api, pairingRoutes.revokeDevice, async ({ params: { id } }) => {
    const known = book.get(id)
    if (known === null) return err(noSuchDevice(id))
    if (id === localDeviceId) return err(isTheHub)
    if (known.revoked_at === null) await book.change(id, { revoked_at: toIso(clock.now()) })
    await connections.revoke(id)
    // Whoever holds it hears of that, and sends it away; what runs there is ended here.
    await sessions.takeHere(id)
    await sessions.revoke(id)
    await parts.onRevoked(id)
    return answerOf(book, id)
  })
}

const isTheHub: Refusal = {
  error: 'conflict',
  reason: 'This is the machine that the service runs on: it can not be revoked.',
  hint: 'Set fabric.localDevice to false, and it is no device after the next start.',
}

function answerOf(book: DeviceBook, id: string) {
  const device = book.view(id)
  return device === null ? err(noSuchDevice(id)) : ok({ device })
}

function makePairing(parts: PairingRoutesParts, body: PairingRequest, { raw }: FastifyRequest): Pairing {
  const { pairings, hub, config, clock, timers } = parts
  const origin = originForDevices(raw, config, parts.privateIp())
  const asked = { label: body.label ?? null, tags: [...new Set(body.capabilities ?? [])], origin }
  const code = pairings.issue(asked, timers.passedMs())
  return {
    code,
    expires_at: toIso(clock.now() + pairingLifetimeMs),
    command: writePairCommand(origin, { code, hubHash: hub.hash }),
  }
}

const noSuchCode: Refusal = {
  error: 'not_found',
  reason: 'No device waits with this code: it was used, is older than ten minutes, or was cancelled already.',
  hint: 'See what is paired with `orrery devices`.',
}
