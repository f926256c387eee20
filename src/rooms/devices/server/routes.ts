// The routes of devices that exist in both modes: without devices they answer that there are none.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Api } from '#platform/server/http/api.ts'
import type { Owner } from '#platform/server/http/forward/owner.ts'
import { mount } from '#platform/server/http/mount.ts'
import type { Session } from '#rooms/sessions/contract.ts'
import type { CandidateDevice, Device, DeviceDetail } from '../contract.ts'
import { rankDevices } from '../core/choose-device.ts'
import { variantOf } from '../core/device-view.ts'
import { deviceRoutes } from './bound-routes.ts'
import { deviceOffline, noSuchDevice } from './refusals.ts'

/** What the routes ask of the devices that there are. */
export interface DeviceReader {
  /** Revoked ones too. */
  all(): readonly Device[]
  view(id: string): Device | null
  heartbeatAgeMs(id: string): number | null
  /** What its secrets are encrypted to, and how many it reads; null where nothing is known. */
  vaultOf(id: string): DeviceDetail['vault']
  /** Milliseconds until it answered; null for one that is away. */
  ping(id: string): Promise<number | null>
  /** False for one that is away. */
  refresh(id: string): Promise<boolean>
  /** The other node that alone can ask it; null for this one. */
  holderOf(id: string): string | null
}

/** In legacy mode. */
export const noDevices: DeviceReader = {
  all: () => [],
  view: () => null,
  heartbeatAgeMs: () => null,
  vaultOf: () => null,
  ping: async () => null,
  refresh: async () => false,
  holderOf: () => null,
}

export function mountDevices(api: Api, reader: DeviceReader, sessionsOn: (id: string) => readonly Session[]): void {
  const present = (): Device[] => reader.all().filter(({ status }) => status !== 'revoked')
  mount(api, deviceRoutes.listDevices, () => ok({ devices: present() }))
  mount(api, deviceRoutes.readDevice, ({ params: { id } }) => {
    const device = reader.view(id)
    if (device === null) return err(noSuchDevice(id))
    return ok({ device, sessions: [...sessionsOn(id)], vault: reader.vaultOf(id), variant: variantOf(device) })
  })
  mount(api, deviceRoutes.listCandidates, ({ query: { harness, model } }) => {
    const devices = present().map((device) => ({ ...device, heartbeatAgeMs: reader.heartbeatAgeMs(device.id) }))
    return ok({ devices: rankDevices(devices, { harness: harness ?? null, model: model ?? null }).map(toCandidate) })
  })
  mountAsking(api, reader)
}

function mountAsking(api: Api, reader: DeviceReader): void {
  const ask = async <T>(id: string, what: () => Promise<Result<T, Refusal>>): Promise<Result<T, Refusal>> =>
    reader.view(id) === null ? err(noSuchDevice(id)) : await what()
  const owner: Owner<{ readonly id: string }> = ({ params: { id } }) => reader.holderOf(id)
  mount(api, deviceRoutes.pingDevice, {
    owner,
    handle: ({ params: { id } }) =>
      ask(id, async () => {
        const rttMs = await reader.ping(id)
        return rttMs === null ? err(deviceOffline(reader.view(id))) : ok({ ok: true as const, rtt_ms: rttMs })
      }),
  })
  mount(api, deviceRoutes.refreshDevice, {
    owner,
    handle: ({ params: { id } }) =>
      ask(id, async () => {
        const isThere = await reader.refresh(id)
        const device = reader.view(id)
        return isThere && device !== null ? ok({ device }) : err(deviceOffline(device))
      }),
  })
}

type Ranked = ReturnType<typeof rankDevices<Device & { readonly heartbeatAgeMs: number | null }>>[number]

function toCandidate({ device: { heartbeatAgeMs: _age, ...device }, whyNot, score, parts }: Ranked): CandidateDevice {
  return { ...device, eligible: whyNot === null, score, parts, why_not: whyNot }
}
