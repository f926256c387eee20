// The routes of devices, their live kind, and the socket that their daemons dial.
import { liveKind } from '#platform/live-kind.ts'
import { route } from '#platform/route.ts'
import type {
  CandidateDevices,
  CandidatesQuery,
  Device,
  DeviceAnswer,
  DeviceChange,
  DeviceDetail,
  DeviceList,
  FabricListQuery,
  Pairing,
  PairingCancelled,
  PairingRequest,
  PingAnswer,
  StartRequest,
} from './contract.ts'
import type { PageOfSessions, ReadSessionAnswer, SessionAnswer } from '#rooms/sessions/contract.ts'
import type { ClaimRequest, HubIdentity } from './contract/claim.ts'

const reading = 'local_or_authenticated'
const acting = 'authenticated'

/** A paired device; revoked ones are removed from it. */
export const liveDevices = liveKind<Device>()({ kind: 'device', listed: 'devices' })

/** Where the daemons of devices connect, in fabric mode. */
export const deviceSocket = { path: '/ws/device', access: 'device' } as const

/** The devices that are not revoked; none in legacy mode. */
export const listDevices = route<{ answer: DeviceList }>()({ method: 'GET', path: '/api/devices', access: reading })

/** One device, with all that its own page shows. */
export const readDevice = route<{ answer: DeviceDetail }>()({
  method: 'GET',
  path: '/api/devices/:id',
  access: reading,
})

/** The devices as places for a session, the best first. */
export const listCandidates = route<{ query: CandidatesQuery; answer: CandidateDevices }>()({
  method: 'GET',
  path: '/api/sessions/devices',
  access: reading,
})

/** Starts a session on a device. Refuses `no_device` (409), whose `details` say of each device why not, and `device_offline`. */
export const startSession = route<{ body: StartRequest; answer: SessionAnswer }>()({
  method: 'POST',
  path: '/api/sessions',
  access: acting,
})

/** The sessions of the registry, oldest first; of one device or one harness where asked. */
export const listFabricSessions = route<{ query: FabricListQuery; answer: PageOfSessions }>()({
  method: 'GET',
  path: '/api/sessions',
  access: reading,
})

/** One session of the registry. */
export const readFabricSession = route<{ answer: ReadSessionAnswer }>()({
  method: 'GET',
  path: '/api/sessions/:id',
  access: reading,
})

/** Cancels a session; one whose device is away is cancelled when that is back. */
export const cancelSession = route<{ answer: SessionAnswer }>()({
  method: 'DELETE',
  path: '/api/sessions/:id',
  access: acting,
})

/** Asks a device whether it answers. */
export const pingDevice = route<{ answer: PingAnswer }>()({
  method: 'POST',
  path: '/api/devices/:id/ping',
  access: acting,
})

/** Lets a device look anew at what it has. */
export const refreshDevice = route<{ answer: DeviceAnswer }>()({
  method: 'POST',
  path: '/api/devices/:id/refresh',
  access: acting,
})

/** Makes a code that pairs one device, within ten minutes. */
export const makePairing = route<{ body: PairingRequest; answer: Pairing }>()({
  method: 'POST',
  path: '/api/auth/devices/pairings',
  access: acting,
})

/** Takes a code back before it is used. Refuses `not_found` for one that is used, over or unknown. */
export const cancelPairing = route<{ answer: PairingCancelled }>()({
  method: 'DELETE',
  path: '/api/auth/devices/pairings/:code',
  access: acting,
})

/** Pairs the device that asks; its code comes as `Authorization: Bearer pair_<code>`. */
export const claimPairing = route<{ body: ClaimRequest; answer: { device: Device; hub: HubIdentity } }>()({
  method: 'POST',
  path: '/api/auth/devices/claim',
  access: 'pairing',
})

/** Every device, the revoked ones too. */
export const listPaired = route<{ answer: DeviceList }>()({ method: 'GET', path: '/api/auth/devices', access: acting })

/** Renames a device or changes its durable tags. */
export const changeDevice = route<{ body: DeviceChange; answer: DeviceAnswer }>()({
  method: 'PATCH',
  path: '/api/auth/devices/:id',
  access: acting,
})

/** Refuses a device's key from now on and ends its connection. */
export const revokeDevice = route<{ answer: DeviceAnswer }>()({
  method: 'DELETE',
  path: '/api/auth/devices/:id',
  access: acting,
})
