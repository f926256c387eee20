// The routes of devices with their schemas.
import { z } from 'zod'
import { bind } from '#platform/server/http/bind.ts'
import * as routes from '../api.ts'
import {
  candidateDevicesSchema,
  candidatesQuerySchema,
  deviceAnswerSchema,
  deviceChangeSchema,
  deviceDetailSchema,
  deviceListSchema,
  deviceSchema,
  pairingCancelledSchema,
  fabricListQuerySchema,
  pairingRequestSchema,
  pairingSchema,
  pingAnswerSchema,
  startRequestSchema,
} from '../contract.ts'
import { readSessionAnswerSchema, sessionAnswerSchema, sessionListSchema } from '#rooms/sessions/contract.ts'
import { claimRequestSchema, hubIdentitySchema } from '../contract/claim.ts'

export const deviceRoutes = {
  listDevices: bind(routes.listDevices, {
    summary: 'The paired devices that are not revoked; none in legacy mode',
    answer: deviceListSchema,
    isTagged: true,
  }),
  readDevice: bind(routes.readDevice, {
    summary: 'One device with its sessions, its vault recipient and what its capabilities add',
    answer: deviceDetailSchema,
  }),
  listCandidates: bind(routes.listCandidates, {
    summary: 'The devices as places for a session, the best first, with the reason why one will not do',
    tag: 'devices',
    query: candidatesQuerySchema,
    answer: candidateDevicesSchema,
  }),
  startSession: bind(routes.startSession, {
    summary: 'Start a session on a device, or queue it until its dependencies are met',
    tag: 'devices',
    status: 201,
    body: startRequestSchema,
    answer: sessionAnswerSchema,
  }),
  listFabricSessions: bind(routes.listFabricSessions, {
    summary: 'All tracked sessions, of one device or one harness where asked',
    tag: 'devices',
    query: fabricListQuerySchema,
    answer: sessionListSchema,
  }),
  readFabricSession: bind(routes.readFabricSession, {
    summary: 'One session',
    tag: 'devices',
    answer: readSessionAnswerSchema,
  }),
  cancelSession: bind(routes.cancelSession, {
    summary: 'Cancel a session; one whose device is away ends there as soon as it is back',
    tag: 'devices',
    answer: sessionAnswerSchema,
  }),
  pingDevice: bind(routes.pingDevice, { summary: 'Ask a device whether it answers', answer: pingAnswerSchema }),
  refreshDevice: bind(routes.refreshDevice, {
    summary: 'Let a device look anew at what it has',
    answer: deviceAnswerSchema,
  }),
}

export const pairingRoutes = {
  makePairing: bind(routes.makePairing, {
    summary: 'Make a code that pairs one device within ten minutes',
    tag: 'devices',
    status: 201,
    body: pairingRequestSchema,
    answer: pairingSchema,
  }),
  cancelPairing: bind(routes.cancelPairing, {
    summary: 'Take a pairing code back before it is used',
    tag: 'devices',
    answer: pairingCancelledSchema,
  }),
  claimPairing: bind(routes.claimPairing, {
    summary: 'Pair the device that asks, by its code and a signature over what it says of itself',
    tag: 'devices',
    status: 201,
    body: claimRequestSchema,
    answer: z.object({ device: deviceSchema, hub: hubIdentitySchema }),
  }),
  listPaired: bind(routes.listPaired, {
    summary: 'Every paired device, the revoked ones too',
    tag: 'devices',
    answer: deviceListSchema,
  }),
  changeDevice: bind(routes.changeDevice, {
    summary: 'Rename a device or change its durable tags',
    tag: 'devices',
    body: deviceChangeSchema,
    answer: deviceAnswerSchema,
  }),
  revokeDevice: bind(routes.revokeDevice, {
    summary: 'Refuse a key from now on and end its connection',
    tag: 'devices',
    answer: deviceAnswerSchema,
  }),
}
