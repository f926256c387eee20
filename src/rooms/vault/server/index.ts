// The vault as app/ wires it.
import { adapters } from '#base/harness/catalog.ts'
import { err, ok } from '#base/result.ts'
import type { GroundOf } from '#platform/server/house/ground.ts'
import type { Room } from '#platform/server/house/room.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount } from '#platform/server/http/mount.ts'
import type { Mode } from '#rooms/modes/contract.ts'
import { credentialsFor, isReader } from '../core/readers.ts'
import { vaultRoutes } from './bound-routes.ts'
import { createDesk, type VaultDesk } from './desk.ts'
import type { DevicesVault, VaultPorts } from './ports.ts'
import { createReaders } from './readers.ts'
import { noSuchRecipient } from './refusals.ts'
import { loadVaultStore, type VaultStore } from './store.ts'

export type { DevicesVault, VaultPorts } from './ports.ts'

/** The parts of the ground that this room stands on. */
export type VaultGround = GroundOf<'database' | 'clock' | 'log'>

/** Credentials for agents on devices: fabric mode alone. Opened after the devices; rejects when the tables can't be read. */
export async function openVaultRoom(ground: VaultGround, ports: VaultPorts & { readonly mode: Mode }): Promise<Room> {
  const none: Room = { async [Symbol.asyncDispose]() {} }
  if (ports.mode !== 'fabric') return none
  const readers = createReaders(ports, ground.log)
  const store = await loadVaultStore({ ...ground, idOf: readers.idOf })
  const desk = createDesk({ store, readers, clock: ground.clock })
  ports.serveBy(servedBy(store, desk, ports))
  return { ...none, mount: (api) => mountVault(api, desk) }
}

function servedBy(store: VaultStore, desk: VaultDesk, ports: VaultPorts): DevicesVault {
  const find = (deviceId: string) => ports.recipients().find(({ id }) => id === deviceId) ?? null
  return {
    credentialsFor(deviceId, harness) {
      const device = find(deviceId)
      const allowlist = adapters[harness].credentials
      return device === null ? {} : credentialsFor(store.all(), { device, harness, allowlist })
    },
    readsOf(deviceId) {
      const device = find(deviceId)
      return device === null ? 0 : store.all().filter(({ recipients }) => isReader(recipients, device)).length
    },
    revoked: async (deviceId) => void (await desk.revoke(deviceId)),
  }
}

function mountVault(api: Api, desk: VaultDesk): void {
  const { readVault, setUpVault, addCredential, changeCredential, removeCredential, revokeRecipient } = vaultRoutes
  mount(api, readVault, async () => ok(await desk.read()))
  mount(api, setUpVault, ({ body }) => desk.setUp(body))
  mount(api, addCredential, async ({ body }) => {
    const added = await desk.add(body)
    return added.ok ? ok({ credential: added.value }) : added
  })
  mount(api, changeCredential, async ({ params: { id }, body }) => {
    const changed = await desk.change(id, body)
    return changed.ok ? ok({ credential: changed.value }) : changed
  })
  mount(api, removeCredential, async ({ params: { id } }) => {
    const removed = await desk.remove(id)
    return removed.ok ? ok({ ok: true as const }) : removed
  })
  mount(api, revokeRecipient, async ({ params: { id } }) => {
    const credentials = await desk.revoke(id)
    return credentials === null ? err(noSuchRecipient(id)) : ok({ credentials: [...credentials] })
  })
}
